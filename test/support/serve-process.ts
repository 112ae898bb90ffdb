import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { untilDefined } from './system.ts';
import { testApiKey } from './test-keys.ts';

const root = new URL('../../', import.meta.url).pathname;

/** `tillgate serve` in a process of its own, from the built files. */
export interface ServeProcess {
  url: string;
  process: ChildProcess;
  /** Its standard output and standard error. */
  output(): string;
  /** The log's lines. */
  lines(): Record<string, unknown>[];
  /** The code it ends with, once all it wrote is read; null where a signal ended it. */
  ended: Promise<number | null>;
  request(
    path: string,
    init?: { method?: string; token?: string; body?: unknown; headers?: Record<string, string> },
  ): Promise<Response>;
}

/** Starts it with settings, see {@link serveEnvironment}, and with the command's options. */
export async function startServeProcess(
  settings: Readonly<Record<string, string>>,
  options: readonly string[] = [],
): Promise<ServeProcess> {
  const child = spawn(process.execPath, [`${root}dist/server/cli.js`, 'serve', ...options], {
    env: serveEnvironment(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  void ended.then((code) => (output += `\nended: ${String(code)}`));
  const url = await untilDefined(() => {
    if (output.includes('\nended:')) throw new Error(output);
    return /companion on (http:\S+),/.exec(output)?.[1];
  }, 20_000);
  return {
    url,
    process: child,
    output: () => output,
    lines: () =>
      output
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    ended,
    request: (path, { method = 'GET', token, body, headers = {} } = {}) =>
      fetch(`${url}${path}`, {
        method,
        headers: {
          ...headers,
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(method === 'POST' ? { 'idempotency-key': crypto.randomUUID() } : {}),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
  };
}

/** Runs `tillgate serve` with settings that fail; the exit code is null if it still runs after 15 s. */
export function runServeToExit(
  settings: Readonly<Record<string, string>>,
  words: readonly string[] = [],
): Promise<{ code: number | null; stderr: string; stdout: string }> {
  const options = { env: serveEnvironment(settings), timeout: 15_000, killSignal: 'SIGKILL' } as const;
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [`${root}dist/server/cli.js`, 'serve', ...words],
      options,
      (_error, stdout, stderr) => resolve({ code: child.exitCode, stderr, stdout }),
    );
  });
}

/** Settings over those that every companion needs; they name no gateway that answers. */
export function serveEnvironment(settings: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], ...REQUIRED_SETTINGS, ...settings };
}

export const SERVE_API_KEY = testApiKey('serve');

const REQUIRED_SETTINGS = {
  HOST: '127.0.0.1',
  PORT: '0',
  TILLGATE_PUBLIC_URL: 'http://pay.localhost:4001',
  TILLGATE_GATEWAY_URL: 'http://127.0.0.1:1',
  TILLGATE_MERCHANT_ID: '70519',
  TILLGATE_ACCOUNT_ID: '984747105',
  TILLGATE_SIGN_KEY: 'sign_key_of_a_test_0123456789',
  TILLGATE_API_KEYS: `${SERVE_API_KEY}:pay+refund+read`,
  TILLGATE_ALLOWED_ORIGINS: 'https://shop.example',
};
