import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCardSubmit } from '../support/system.ts';
import {
  PACKED_API_KEY,
  startPackedCompanionAndSandbox,
  type PackedSystem,
} from '../packaging/support/packed-system.ts';
import { appFolderOf, runTool } from '../packaging/support/shop-window.ts';

/**
 * Every block of TypeScript and JavaScript in the package's documents: compiled under `strict` against the packed types,
 * and run against the packed code. Blocks below a comment that names a file are parts of apps, which are compiled and run
 * as a whole.
 */

interface Snippet {
  place: string;
  code: string;
  given: Given;
}

/** What stands around a snippet on a reader's page or server. */
interface Given {
  /** A part of the snippet that no other one has. */
  of: string;
  /** Types of the names that it does not declare itself. */
  types?: string;
  /** Their values, in JavaScript. Absent: the snippet is compiled only. */
  before?: string;
  /** What is printed as JSON once it has run. */
  result?: string;
}

const SETTINGS = `{ publicUrl: 'http://pay.localhost:4001', gatewayUrl: 'http://127.0.0.1:1', merchantId: '70519',
  accountId: '984747105', signKey: 'sign_key_of_a_snippet', apiKeys: '${PACKED_API_KEY}:pay', dataDir: ':memory:' }`;
const SHOP_TYPES =
  'declare const apiKey: string, orderNo: string, sessionId: string, paymentId: string, refundNo: string, count: number;';
const CLIENT_TYPES = `import type { TillgateClient } from 'tillgate/client'; declare const tillgate: TillgateClient; ${SHOP_TYPES}`;
const CLIENT = `import { createTillgateClient } from 'tillgate/client';
  const tillgate = createTillgateClient({ url: 'https://pay.shop.example', apiKey });`;
const CHECKOUT_TYPES = `import type { TillgateCheckout } from 'tillgate/widget'; declare const checkout: TillgateCheckout;`;

