import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTillgateClient, type TillgateClient } from '../../server/client/index.ts';
import { SANDBOX_CREDENTIALS, serveSandbox, type RunningSandbox } from '../../server/sandbox/index.ts';
import { findFreePort } from '../support/free-port.ts';
import { startServeProcess, type ServeProcess } from '../support/serve-process.ts';
import { testApiKey } from '../support/test-keys.ts';
import { startWebhookEndpoint, type TestWebhookEndpoint } from '../support/webhook-endpoint.ts';

/** The key of the shop and of its support desk. */
export const SOAK_API_KEY = testApiKey('soak');

/** `tillgate serve` with a sandbox gateway, a webhook endpoint that accepts events and one that never responds. */
export interface SoakSystem {
  url: string;
  gateway: RunningSandbox;
  companion: ServeProcess;
  endpoint: TestWebhookEndpoint;
  tillgate: TillgateClient;
  close(): Promise<void>;
}

/** @param databaseUrl PostgreSQL; undefined for SQLite in a new folder */
export async function startSoakSystem(databaseUrl: string | undefined): Promise<SoakSystem> {
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-soak-'));
  const endpoint = await startWebhookEndpoint();
  const dead = await startWebhookEndpoint({ responds: false });
  const gateway = await serveSandbox({ port: 0, delays: { pendingPayment: 5_000 } });
  const secret = `whsec_${Buffer.from('webhook secret of the soak 01234').toString('base64')}`;
  const webhooks = join(folder, 'webhooks.json');
  writeFileSync(webhooks, JSON.stringify({ dead: { url: dead.url, secret } }), { mode: 0o600 });
  const port = await findFreePort();
  const url = `http://127.0.0.1:${String(port)}`;
  const companion = await startServeProcess({
    PORT: String(port),
    TILLGATE_PUBLIC_URL: url,
    TILLGATE_GATEWAY_URL: gateway.url,
    TILLGATE_MERCHANT_ID: SANDBOX_CREDENTIALS.merchant_id,
    TILLGATE_ACCOUNT_ID: SANDBOX_CREDENTIALS.account_id,
    TILLGATE_SIGN_KEY: SANDBOX_CREDENTIALS.sign_key,
    TILLGATE_API_KEYS: `${SOAK_API_KEY}:pay+refund+resolve+read`,
    // The shoppers of the soak share one address and a few cards.
    TILLGATE_LIMITS: 'off',
    TILLGATE_CARD_TESTING: 'off',
    TILLGATE_WEBHOOK_URL: endpoint.url,
    TILLGATE_WEBHOOK_SECRET: secret,
    TILLGATE_WEBHOOKS: webhooks,
    TILLGATE_PROFILE: writeProfile(folder),
    LOG_LEVEL: 'error',
    ...(databaseUrl === undefined ? { TILLGATE_DATA_DIR: join(folder, 'data') } : { DATABASE_URL: databaseUrl }),
  });
  return {
    url,
    gateway,
    companion,
    endpoint,
    tillgate: createTillgateClient({ url, apiKey: SOAK_API_KEY }),
    async close() {
      companion.process.kill('SIGTERM');
      await companion.ended;
      await Promise.all([gateway.close(), endpoint.close(), dead.close()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function writeProfile(folder: string): string {
  const file = join(folder, 'profile.json');
  writeFileSync(
    file,
    JSON.stringify({
      methods: { bank_transfer: { label: 'Bank transfer', banks: [{ code: 'BANK1', name: 'Bank One' }] } },
    }),
  );
  return file;
}
