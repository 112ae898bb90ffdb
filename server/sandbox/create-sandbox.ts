import { readFileSync } from 'node:fs';
import { Hono, type Context } from 'hono';
import { CheckoutError } from '../../shared/errors.ts';
import { DEFAULT_VENDOR_TOKEN_FIELD } from '../../shared/interface/payment-request.ts';
import { authorise, toPairs } from './acquiring/authorise.ts';
import { toXml } from './acquiring/answer-xml.ts';
import { controlRoutes } from './control-routes.ts';
import { spoil } from './faults.ts';
import { issuerRoutes } from './issuer-routes.ts';
import { createLedger } from './acquiring/ledger.ts';
import { createNotifier } from './notifications.ts';
import { booksPage } from './pages/books.ts';
import { queryTransactions } from './acquiring/query-transactions.ts';
import { readFields, withoutCardData } from './read-request.ts';
import { createScenarios, type Scenario } from './scenarios.ts';
import type { SandboxMerchant, World } from './world.ts';

/** The merchant that every sandbox knows. Every key of the sandbox begins with `sandbox_`. */
export const SANDBOX_CREDENTIALS = {
  merchant_id: '70519',
  account_id: '984747105',
  sign_key: 'sandbox_sign_key_of_no_worth',
} as const;

export interface SandboxOptions {
  merchants?: readonly SandboxMerchant[];
  /** Base of issuer_url; where absent, the address that the request came to. */
  publicUrl?: string;
  /** Opens the control API also beyond this machine; on this machine it is always open. */
  control?: boolean;
  /** After how many ms a pending payment is paid; 3,000 where absent. */
  settlePendingAfter?: number;
  /** Pause before the first repetition of a notification, in ms; 1,000 where absent. */
  retryBase?: number;
  vendorTokenField?: string;
  /** Takes sign keys of any form: for tests with published digests only. */
  allowAnyKey?: boolean;
  now?: () => number;
  random?: () => number;
  /** Delivers notifications. */
  fetch?: typeof fetch;
}

export interface Sandbox {
  app: Hono;
  fetch: (request: Request, ...rest: unknown[]) => Response | Promise<Response>;
  request: Hono['request'];
  /** The books and switches, for tests in the same process. */
  world: World;
  close(): Promise<void>;
}

/** How many requests are remembered for the control API. */
const REQUESTS_KEPT = 500;

/**
 * The gateway simulator: the interface's acquiring side, its issuers' pages and a control API, in memory.
 * @throws CheckoutError `configuration_invalid` for a sign key that is not one of the sandbox
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const world = createWorld(options);
  const app = new Hono();
  app.post('/v1/authorise', (c) => operate(world, c, 'authorise', authoriseReply));
  app.post('/v1/retrievalTrans', (c) => operate(world, c, 'retrievalTrans', queryReply));
  app.route('/issuer', issuerRoutes(world));
  app.use('/control/*', async (c, next) => {
    const { hostname } = new URL(c.req.url);
    const local = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
    return local || options.control === true ? next() : c.notFound();
  });
  app.route(
    '/control',
    controlRoutes(world, () => reset(world)),
  );
  app.get('/', () => booksPage(world));
  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  serveAsset(app, 'sandbox.css', 'text/css; charset=utf-8');
  serveAsset(app, 'sandbox.svg', 'image/svg+xml');
  return {
    app,
    fetch: (request, ...rest) => app.fetch(request, ...(rest as [])),
    request: app.request,
    world,
    close() {
      world.notifier.close();
      for (const timer of world.timers) clearTimeout(timer);
      return Promise.resolve();
    },
  };
}

function createWorld(options: SandboxOptions): World {
  const merchants = options.merchants ?? [
    {
      merchant_id: SANDBOX_CREDENTIALS.merchant_id,
      account_id: SANDBOX_CREDENTIALS.account_id,
      sign_keys: [SANDBOX_CREDENTIALS.sign_key],
    },
  ];
  const keys = merchants.flatMap((merchant) => merchant.sign_keys);
  if (options.allowAnyKey !== true && keys.some((key) => !key.startsWith('sandbox_'))) {
    throw new CheckoutError(
      'configuration_invalid',
      'A sign key of the sandbox begins with sandbox_; live keys have no place here.',
    );
  }
  const now = options.now ?? Date.now;
  const random = options.random ?? Math.random;
  const scenarios = createScenarios();
  const world: World = {
    merchants,
    ledger: createLedger(random),
    notifier: createNotifier({
      scenarios,
      now,
      random,
      retryBase: options.retryBase ?? 1_000,
      fetch: options.fetch ?? globalThis.fetch,
    }),
    scenarios,
    requests: [],
    tokens: new Map(),
    now,
    random,
    publicUrl: options.publicUrl,
    settlePendingAfter: options.settlePendingAfter ?? 3_000,
    vendorTokenField: options.vendorTokenField ?? DEFAULT_VENDOR_TOKEN_FIELD,
    timers: new Set(),
    settle(transaction, state, code) {
      if (transaction.state === 'paid' || transaction.state === 'declined') return;
      Object.assign(transaction, { state, result_code: code, settled_at: now() });
      const pairs = toPairs(world, transaction);
      world.notifier.notify(transaction.transaction_id, transaction.order_no, transaction.notify_url, pairs);
    },
  };
  return world;
}

type Operation = Exclude<Scenario['operation'], 'notification'>;
type Reply = (world: World, fields: Record<string, unknown>, c: Context) => { response: Response; answer: string };

/** Reads, remembers, works, answers, and lets an armed scenario spoil the answer. */
async function operate(world: World, c: Context, operation: Operation, work: Reply): Promise<Response> {
  const fields = (await readFields(c.req.raw)) ?? {};
  const orderNo = typeof fields['order_no'] === 'string' ? fields['order_no'] : undefined;
  const scenario = world.scenarios.take(operation, orderNo);
  const received = {
    operation,
    at: world.now(),
    content_type: c.req.header('content-type') ?? '',
    fields: withoutCardData(fields),
    answer: '',
  };
  world.requests.push(received);
  if (world.requests.length > REQUESTS_KEPT) world.requests.shift();
  if (scenario?.after_charge === false) return spoil(c, scenario, new Response(null));
  const { response, answer } = work(world, fields, c);
  received.answer = answer;
  return scenario === undefined ? response : spoil(c, scenario, response);
}

const authoriseReply: Reply = (world, fields, c) => {
  const { status, result } = authorise(world, fields, new URL(c.req.url).origin);
  const answer = toXml(result);
  return {
    answer,
    response: new Response(answer, { status, headers: { 'content-type': 'application/xml; charset=utf-8' } }),
  };
};

const queryReply: Reply = (world, fields, c) => {
  const body = queryTransactions(world, fields);
  return { answer: JSON.stringify(body), response: c.json(body) };
};

function serveAsset(app: Hono, name: string, type: string): void {
  const body = readFileSync(new URL(`./assets/${name}`, import.meta.url), 'utf8');
  app.get(`/${name}`, () => new Response(body, { headers: { 'content-type': type, 'cache-control': 'max-age=300' } }));
}

function reset(world: World): void {
  world.ledger.clear();
  world.notifier.clear();
  world.scenarios.clear();
  world.tokens.clear();
  world.requests.length = 0;
  for (const timer of world.timers) clearTimeout(timer);
  world.timers.clear();
}