const GIVEN: readonly Given[] = [
  { of: "fetch('https://pay.shop.example/v1/sessions'", types: SHOP_TYPES, before: '', result: 'session' },
  {
    of: 'fetch(`https://pay.shop.example/v1/sessions/',
    types: SHOP_TYPES,
    before: '',
    result: '{ status, attempts_left }',
  },
  { of: "fetch('https://pay.shop.example/v1/refunds'", types: SHOP_TYPES, before: '', result: 'refunds' },
  { of: 'const opened = await tillgate.sessions.create(', types: SHOP_TYPES, before: '', result: 'opened' },
  {
    of: 'async fetch(request: Request, env: Env)',
    before: '',
    result: `await (async () => {
      const request = new Request('http://shop.example/?session_id=' + sessionId);
      return (await worker.fetch(request, { TILLGATE_API_KEY: apiKey })).json();
    })()`,
  },
  {
    of: 'tillgate.payments.list({ status',
    types: CLIENT_TYPES,
    before: CLIENT,
    result: '{ payments, next_cursor }',
  },
  { of: 'await tillgate.sessions.update(', types: CLIENT_TYPES, before: CLIENT, result: '{ version, amount }' },
  { of: "querySelector('tillgate-checkout')?.update()", types: "import 'tillgate/widget';" },
  { of: 'await tillgate.payments.create(', types: CLIENT_TYPES },
  { of: 'await tillgate.cardsSessions.create(', types: CLIENT_TYPES, before: CLIENT, result: 'token.slice(0, 4)' },
  { of: 'await tillgate.refunds.create(', types: CLIENT_TYPES, before: CLIENT, result: 'refunds' },
  {
    of: 'if (error.isOutcomeUnknown)',
    types: `${CLIENT_TYPES} declare function repeatLater(key: string | undefined): void;`,
    before: `${CLIENT} const codes = []; console.error = (code) => codes.push(code);`,
    result: 'codes',
  },
  {
    of: 'verifyWebhookAsync(await request.text()',
    types: 'declare const webhookSecret: string; declare function ship(orderNo: string): Promise<void>;',
    before: `import { createSignedWebhook } from 'tillgate/webhooks';
      const webhookSecret = 'whsec_' + Buffer.alloc(32, 7).toString('base64');
      const shipped = []; const ship = async (orderNo) => shipped.push(orderNo);`,
    result: `await (async () => {
      const signed = createSignedWebhook('payment.paid', { order_no: 'T-1' }, webhookSecret);
      const answer = await receive(new Request('http://shop.example/', { method: 'POST', ...signed }));
      return { status: answer.status, shipped };
    })()`,
  },
  {
    of: "import 'tillgate/widget'",
    types: 'declare const token: string; declare function offerAnotherSession(): void;',
    before: `const token = 'tgs_1'; let over = 0; const offerAnotherSession = () => (over += 1); const went = [];
      globalThis.location = { assign: (to) => went.push(to) };
      const tag = new EventTarget(); globalThis.document = { querySelector: (name) => name === 'tillgate-checkout' && tag };`,
    result: `(() => {
      for (const status of ['paid', 'expired'])
        tag.dispatchEvent(Object.assign(new Event('tillgate-complete'), { status, session_id: 'ses_1' }));
      return { server: tag.server, session: tag.session, went, over };
    })()`,
  },
  {
    of: "app.post('/webhooks'",
    types: `import type { Hono } from 'hono'; declare const app: Hono; declare function ship(orderNo: string): Promise<void>;`,
    before: `import { Hono } from 'hono'; import { createSignedWebhook } from 'tillgate/webhooks';
      const app = new Hono(); const shipped = []; const ship = async (orderNo) => shipped.push(orderNo);
      process.env.TILLGATE_WEBHOOK_SECRET = 'whsec_' + Buffer.alloc(32, 7).toString('base64');`,
    result: `await (async () => {
      const { body, headers } = createSignedWebhook('payment.paid', { order_no: 'T-1' }, process.env.TILLGATE_WEBHOOK_SECRET);
      const answer = await app.request('/webhooks', { method: 'POST', headers, body });
      return { status: answer.status, shipped };
    })()`,
  },
  {
    of: 'const { app, fetch, close } = createCheckoutServer(',
    before: `process.env.SIGN_KEY = 'sign_key_of_a_snippet'; process.env.API_KEYS = '${PACKED_API_KEY}:pay+refund+read';`,
    result: `await (async () => {
      const { status } = await fetch(new Request('https://pay.shop.example/healthz'));
      const mounted = await app.request('/healthz');
      await close();
      return { status, mounted: mounted.status };
    })()`,
  },
  {
    of: 'async screenPayment(',
    types: `import { createCheckoutServer, type CheckoutServerOptions } from 'tillgate/server';
      declare const settings: CheckoutServerOptions;
      declare function verifyCaptcha(token: string | null, ip: string, signal: AbortSignal): Promise<boolean>;`,
    before: `import { createCheckoutServer as create } from 'tillgate/server'; let made;
      const createCheckoutServer = (options) => (made = { options, server: create(options) });
      const settings = ${SETTINGS}; const verifyCaptcha = async (token) => token === 'good';`,
    result: `await (async () => {
      const answers = await Promise.all(['good', 'bad'].map((risk_token) => made.options.screenPayment({ risk_token, shopper: {} })));
      await made.server.close();
      return answers;
    })()`,
  },
  {
    of: 'priceOrder: async (basket)',
    types: `import { createCheckoutServer, type CheckoutServerOptions, type CreateBasketSession, type PricedBasketOrder } from 'tillgate/server';
      declare const settings: CheckoutServerOptions; declare function priceFromStock(basket: CreateBasketSession): Promise<PricedBasketOrder>;`,
    before: `import { createCheckoutServer as create } from 'tillgate/server'; let made;
      const createCheckoutServer = (options) => (made = { options, server: create(options) });
      const settings = ${SETTINGS}; const priceFromStock = async (basket) => ({ priced: basket });`,
    result: `await (async () => { await made.server.close(); return made.options.priceOrder('basket'); })()`,
  },
  {
    of: "addEventListener('tillgate-submit'",
    types: `${CHECKOUT_TYPES} declare const captcha: { execute(): Promise<string> };`,
    before: `const captcha = { execute: async () => 'solved' }; const sent = [];
      const checkout = Object.assign(new EventTarget(), { riskToken: '', submit: async () => void sent.push(checkout.riskToken) });`,
    result: `await (async () => {
      const event = new Event('tillgate-submit', { cancelable: true });
      checkout.dispatchEvent(event);
      await new Promise((resolve) => setTimeout(resolve));
      return { held: event.defaultPrevented, sent, riskToken: checkout.riskToken };
    })()`,
  },
  {
    of: 'new FakeCompanion(',
    types: `import type { TillgateCheckout } from 'tillgate/widget'; declare const element: TillgateCheckout;`,
    before: 'const element = {};',
    result: `await (async () => {
      const answer = await element.fetcher('http://pay.example/checkout/session', { method: 'GET', headers: {} });
      return { session: element.session, amount: (await answer.json()).amount };
    })()`,
  },
  {
    of: "addEventListener('tillgate-card'",
    types: "import 'tillgate/widget';",
    before: `const shown = { hidden: true }; const tag = new EventTarget();
      globalThis.document = { querySelector: (name) => (name === '#offer' ? shown : tag) };`,
    result: `['', '424242', '411111'].map((bin) => {
      tag.dispatchEvent(Object.assign(new Event('tillgate-card'), { brand: 'visa', bin }));
      return shown.hidden;
    })`,
  },
  { of: 'checkout.labels =', types: CHECKOUT_TYPES, before: 'const checkout = {};', result: 'checkout.labels' },
  // Medusa and Vendure are not installed here: these are compiled only. What they take of Medusa is declared.
  { of: "resolve: 'tillgate/medusa'" },
  { of: "export { POST } from 'tillgate/medusa'" },
  { of: "from '@medusajs/framework/http'" },
  {
    of: 'payment_collection.payment_sessions[0]',
    types: `import 'tillgate/widget'; declare const cartId: string; declare function post(path: string, body?: object): Promise<any>;
      declare function offerCheckoutAgain(): void; declare function showThanks(order: string): void;`,
  },
  {
    of: "event: 'tillgate.payment_unplaced'",
    types: `declare function mailStaff(text: string): Promise<void>;`,
  },
  { of: 'TillgatePlugin.init({' },
  {
    of: 'ofType(UnplacedPaymentEvent)',
    types: `declare function mailStaff(text: string): void;
      declare const eventBus: { ofType<T>(type: new (...given: never[]) => T): { subscribe(take: (event: T) => void): void } };`,
  },
  {
    of: 'await openTillgateCheckout()',
    types: `import 'tillgate/widget'; declare function showThanks(code?: string): void;
      declare function openTillgateCheckout(): Promise<{ orderCode: string; token: string; server: string; status: string }>;`,
  },
  // Angular is not installed here; what the snippet takes of it is declared.
  { of: "from '@angular/core'" },
];

