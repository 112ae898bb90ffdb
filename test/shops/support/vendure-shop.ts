import { fork, type ChildProcess } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTillgateClient, type TillgateClient } from '../../../server/client/index.ts';
import { SANDBOX_CREDENTIALS, serveSandbox, type RunningSandbox } from '../../../server/sandbox/index.ts';
import { freePort } from '../../support/free-port.ts';
import { startServe, type ServeProcess } from '../../support/serve-process.ts';
import { testKey } from '../../support/test-keys.ts';
import { serveStorefront } from './storefront.ts';
import { startWebhookRelay, type WebhookRelay } from './webhook-relay.ts';

const root = new URL('../../../', import.meta.url).pathname;
const folder = join(root, 'test/shops/vendure');
const PASSWORD = 'password of a test';
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

/** What the plugin told its shop of money that no order took. */
export interface Unplaced {
  payment: string;
  orderCode: string;
  reason: string;
  action: string;
}

/** Vendure with the plugin, a companion, the sandbox and a storefront: each in its own process or on its own port. */
export interface VendureShop {
  storefrontUrl: string;
  sandbox: RunningSandbox['sandbox'];
  /** The companion, as the shop calls it. */
  tillgate: TillgateClient;
  relay: WebhookRelay;
  unplaced: Unplaced[];
  shopApi: string;
  companionUrl: string;
  webhookUrl: string;
  /** A request of the shop's staff. */
  admin<T>(query: string, variables?: object): Promise<T>;
  killShop(): Promise<void>;
  /** Resolves once the shop's process has ended. */
  shopEnded(): Promise<void>;
  /** `options` of the plugin replace those before. */
  startShop(options?: object): Promise<void>;
  /** Has the shop end while it places the next order. */
  dieAtNextOrder(): void;
  killCompanion(): Promise<void>;
  startCompanion(): Promise<void>;
  close(): Promise<void>;
}

interface Answer {
  data: unknown;
  errors?: { message: string }[];
}

/** @param postgresUrl an empty database; without it, the shop's data is in an SQLite file */
export async function startVendureShop(postgresUrl?: string): Promise<VendureShop> {
  installPlugin();
  const data = mkdtempSync(join(tmpdir(), 'tillgate-vendure-'));
  const database =
    postgresUrl === undefined
      ? { type: 'sqljs', location: join(data, 'shop.sqlite'), autoSave: true }
      : { type: 'postgres', url: postgresUrl };
  const [shopPort, companionPort] = [await freePort(), await freePort()];
  const companionUrl = `http://localhost:${String(companionPort)}`;
  const shopUrl = `http://localhost:${String(shopPort)}`;
  const webhookUrl = `${shopUrl}/tillgate/webhook`;
  const apiKey = testKey('vendure');
  const running = await serveSandbox({
    port: 0,
    notificationRetryDelay: 200,
    delays: { pendingPayment: 1_500, refundResult: 500 },
  });
  const relay = await startWebhookRelay(webhookUrl);
  const storefront = await serveStorefront(new URL('../vendure/storefront/', import.meta.url), () => ({
    shopApi: `${shopUrl}/shop-api`,
    companion: companionUrl,
  }));
  const unplaced: Unplaced[] = [];
  const settings = {
    port: shopPort,
    password: PASSWORD,
    database,
    companionUrl,
    apiKey,
    webhookSecret: SECRET,
    storefrontUrl: storefront.url,
    methods: ['card'],
    dieFile: join(data, 'die'),
    options: {} as object,
  };
  let isNew = true;
  let server: ChildProcess;
  let ended = Promise.resolve();
  let companion: ServeProcess;
  let staff = '';

  const ask = async (query: string, variables: object): Promise<Answer> => {
    const response = await fetch(`${shopUrl}/admin-api`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${staff}` },
      body: JSON.stringify({ query, variables }),
    });
    staff = response.headers.get('vendure-auth-token') ?? staff;
    return (await response.json()) as Answer;
  };
  const shop: VendureShop = {
    storefrontUrl: storefront.url,
    sandbox: running.sandbox,
    tillgate: createTillgateClient({ url: companionUrl, apiKey, maxRetries: 5 }),
    relay,
    unplaced,
    shopApi: `${shopUrl}/shop-api`,
    companionUrl,
    webhookUrl,
    async admin<T>(query: string, variables = {}) {
      if (staff === '') {
        await ask('mutation ($password: String!) { login(username: "owner", password: $password) { __typename } }', {
          password: PASSWORD,
        });
      }
      const { data: answer, errors } = await ask(query, variables);
      if (errors !== undefined) throw new Error(errors[0]?.message);
      return answer as T;
    },
    async startShop(options) {
      if (options !== undefined) settings.options = options;
      const env = {
        PATH: process.env['PATH'],
        VENDURE_DISABLE_TELEMETRY: 'true',
        SHOP: JSON.stringify({ ...settings, isNew }),
      };
      const child = fork(join(folder, 'server.mjs'), {
        cwd: folder,
        env,
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      server = child;
      ended = new Promise((resolve) => child.once('exit', () => resolve()));
      child.on('message', (message: { unplaced?: Unplaced }) => {
        if (message.unplaced) unplaced.push(message.unplaced);
      });
      await new Promise<void>((resolve, reject) => {
        child.on('message', (message: { ready?: true }) => {
          if (message.ready) resolve();
        });
        child.once('exit', (code) => reject(new Error(`the shop ended with ${String(code)}`)));
      });
      isNew = false;
    },
    async killShop() {
      server.kill('SIGKILL');
      await ended;
    },
    shopEnded: () => ended,
    dieAtNextOrder: () => writeFileSync(settings.dieFile, ''),
    async startCompanion() {
      companion = await startServe({
        PORT: String(companionPort),
        TILLGATE_PUBLIC_URL: companionUrl,
        TILLGATE_GATEWAY_URL: running.url,
        TILLGATE_SIGN_KEY: SANDBOX_CREDENTIALS.sign_key,
        TILLGATE_DATA_DIR: join(data, 'companion'),
        TILLGATE_API_KEYS: `${apiKey}:pay+refund+read`,
        TILLGATE_ALLOWED_ORIGINS: storefront.url,
        TILLGATE_WEBHOOK_URL: relay.url,
        TILLGATE_WEBHOOK_SECRET: SECRET,
      });
    },
    async killCompanion() {
      companion.process.kill('SIGKILL');
      await companion.ended;
    },
    async close() {
      await shop.killShop();
      await shop.killCompanion();
      await Promise.all([relay.close(), storefront.close(), running.close()]);
      rmSync(data, { recursive: true, force: true });
    },
  };
  await shop.startCompanion();
  await shop.startShop();
  return shop;
}

/** The built package beside Vendure, where a shop has it. Its own packages are found in the root's node_modules. */
function installPlugin(): void {
  const to = join(folder, 'node_modules/tillgate');
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  if (!existsSync(join(root, 'dist/plugins/vendure/index.js'))) throw new Error('nothing is built');
  for (const part of ['package.json', 'dist/plugins', 'dist/server', 'dist/shared']) {
    cpSync(join(root, part), join(to, part), { recursive: true });
  }
}
