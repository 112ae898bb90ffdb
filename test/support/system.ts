import { finishBackgroundWork } from '../../server/create-checkout-server.ts';
import { createCheckoutServer, type CheckoutServer, type CheckoutServerOptions } from '../../server/index.ts';
import {
  SANDBOX_CREDENTIALS,
  serveSandbox,
  type SandboxOptions,
  type RunningSandbox,
} from '../../server/sandbox/index.ts';
import type { Payment } from '../../shared/contract/merchant/payments.ts';
import type { CreateSession, Outcome, SubmitPayment } from '../../shared/contract/index.ts';
import { refuseUndeclaredError } from './declared-errors.ts';
import { testApiKey } from './test-keys.ts';

export { untilDefined } from './wait.ts';

export const API_KEY = testApiKey('shop');
export const SHOP_ORIGIN = 'http://shop.localhost:4000';

/** A sandbox on a port and a companion in memory, without a browser. */
export interface TestSystem {
  companion: CheckoutServer;
  sandbox: RunningSandbox;
  /** A request of the shop's server. */
  merchant(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Response>;
  /** A request of the shopper's browser. */
  browser(token: string, method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<Response>;
  openSession(changes?: Partial<CreateSession>): Promise<CreatedSession>;
  pay(token: string, changes?: Partial<SubmitPayment>): Promise<Outcome>;
  /** Pays in a new session; returns the payment. */
  paid(changes?: Partial<CreateSession>, number?: string): Promise<TestPaymentDetails>;
  /** A POST of the shop's server that must succeed; returns the body. */
  post<T = Record<string, unknown>>(path: string, body?: unknown): Promise<T>;
  get<T = Record<string, unknown>>(path: string): Promise<T>;
  /** Waits for the work that requests began and that goes on after their responses, such as applied notifications. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

export interface CreatedSession {
  id: string;
  token: string;
  url: string;
  status: string;
  version: number;
  expires_at: string;
  warnings?: string[];
}

/** `companion.gatewayUrl` replaces the sandbox; `notifications` delivers the sandbox's notifications. */
export async function startTestSystem(
  options: { companion?: Partial<CheckoutServerOptions>; sandbox?: SandboxOptions; notifications?: boolean } = {},
): Promise<TestSystem> {
  // The companion has no port here: the sandbox's notifications go to it directly, or nowhere.
  const deliver: typeof fetch = (url, init) =>
    options.notifications === true
      ? Promise.resolve(companion.fetch(new Request(url as string, init)))
      : Promise.reject(new Error('nobody listens'));
  const sandbox = await serveSandbox({
    port: 0,
    notificationRetryDelay: 50,
    fetch: deliver,
    ...options.sandbox,
    delays: { pendingPayment: 60_000, ...options.sandbox?.delays },
  });
  const companion = createCheckoutServer({
    publicUrl: 'http://pay.localhost:4001',
    gatewayUrl: sandbox.url,
    merchantId: SANDBOX_CREDENTIALS.merchant_id,
    accountId: SANDBOX_CREDENTIALS.account_id,
    signKey: SANDBOX_CREDENTIALS.sign_key,
    issuingUrl: sandbox.url,
    companyId: SANDBOX_CREDENTIALS.company_id,
    issuingSignKey: SANDBOX_CREDENTIALS.issuing_sign_key,
    apiKeys: `${API_KEY}:pay+refund+payout+resolve+issue+users+read`,
    allowedOrigins: [SHOP_ORIGIN],
    dataDir: ':memory:',
    logLevel: 'silent',
    reconcileEvery: 0,
    profile: { methods: { bank_transfer: { label: 'Bank transfer', banks: [{ code: 'BANK1', name: 'Bank One' }] } } },
    ...options.companion,
  });
  const system: TestSystem = {
    companion,
    sandbox,
    async merchant(method, path, body, headers) {
      const sent = { ...(method === 'POST' || method === 'PATCH' ? newIdempotencyKey() : {}), ...headers };
      const response = await send(companion, method, path, API_KEY, body, sent);
      await refuseUndeclaredError(method, path, response.clone());
      return response;
    },
    async browser(token, method, path, body) {
      const response = await send(companion, method, path, token, body, { origin: SHOP_ORIGIN });
      await refuseUndeclaredError(method, path, response.clone());
      return response;
    },
    async openSession(changes) {
      const response = await system.merchant('POST', '/v1/sessions', {
        ...TEST_SESSION_FIELDS,
        order_no: nextOrderNo(),
        ...changes,
      });
      if (response.status !== 201) throw new Error(`no session: ${await response.text()}`);
      return (await response.json()) as CreatedSession;
    },
    async pay(token, changes) {
      const response = await system.browser(token, 'POST', '/checkout/payments', { ...createCardSubmit(), ...changes });
      return (await response.json()) as Outcome;
    },
    async paid(changes, number) {
      const session = await system.openSession(changes);
      const outcome = await system.pay(session.token, createCardSubmit(number));
      return system.get<TestPaymentDetails>(`/v1/payments/${String(outcome.payment_id)}`);
    },
    async post<T>(path: string, body: unknown = {}) {
      return readJsonOrThrow<T>(await system.merchant('POST', path, body));
    },
    async get<T>(path: string) {
      return readJsonOrThrow<T>(await system.merchant('GET', path));
    },
    settle: () => finishBackgroundWork(companion),
    async close() {
      await companion.close();
      await sandbox.close();
    },
  };
  return system;
}

/** A payment of the merchant API, with the parts that tests read. */
export type TestPaymentDetails = Payment & {
  timeline: { kind: string }[];
  disputes: { status: string; reason: string }[];
};

async function readJsonOrThrow<T>(response: Response): Promise<T> {
  const body = (await response.json()) as T;
  if (!response.ok) throw new Error(`${String(response.status)}: ${JSON.stringify(body)}`);
  return body;
}

export const TEST_SESSION_FIELDS: Omit<CreateSession, 'order_no'> = {
  currency: 'EUR',
  amount: '24.00',
  items: [{ name: 'Mug', sku: 'MUG-1', unit_price: '12.00', quantity: 2 }],
  return_url: 'http://shop.localhost:4000/thank-you?order=1',
  shopper: { id: 'c-1', email: 'ana@example.com', first_name: 'Ana', last_name: 'Souza' },
};

/** An Idempotency-Key that was never used. */
function newIdempotencyKey(): Record<string, string> {
  return { 'idempotency-key': crypto.randomUUID() };
}

let orders = 0;

export function nextOrderNo(): string {
  orders += 1;
  return `T-${String(orders)}-${Date.now().toString(36)}`;
}

/** A submit of a card that is paid, with a new attempt each time. */
export function createCardSubmit(number = '4242424242424242'): SubmitPayment {
  return {
    attempt_id: crypto.randomUUID(),
    method: 'card',
    card: { number, expiry_month: '12', expiry_year: '2031', security_code: '123', holder_name: 'Ana Souza' },
    device: {
      resolution: '1280x720',
      color_depth: '24',
      time_zone: '+01:00',
      browser_lang: 'en-GB',
      checkout_time: 21,
    },
  };
}

async function send(
  companion: CheckoutServer,
  method: string,
  path: string,
  token: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  const init: RequestInit = {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
  };
  if (body !== undefined) init.body = typeof body === 'string' ? body : JSON.stringify(body);
  return companion.fetch(new Request(`http://pay.localhost:4001${path}`, init));
}
