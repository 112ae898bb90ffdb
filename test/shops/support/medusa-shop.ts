import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { untilDefined } from '../../support/wait.ts';
import type { ShopWithRecords } from './shop-records.ts';
import { MEDUSA_ORDER_FIELDS, toShopOrder, type MedusaOrder } from './medusa-orders.ts';
import { SHOP_PASSWORD, startShopEnvironment, WEBHOOK_SECRET, type ShopEnvironment } from './shop-system.ts';

/** Medusa with the provider, a companion, the sandbox and a storefront: each in its own process or on its own port. */
export interface MedusaShop extends ShopEnvironment, ShopWithRecords {
  /** The header `x-publishable-api-key` of shoppers. */
  publishableKey: string;
  /** The regions by their currency. */
  regions: Readonly<Record<string, string>>;
  /** A request of the shop's staff. */
  admin<T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T>;
  /** What the plugin told the staff, newest first. */
  alerts(): Promise<string[]>;
  startShop(options?: object): Promise<void>;
  killShop(): Promise<void>;
  /** Resolves once the shop's process has ended. */
  shopEnded(): Promise<void>;
  /** Has the shop end while it asks for the payment of the next order, which is stored by then. */
  dieAtNextCall(): void;
}

interface Seed {
  key: string;
  regions: Record<string, string>;
}

/** @param databaseUrl an empty database */
export async function startMedusaShop(databaseUrl: string): Promise<MedusaShop> {
  let seed: Seed = { key: '', regions: {} };
  const system = await startShopEnvironment('medusa', ({ shopUrl, companionUrl }) => ({
    store: `${shopUrl}/store`,
    companion: companionUrl,
    key: seed.key,
    region: seed.regions['usd'],
  }));
  const { data, folder } = system;
  const settings = {
    databaseUrl,
    storefrontUrl: system.storefrontUrl,
    companionUrl: system.companionUrl,
    apiKey: system.apiKey,
    webhookSecret: WEBHOOK_SECRET,
    password: SHOP_PASSWORD,
    methods: ['card'],
    dieFile: join(data, 'die'),
    seedFile: join(data, 'seed.json'),
    options: {} as object,
  };
  let log = '';
  const run = (...words: string[]): ChildProcess => {
    const child = spawn(process.execPath, [join(folder, 'node_modules/@medusajs/cli/cli.js'), ...words], {
      cwd: folder,
      env: {
        PATH: process.env['PATH'],
        NODE_ENV: 'production',
        MEDUSA_DISABLE_TELEMETRY: 'true',
        SHOP: JSON.stringify(settings),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (log += chunk.toString()));
    return child;
  };
  const runToEnd = async (...words: string[]): Promise<void> => {
    const code = await new Promise((resolve) => run(...words).once('close', resolve));
    if (code !== 0) throw new Error(`medusa ${words.join(' ')} ended with ${String(code)}: ${log}`);
  };
  let server: ChildProcess;
  let ended = Promise.resolve();
  let token = '';

  const ask = (method: string, path: string, body?: object): Promise<Response> =>
    fetch(`${system.shopUrl}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const shop: MedusaShop = {
    ...system,
    publishableKey: '',
    regions: {},
    async admin<T>(method: string, path: string, body?: object) {
      if (token === '') {
        const credentials = { email: 'owner@shop.example', password: SHOP_PASSWORD };
        const signedIn = await ask('POST', '/auth/user/emailpass', credentials);
        ({ token } = (await signedIn.json()) as { token: string });
      }
      const response = await ask(method, `/admin${path}`, body);
      const answer = (await response.json()) as T & { message?: string };
      if (!response.ok) throw new Error(`${method} ${path}: ${String(response.status)} ${answer.message ?? ''}`);
      return answer;
    },
    async readOrders() {
      const orders: MedusaOrder[] = [];
      for (;;) {
        const page = await shop.admin<{ count: number; orders: MedusaOrder[] }>(
          'GET',
          `/orders?limit=100&offset=${String(orders.length)}&fields=${MEDUSA_ORDER_FIELDS}`,
        );
        orders.push(...page.orders);
        if (orders.length >= page.count) return orders.map(toShopOrder);
      }
    },
    async readAllocated() {
      const { inventory_items: items } = await shop.admin<{
        inventory_items: { sku: string; reserved_quantity: number }[];
      }>('GET', '/inventory-items?fields=sku,reserved_quantity');
      return Object.fromEntries(items.map(({ sku, reserved_quantity: reserved }) => [sku, reserved]));
    },
    async alerts() {
      const { notifications } = await shop.admin<{ notifications: { data: { description: string } }[] }>(
        'GET',
        '/notifications?limit=1000&order=-created_at',
      );
      return notifications.map(({ data: { description } }) => description);
    },
    async startShop(options) {
      if (options !== undefined) settings.options = options;
      const child = run('start', '--port', String(system.shopPort));
      server = child;
      ended = new Promise((resolve) => child.once('close', () => resolve()));
      await untilDefined(async () => {
        if (child.exitCode !== null) throw new Error(`the shop ended: ${log}`);
        const response = await fetch(`${system.shopUrl}/health`).catch(() => undefined);
        return response?.ok === true || undefined;
      }, 120_000);
    },
    async killShop() {
      server.kill('SIGKILL');
      await ended;
    },
    shopEnded: () => ended,
    dieAtNextCall: () => writeFileSync(settings.dieFile, ''),
    async close() {
      await shop.killShop();
      await system.close();
    },
  };
  await runToEnd('db:migrate', '--execute-safe-links');
  await runToEnd('exec', './src/scripts/seed.js');
  seed = JSON.parse(readFileSync(settings.seedFile, 'utf8')) as Seed;
  shop.publishableKey = seed.key;
  shop.regions = seed.regions;
  await shop.startShop();
  return shop;
}