const ANGULAR = `declare module '@angular/core' {
  export function Component(options: { selector: string; schemas: unknown[]; template: string }): (target: new () => object) => void;
  export const CUSTOM_ELEMENTS_SCHEMA: unknown;
}`;

const MEDUSA = `declare module '@medusajs/framework/http' {
  export function defineMiddlewares(given: { routes: object[] }): object;
}`;

const app = appFolderOf('plain');
const installed = join(app, 'node_modules/tillgate');
const folder = join(app, 'snippets');
const documents = ['.', 'server/docs', 'widget/docs'].flatMap((name) =>
  readdirSync(join(installed, name))
    .filter((file) => file.endsWith('.md'))
    .map((file) => join(name, file)),
);
const blocks = documents.flatMap((path) => {
  const text = readFileSync(join(installed, path), 'utf8');
  return [...text.matchAll(/(<!-- \S+ -->\n)?^```(?:js|ts|tsx|jsx|mjs|javascript|typescript)\n(.*?)^```/gms)].map(
    ([block, app, code]) => ({
      place: `${path}:${String(text.slice(0, text.indexOf(block)).split('\n').length)}`,
      app,
      code: code!,
    }),
  );
});
const own = blocks.filter((block) => block.app === undefined);
const givenOf = (code: string): Given[] => GIVEN.filter(({ of }) => code.includes(of));
const snippets: Snippet[] = own.flatMap(({ place, code }) => givenOf(code).map((given) => ({ place, code, given })));

test('every snippet of the documents is listed here once, and every listed snippet exists', () => {
  expect(own.filter(({ code }) => givenOf(code).length !== 1).map(({ place }) => place)).toEqual([]);
  expect(GIVEN.filter((given) => !snippets.some((one) => one.given === given))).toEqual([]);
});

test('every snippet compiles under strict against the package’s types', async () => {
  mkdirSync(folder, { recursive: true });
  const files = snippets.map(({ place, code, given }, at) => {
    const file = `snippets/${String(at)}-${place.replace(/\W+/g, '-')}.ts`;
    writeFileSync(join(app, file), `${given.types ?? ''}\n${code}\nexport {};\n`);
    return file;
  });
  writeFileSync(join(folder, 'angular.d.ts'), ANGULAR);
  writeFileSync(join(folder, 'medusa.d.ts'), MEDUSA);
  const root = new URL('../../', import.meta.url).pathname;
  const options = '--noEmit --strict --target es2023 --lib es2023,dom,dom.iterable --module nodenext --skipLibCheck';
  const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')];
  expect(
    await runTool('tsc', 'plain', [
      ...options.split(' '),
      ...types,
      'snippets/angular.d.ts',
      'snippets/medusa.d.ts',
      ...files,
    ]),
  ).toBe('');
});

test('the bundler app whose lines the documents show compiles under strict', async () => {
  const options = '--noEmit --strict --target es2023 --lib es2023,dom,dom.iterable --module esnext';
  const words = [...options.split(' '), '--moduleResolution', 'bundler', '--skipLibCheck', 'main.ts'];
  expect(await runTool('tsc', 'vite', words)).toBe('');
});

