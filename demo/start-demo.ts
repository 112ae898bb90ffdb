import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  createCheckoutServer,
  serve,
  type CheckoutServerOptions,
  type ProfileOverrides,
  type RunningServer,
} from '../server/index.ts';
import {
  SANDBOX_CREDENTIALS,
  SANDBOX_SECOND_ACCOUNT,
  TEST_CARDS,
  serveSandbox,
  type RunningSandbox,
  type SandboxOptions,
} from '../server/sandbox/index.ts';
import { createShop } from './create-shop.ts';
import { listenOnFreePort } from './ports.ts';
import { createPriceList } from './products.ts';

/** The ports of the demo's servers. */
export type DemoPorts = Record<'shop' | 'companion' | 'gateway', number>;

export interface DemoOptions {
  /** 4000, 4001 and 4002 where absent, or the next free ones; 0 takes any free port. */
  ports?: Partial<DemoPorts>;
  /** The option or setting that fixes each port, named in the error if the port is taken. */
  settingNames?: Partial<Record<keyof DemoPorts, string>>;
  print?: (line: string) => void;
  sandbox?: SandboxOptions;
  companion?: Partial<CheckoutServerOptions>;
  /** Folder of the built stories; beside this file where absent. */
  storiesDir?: string;
}

export interface Demo {
  shopUrl: string;
  companionUrl: string;
  gatewayUrl: string;
  apiKey: string;
  sandbox: RunningSandbox['sandbox'];
  close(): Promise<void>;
}

const PORTS: DemoPorts = { shop: 4000, companion: 4001, gateway: 4002 };
const SERVERS = { shop: 'demo shop', companion: 'companion', gateway: 'sandbox gateway' } as const;
const API_KEY = 'demo_key_for_the_demo_shop_only';

/** The labels and required fields of the demo's payment methods. */
const METHODS: NonNullable<ProfileOverrides['methods']> = {
  online_banking: {
    banks: [
      { code: 'NORDBANK', name: 'Nordbank' },
      { code: 'BANCO SOL', name: 'Banco Sol' },
      { code: 'CREDIT VERT', name: 'Crédit Vert' },
    ],
  },
  pix: {
    label: 'Pix',
    presents: 'qr',
    fields: [
      'shopper.first_name',
      'shopper.last_name',
      { path: 'person.document_number', document_types: ['CPF', 'CNPJ'] },
    ],
  },
  boleto: {
    label: 'Boleto',
    presents: 'voucher',
    fields: [
      { path: 'person.document_number', document_types: ['CPF', 'CNPJ'] },
      'billing.country',
      'billing.postal_code',
      'billing.state',
      'billing.city',
      'billing.address',
    ],
  },
};

const SHOP_NAME = 'Kiln & Paper';

/** The shop's colours on the hosted page, light and dark. */
const SHOP_THEME = {
  'color-primary': 'light-dark(#a4492f, #f0a186)',
  'color-on-primary': 'light-dark(#ffffff, #2b120a)',
  'color-focus': 'light-dark(#241a14, #f4ece4)',
  'color-danger': 'light-dark(#b8002e, #ff5f73)',
  'color-surface': 'light-dark(#ffffff, #211b18)',
  'color-text': 'light-dark(#241a14, #f4ece4)',
  'color-muted': 'light-dark(#6e5d52, #b9a99c)',
  'color-border': 'light-dark(#e7ddd1, #3a302a)',
  'color-field-border': 'light-dark(#a08d7e, #7d6e63)',
};

/** The shop's name as its pages write it, light and dark. */
const SHOP_LOGO = fileURLToPath(new URL('./assets/wordmark.svg', import.meta.url));

/** The accounts of the sandbox; the companion of the demo uses the first unless its options have `accounts`. */
const SANDBOX_MERCHANTS = [SANDBOX_CREDENTIALS, SANDBOX_SECOND_ACCOUNT].map(
  ({ merchant_id, account_id, sign_key }) => ({ merchant_id, account_id, name: SHOP_NAME, sign_keys: [sign_key] }),
);

/** Methods for which the sandbox returns a code instead of a redirect. */
const CODES = { pix: 'qr', boleto: 'voucher' } as const;

/**
 * Starts the demo shop, the companion and the sandbox gateway, each on its own port, in one process. Data is deleted at
 * the end. A default port that is taken is replaced by the next free one.
 * @throws CheckoutError `configuration_invalid` if a port of the options is taken
 */
