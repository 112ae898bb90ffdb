import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { SANDBOX_CREDENTIALS, serveSandbox, type RunningSandbox } from '../../../server/sandbox/index.ts';
import { findFreePort } from '../../support/free-port.ts';
import { nextOrderNo, TEST_SESSION_FIELDS, untilDefined } from '../../support/system.ts';
import { appFolderOf } from './shop-window.ts';
import { testApiKey } from '../../support/test-keys.ts';

export const PACKED_API_KEY = testApiKey('packed');

/** `tillgate serve` of the packed package, and the sandbox gateway behind it. */
export interface PackedSystem {
  url: string;
  sandbox: RunningSandbox;
  /** Where a shop's pages have to be served, so that the companion lets them in. */
  shopPort: number;
  /** Settings of a companion on a port. */
  environment(port: number): Record<string, string>;
  openSession(): Promise<{ id: string; token: string; order_no: string }>;
  /** The companion's status of a session. */
  statusOf(sessionId: string): Promise<string>;
  close(): Promise<void>;
}

export async function startPackedCompanionAndSandbox(): Promise<PackedSystem> {
  const data = mkdtempSync(join(tmpdir(), 'tillgate-packed-'));
  const sandbox = await serveSandbox({ port: 0 });
  const shopPort = await findFreePort();
  const environment = (port: number): Record<string, string> => ({
    PATH: process.env['PATH'] ?? '',
    PORT: String(port),
    HOST: '127.0.0.1',
    TILLGATE_PUBLIC_URL: `http://localhost:${String(port)}`,
    TILLGATE_GATEWAY_URL: sandbox.url,
    TILLGATE_MERCHANT_ID: SANDBOX_CREDENTIALS.merchant_id,
    TILLGATE_ACCOUNT_ID: SANDBOX_CREDENTIALS.account_id,
    TILLGATE_SIGN_KEY: SANDBOX_CREDENTIALS.sign_key,
    TILLGATE_API_KEYS: `${PACKED_API_KEY}:pay+refund+read`,
    TILLGATE_ALLOWED_ORIGINS: `http://localhost:${String(shopPort)}`,
    TILLGATE_DATA_DIR: data,
    LOG_LEVEL: 'error',
  });
  const companion = await startCompanion(environment);
  const ask = async <T>(path: string, body?: object): Promise<T> => {
    const response = await fetch(`${companion.url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${PACKED_API_KEY}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    expect(response.ok).toBe(true);
    return (await response.json()) as T;
  };
  return {
    url: companion.url,
    sandbox,
    shopPort,
    environment,
    openSession: () => ask('/v1/sessions', { ...TEST_SESSION_FIELDS, order_no: nextOrderNo() }),
    statusOf: async (sessionId) => (await ask<{ status: string }>(`/v1/sessions/${sessionId}`)).status,
    async close() {
      await companion.stop();
      await sandbox.close();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

async function startCompanion(
  environment: (port: number) => Record<string, string>,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const port = await findFreePort();
  const started = await startUntilReady(join(appFolderOf('plain'), 'node_modules/.bin/tillgate'), ['serve'], {
    env: environment(port),
    cwd: appFolderOf('plain'),
    says: 'companion on',
  });
  return { url: `http://localhost:${String(port)}`, stop: started.stop };
}

/** Starts a program in a folder and waits for its ready message. */
export async function startUntilReady(
  program: string,
  words: readonly string[],
  options: { env: Record<string, string>; cwd: string; says: string },
): Promise<{ stop: () => Promise<void>; output: () => string }> {
  const child = spawn(program, words, {
    cwd: options.cwd,
    env: options.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const answer = await untilDefined(
    () => (text.includes(options.says) ? 'ready' : (child.exitCode ?? undefined)),
    30_000,
  ).catch(() => 'late');
  if (answer !== 'ready') throw new Error(`${program} did not start: ${text}`);
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  };
  return { stop, output: () => text };
}