describe('snippets that are run', () => {
  let system: PackedSystem;
  beforeAll(async () => {
    system = await startPackedCompanionAndSandbox();
  });
  afterAll(() => system.close());

  /** Runs a snippet in a program of its own and reads its result. */
  async function run<T>(of: string, values: Readonly<Record<string, string | number>> = {}): Promise<T> {
    const { code, given } = snippets.find((one) => one.given.of === of)!;
    const constants = Object.entries(values).map(([name, value]) => `const ${name} = ${JSON.stringify(value)};`);
    const typed = `${constants.join('\n')}${given.before!}\n${code}\nconsole.log('result ' + JSON.stringify(${given.result!}));\n`;
    const toReal = (text: string): string =>
      text
        .replaceAll('https://pay.shop.example/v1', `${system.url}/v1`)
        .replaceAll("url: 'https://pay.shop.example'", `url: '${system.url}'`);
    const { outputText } = ts.transpileModule(toReal(typed), {
      compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
    });
    mkdirSync(folder, { recursive: true });
    const file = join(folder, `run-${String(GIVEN.findIndex((one) => one.of === of))}.mjs`);
    writeFileSync(file, outputText);
    const { stdout } = await promisify(execFile)(process.execPath, [file], { cwd: folder });
    return JSON.parse(/^result (.*)$/m.exec(stdout)![1]!) as T;
  }

  test('a session is created, read and refunded as the manual shows', async () => {
    const shop = { apiKey: PACKED_API_KEY, orderNo: `S-${String(Date.now())}`, count: 1 };
    const session = await run<{ id: string; token: string }>("fetch('https://pay.shop.example/v1/sessions'", shop);
    const paid = await fetch(`${system.url}/checkout/payments`, {
      method: 'POST',
      headers: { authorization: `Bearer ${session.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...createCardSubmit(), shopper: { email: 'ana@example.com' } }),
    });
    expect(paid.status).toBe(200);
    const { payment_id: paymentId } = (await paid.json()) as { payment_id: string };
    const asked = { apiKey: PACKED_API_KEY, sessionId: session.id };
    expect(await run('fetch(`https://pay.shop.example/v1/sessions/', asked)).toMatchObject({ status: 'paid' });
    expect(await run('async fetch(request: Request, env: Env)', asked)).toEqual({ status: 'paid' });
    const refunds = await run("fetch('https://pay.shop.example/v1/refunds'", {
      apiKey: PACKED_API_KEY,
      paymentId,
      refundNo: 'R-1',
    });
    expect(refunds).toMatchObject([{ refund: { payment_id: paymentId, refund_amount: '4.00' }, error: null }]);
    const again = { apiKey: PACKED_API_KEY, paymentId, refundNo: 'R-2' };
    expect(await run('await tillgate.refunds.create(', again)).toMatchObject([{ error: null }]);
    const listed = await run('tillgate.payments.list({ status', { apiKey: PACKED_API_KEY, orderNo: shop.orderNo });
    expect(listed).toMatchObject({ payments: [{ id: paymentId, refunded_amount: '8.00' }], next_cursor: null });
    expect(await run('if (error.isOutcomeUnknown)', { apiKey: PACKED_API_KEY, paymentId })).toEqual(['wrong_state']);
    const opened = await run<{ id: string }>('const opened = await tillgate.sessions.create(', {
      apiKey: PACKED_API_KEY,
      orderNo: `${shop.orderNo}-2`,
    });
    expect(opened).toMatchObject({ status: 'open', amount: '24.00' });
    expect(await run('await tillgate.cardsSessions.create(', { apiKey: PACKED_API_KEY })).toBe('tgc_');
    const changed = await run('await tillgate.sessions.update(', { apiKey: PACKED_API_KEY, sessionId: opened.id });
    expect(changed).toEqual({ version: 2, amount: '26.90' });
  });

  test.each<[string, unknown]>([
    [
      "import 'tillgate/widget'",
      {
        server: 'https://pay.shop.example',
        session: 'tgs_1',
        went: ['/thank-you?session_id=ses_1'],
        over: 1,
      },
    ],
    ["app.post('/webhooks'", { status: 200, shipped: ['T-1'] }],
    ['verifyWebhookAsync(await request.text()', { status: 200, shipped: ['T-1'] }],
    ['const { app, fetch, close } = createCheckoutServer(', { status: 200, mounted: 200 }],
    [
      'async screenPayment(',
      [
        { allow: true, code: 'captcha' },
        { allow: false, code: 'captcha' },
      ],
    ],
    ['priceOrder: async (basket)', { priced: 'basket' }],
    ["addEventListener('tillgate-submit'", { held: true, sent: ['solved'], riskToken: '' }],
    ['new FakeCompanion(', { session: 'any', amount: '12.00' }],
    ["addEventListener('tillgate-card'", [true, false, true]],
    ['checkout.labels =', { pay: 'Buy now for {amount}', 'card.code': 'CVC' }],
  ])('the snippet with %s does what its document says', async (of, result) => {
    expect(await run(of)).toEqual(result);
  });
});
