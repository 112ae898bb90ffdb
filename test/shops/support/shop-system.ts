import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTillgateClient, type TillgateClient } from '../../../server/client/index.ts';
import { SANDBOX_CREDENTIALS, serveSandbox, type RunningSandbox } from '../../../server/sandbox/index.ts';
import { findFreePort } from '../../support/free-port.ts';
import { startServeProcess, type ServeProcess } from '../../support/serve-process.ts';
import { testApiKey } from '../../support/test-keys.ts';
import { serveStorefront } from './storefront.ts';
import { startWebhookRelay, type WebhookRelay } from './webhook-relay.ts';

const root = new URL('../../../', import.meta.url).pathname;

export const SHOP_PASSWORD = 'password of a test';
export const WEBHOOK_SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

/** What stands around a shop system: a storefront, a companion in its own process, and the sandbox. */
export interface ShopEnvironment {
  /** The shop system's own folder, with its packages. */
  folder: string;
  /** A folder for the data of the test. */
  data: string;
  /** The shop's server, which the test starts. */
  shopPort: number;
  shopUrl: string;
  storefrontUrl: string;
  companionUrl: string;
  apiKey: string;
  webhookUrl: string;
  sandbox: RunningSandbox['sandbox'];
  /** The companion, as the shop calls it. */
  tillgate: TillgateClient;
  relay: WebhookRelay;
  killCompanion(): Promise<void>;
  startCompanion(): Promise<void>;
  /**
   * The gateway charges the next payment, but neither its response nor a notification arrives: until `endFaults`, only
   * a query shows what became of it.
   *
   * @param fault `reset`, or `delay`: the response comes after 3 seconds
   */
  loseNextResult(fault: 'delay' | 'reset'): void;
  /** No further fault at the gateway. */
  endFaults(): void;
  /** Ends all of it, once the shop has ended. */
  close(): Promise<void>;
}

/**
 * @param name the folder in `test/shops`
 * @param config what the storefront reads as /config.json
 */
export async function startShopEnvironment(
  name: string,
  config: (urls: { shopUrl: string; companionUrl: string }) => object,
): Promise<ShopEnvironment> {
  const folder = join(root, 'test/shops', name);
  installPackage(folder);
  const data = mkdtempSync(join(tmpdir(), `tillgate-${name}-`));
  const [shopPort, companionPort] = [await findFreePort(), await findFreePort()];
  const companionUrl = `http://localhost:${String(companionPort)}`;
  const shopUrl = `http://localhost:${String(shopPort)}`;
  const webhookUrl = `${shopUrl}/tillgate/webhook`;
  const apiKey = testApiKey(name);
  const running = await serveSandbox({
    port: 0,
    notificationRetryDelay: 200,
    delays: { pendingPayment: 1_500, refundResult: 500 },
  });
  const relay = await startWebhookRelay(webhookUrl);
  const storefront = await serveStorefront(new URL(`../${name}/storefront/`, import.meta.url), () =>
    config({ shopUrl, companionUrl }),
  );
  let companion: ServeProcess;
  const system: ShopEnvironment = {
    folder,
    data,
    shopPort,
    shopUrl,
    storefrontUrl: storefront.url,
    companionUrl,
    apiKey,
    webhookUrl,
    sandbox: running.sandbox,
    tillgate: createTillgateClient({ url: companionUrl, apiKey, maxRetries: 5 }),
    relay,
    async startCompanion() {
      companion = await startServeProcess({
        PORT: String(companionPort),
        TILLGATE_PUBLIC_URL: companionUrl,
        TILLGATE_GATEWAY_URL: running.url,
        TILLGATE_SIGN_KEY: SANDBOX_CREDENTIALS.sign_key,
        TILLGATE_DATA_DIR: join(data, 'companion'),
        TILLGATE_API_KEYS: `${apiKey}:pay+refund+read`,
        TILLGATE_ALLOWED_ORIGINS: storefront.url,
        TILLGATE_WEBHOOK_URL: relay.url,
        TILLGATE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      });
    },
    async killCompanion() {
      companion.process.kill('SIGKILL');
      await companion.ended;
    },
    loseNextResult(fault) {
      const { scenarios } = running.sandbox.state;
      scenarios.arm({ operation: 'authorise', fault, ms: 3_000, times: 1, after_charge: true });
      scenarios.arm({ operation: 'notification', fault: 'lost', times: 100_000, after_charge: true });
    },
    endFaults: () => running.sandbox.state.scenarios.clear(),
    async close() {
      await system.killCompanion();
      await Promise.all([relay.close(), storefront.close(), running.close()]);
      rmSync(data, { recursive: true, force: true });
    },
  };
  await system.startCompanion();
  return system;
}

/** The built package beside the shop system's, where a shop has it. Its own packages are found in the root's. */
function installPackage(folder: string): void {
  const to = join(folder, 'node_modules/tillgate');
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  if (!existsSync(join(root, 'dist/plugins/vendure/index.js'))) throw new Error('nothing is built');
  for (const part of ['package.json', 'dist/plugins', 'dist/server', 'dist/shared']) {
    cpSync(join(root, part), join(to, part), { recursive: true });
  }
}
