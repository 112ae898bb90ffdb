import { fork, type ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ShopOrder, ShopWithRecords } from './shop-records.ts';
import { SHOP_PASSWORD, startShopEnvironment, WEBHOOK_SECRET, type ShopEnvironment } from './shop-system.ts';

/** What the plugin told its shop of money that no order took. */
export interface UnplacedPayment {
  payment: string;
  orderCode: string;
  reason: string;
  action: string;
}

/** Vendure with the plugin, a companion, the sandbox and a storefront: each in its own process or on its own port. */
export interface VendureShop extends ShopEnvironment, ShopWithRecords {
  unplaced: UnplacedPayment[];
  shopApi: string;
  readOrders(): Promise<VendureOrder[]>;
  /** A request of the shop's staff. */
  admin<T>(query: string, variables?: object): Promise<T>;
  killShop(): Promise<void>;
  /** Resolves once the shop's process has ended. */
  shopEnded(): Promise<void>;
  /** `options` of the plugin replace those before. */
  startShop(options?: object): Promise<void>;
  /** Has the shop end while it places the next order. */
  dieAtNextOrder(): void;
}

/** An order with its history. */
export interface VendureOrder extends ShopOrder {
  history: { items: { type: string; data: { note?: string } }[] };
}

interface OrderRow extends Omit<VendureOrder, 'lines' | 'notes'> {
  lines: { quantity: number; productVariant: { sku: string } }[];
}

const ORDERS = `query ($skip: Int!) { orders(options: { skip: $skip, take: 100 }) { totalItems items {
  id code state active totalWithTax lines { quantity productVariant { sku } }
  payments { id amount state transactionId refunds { id total state transactionId } }
  history(options: { take: 50 }) { items { type data } }
} } }`;

interface Answer {
  data: unknown;
  errors?: { message: string }[];
}

/** @param postgresUrl an empty database; without it, the shop's data is in an SQLite file */
export async function startVendureShop(postgresUrl?: string): Promise<VendureShop> {
  const system = await startShopEnvironment('vendure', ({ shopUrl, companionUrl }) => ({
    shopApi: `${shopUrl}/shop-api`,
    companion: companionUrl,
  }));
  const { data, folder, shopUrl } = system;
  const database =
    postgresUrl === undefined
      ? { type: 'sqljs', location: join(data, 'shop.sqlite'), autoSave: true }
      : { type: 'postgres', url: postgresUrl };
  const unplaced: UnplacedPayment[] = [];
  const settings = {
    port: system.shopPort,
    password: SHOP_PASSWORD,
    database,
    companionUrl: system.companionUrl,
    apiKey: system.apiKey,
    webhookSecret: WEBHOOK_SECRET,
    storefrontUrl: system.storefrontUrl,
    methods: ['card'],
    dieFile: join(data, 'die'),
    options: {} as object,
  };
  let isNew = true;
  let server: ChildProcess;
  let ended = Promise.resolve();
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
    ...system,
    unplaced,
    shopApi: `${shopUrl}/shop-api`,
    async admin<T>(query: string, variables = {}) {
      if (staff === '') {
        await ask('mutation ($password: String!) { login(username: "owner", password: $password) { __typename } }', {
          password: SHOP_PASSWORD,
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
      child.on('message', (message: { unplaced?: UnplacedPayment }) => {
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
    async readOrders() {
      const orders: VendureOrder[] = [];
      for (;;) {
        const { orders: page } = await shop.admin<{ orders: { totalItems: number; items: OrderRow[] } }>(ORDERS, {
          skip: orders.length,
        });
        orders.push(...page.items.map(toOrder));
        if (orders.length >= page.totalItems) return orders;
      }
    },
    async readAllocated() {
      const { productVariants } = await shop.admin<{
        productVariants: { items: { sku: string; stockLevels: { stockAllocated: number }[] }[] };
      }>('{ productVariants { items { sku stockLevels { stockAllocated } } } }');
      return Object.fromEntries(
        productVariants.items.map(({ sku, stockLevels }) => [
          sku,
          stockLevels.reduce((total, { stockAllocated }) => total + stockAllocated, 0),
        ]),
      );
    },
    async close() {
      await shop.killShop();
      await system.close();
    },
  };
  await shop.startShop();
  return shop;
}

function toOrder({ lines, ...order }: OrderRow): VendureOrder {
  const notes = order.history.items.filter(({ type }) => type === 'ORDER_NOTE');
  return {
    ...order,
    lines: lines.map(({ quantity, productVariant: { sku } }) => ({ quantity, sku })),
    notes: notes.map(({ data }) => data.note ?? ''),
  };
}