export async function startDemo(options: DemoOptions = {}): Promise<Demo> {
  const folder = mkdtempSync(join(tmpdir(), 'tillgate-demo-'));
  const open: { close(): Promise<unknown> }[] = [];
  const on = <T>(name: keyof DemoPorts, listen: (port: number) => Promise<T>): Promise<T> => {
    const port = options.ports?.[name];
    const settingName = port === undefined ? undefined : (options.settingNames?.[name] ?? `ports.${name}`);
    const reserved = port === undefined ? Object.values(options.ports ?? {}) : [];
    const portOptions = { server: SERVERS[name], port: port ?? PORTS[name], settingName, reserved };
    return listenOnFreePort(portOptions, { listen, print: options.print });
  };
  try {
    const gateway = await on('gateway', (port) =>
      serveSandbox({ port, paymentCodeMethods: CODES, merchants: SANDBOX_MERCHANTS, ...options.sandbox }),
    );
    open.unshift(gateway);
    // Companion and shop need each other's URL at start, so their ports are opened first.
    const handlers = { companion: startingHandler, shop: startingHandler };
    const companionPort = await on('companion', (port) =>
      serve({ port, fetch: (...request) => handlers.companion(...request) }),
    );
    open.unshift(companionPort);
    const shopPort = await on('shop', (port) => serve({ port, fetch: (...request) => handlers.shop(...request) }));
    open.unshift(shopPort);
    const webhookSecret = `whsec_${randomBytes(32).toString('base64')}`;
    const companion = createCheckoutServer({
      publicUrl: companionPort.url,
      gatewayUrl: gateway.url,
      priceList: createPriceList(shopPort.url),
      merchantId: SANDBOX_CREDENTIALS.merchant_id,
      accountId: SANDBOX_CREDENTIALS.account_id,
      signKey: SANDBOX_CREDENTIALS.sign_key,
      apiKeys: `${API_KEY}:pay+refund+payout+resolve+issue+users+read`,
      allowedOrigins: [shopPort.url],
      webhookUrl: `${shopPort.url}/webhooks`,
      webhookSecret,
      issuingUrl: gateway.url,
      companyId: SANDBOX_CREDENTIALS.company_id,
      issuingSignKey: SANDBOX_CREDENTIALS.issuing_sign_key,
      shopName: SHOP_NAME,
      shopLogo: SHOP_LOGO,
      theme: SHOP_THEME,
      shopLinks: {
        terms: `${shopPort.url}/terms`,
        privacy: `${shopPort.url}/privacy`,
        refunds: `${shopPort.url}/refunds`,
        contact: `${shopPort.url}/contact`,
      },
      dataDir: folder,
      logLevel: 'error',
      profile: { methods: METHODS },
      ...options.companion,
    });
    open.splice(1, 0, companion);
    await companion.ready;
    handlers.companion = companion.fetch;
    const urls = { shopUrl: shopPort.url, companionUrl: companionPort.url, gatewayUrl: gateway.url };
    handlers.shop = (request) => shop.fetch(request);
    const shop = createShop({
      ...urls,
      apiKey: API_KEY,
      webhookSecret,
      storiesDir: options.storiesDir ?? fileURLToPath(new URL('./stories/', import.meta.url)),
    });
    printAddresses(options.print, urls);
    return { ...urls, apiKey: API_KEY, sandbox: gateway.sandbox, close: () => closeAll(open, folder) };
  } catch (error) {
    await closeAll(open, folder);
    throw error;
  }
}

type Handler = Parameters<typeof serve>[0]['fetch'];

const startingHandler: Handler = () => new Response('starting', { status: 503 });

async function closeAll(
  open: readonly (Pick<RunningServer, 'close'> | { close(): Promise<unknown> })[],
  folder: string,
): Promise<void> {
  for (const part of open) await part.close();
  rmSync(folder, { recursive: true, force: true });
}

function printAddresses(
  print: DemoOptions['print'],
  urls: Record<'shopUrl' | 'companionUrl' | 'gatewayUrl', string>,
): void {
  if (print === undefined) return;
  print('');
  print(`  demo shop   ${urls.shopUrl}`);
  print(`  companion   ${urls.companionUrl}`);
  print(`  gateway     ${urls.gatewayUrl}   (sandbox: no money moves)`);
  print(`  console     ${urls.companionUrl}/console   (key: ${API_KEY})`);
  print(`  API         ${urls.companionUrl}/docs   (same key)`);
  print('');
  print('  Test cards: any future expiry, any security code');
  for (const card of TEST_CARDS) print(`    ${card.number}   ${card.meaning}`);
  print('');
}
