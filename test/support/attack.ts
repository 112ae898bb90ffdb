import { finishBackgroundWork } from '../../server/create-checkout-server.ts';
import { createCheckoutServer, type CheckoutServer, type CheckoutServerOptions } from '../../server/index.ts';
import type { SubmitPayment } from '../../shared/contract/index.ts';
import { authoriseResponse, sendXml, startStubGateway, type StubGateway } from './stub-gateway.ts';
import { API_KEY, TEST_SESSION_FIELDS, SHOP_ORIGIN, nextOrderNo, createCardSubmit } from './system.ts';

/** A companion behind one trusted proxy, with a stub gateway and requests from any client address. */
export interface AttackTarget {
  companion: CheckoutServer;
  gateway: StubGateway;
  /** The log entries. */
  log: { level: string; message: string; facts: Record<string, unknown> }[];
  /** How far the companion's clock is ahead, in ms. */
  clock: { ahead: number };
  openSession(changes?: object): Promise<{ id: string; token: string }>;
  /** One submit in a session of its own, unless a token is given. */
  submit(from: AttackSubmit, token?: string): Promise<Response>;
  request(path: string, init?: RequestInit): Promise<Response>;
  readMetric(name: string): Promise<number>;
  /** Waits for the work that requests began and that goes on after their responses, such as counted outcomes. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** The client and card of a submit. */
export interface AttackSubmit {
  ip?: string;
  email?: string;
  number?: string;
  submit?: Partial<SubmitPayment>;
  headers?: Record<string, string>;
}

export const COMPANION_CREDENTIALS = {
  merchantId: '70519',
  accountId: '984747105',
  signKey: 'the_sign_key_of_a_test',
  apiKeys: `${API_KEY}:pay+refund+payout+resolve+issue+users+read`,
};

/** Further companions share the gateway, the clock and, by their options, the database. */
export async function startAttackTarget(
  options: Partial<CheckoutServerOptions> = {},
  shared?: Pick<AttackTarget, 'gateway' | 'clock' | 'log'>,
): Promise<AttackTarget> {
  const gateway = shared?.gateway ?? (await startStubGateway());
  const log = shared?.log ?? [];
  const clock = shared?.clock ?? { ahead: 0 };
  const write =
    (level: string) =>
    (facts: object, message: string): void =>
      void log.push({ level, message, facts: { ...facts } });
  const companion = createCheckoutServer({
    ...COMPANION_CREDENTIALS,
    publicUrl: 'http://pay.localhost:4001',
    gatewayUrl: gateway.url,
    allowedOrigins: [SHOP_ORIGIN],
    dataDir: ':memory:',
    reconcileEvery: 0,
    trustProxy: 1,
    logger: { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') },
    now: () => Date.now() + clock.ahead,
    ...options,
  });
  await companion.ready;
  const ask: AttackTarget['request'] = (path, init) =>
    Promise.resolve(companion.fetch(new Request(`http://pay.localhost:4001${path}`, init)));
  const target: AttackTarget = {
    companion,
    gateway,
    log,
    clock,
    request: ask,
    async openSession(changes = {}) {
      const { shopper: _shopper, ...order } = TEST_SESSION_FIELDS;
      const response = await ask('/v1/sessions', {
        method: 'POST',
        headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' },
        body: JSON.stringify({ ...order, order_no: nextOrderNo(), ...changes }),
      });
      if (response.status !== 201) throw new Error(await response.text());
      return (await response.json()) as { id: string; token: string };
    },
    async submit(sender, token) {
      const {
        ip = randomIp(),
        email = `${crypto.randomUUID()}@example.com`,
        number = nextCardNumber(),
        headers,
      } = sender;
      return ask('/checkout/payments', {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token ?? (await target.openSession()).token}`,
          'content-type': 'application/json',
          origin: SHOP_ORIGIN,
          'x-forwarded-for': ip,
          ...headers,
        },
        body: JSON.stringify({ ...createCardSubmit(number), shopper: { email }, ...sender.submit }),
      });
    },
    async readMetric(name) {
      const response = await ask('/metrics', { headers: { authorization: `Bearer ${API_KEY}` } });
      const lines = (await response.text()).split('\n').filter((line) => line.startsWith(name));
      return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
    },
    settle: () => finishBackgroundWork(companion),
    async close() {
      await companion.close();
      if (shared === undefined) await gateway.close();
    },
  };
  return target;
}

/** Makes the gateway decline every card that `isGood` does not accept. */
export function stubCardDeclines(
  gateway: StubGateway,
  code = 'D0005:Do not honour',
  isGood = (_card: string) => false,
): void {
  gateway.respond = (fields, response) => {
    const good = isGood(fields['card'] ?? '');
    sendXml(response, authoriseResponse(fields, good ? {} : { order_status: '0', result_info: code }));
  };
}

/** A random public IP address. */
export function randomIp(): string {
  const part = (): string => String(1 + Math.floor(Math.random() * 250));
  return `203.${part()}.${part()}.${part()}`;
}

let cards = 0;

/** A new test card number with a valid check digit. */
export function nextCardNumber(): string {
  cards += 1;
  const body = `400000${String(cards * 7).padStart(9, '0')}`;
  const sum = body
    .split('')
    .reverse()
    .reduce((total, digit, index) => {
      const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return `${body}${String((10 - (sum % 10)) % 10)}`;
}
