import { correction, generate } from 'lean-qr';
import type {
  CreateBasketSession,
  Outcome,
  Ping,
  QrMatrix,
  Problem,
  SessionView,
  SubmitPayment,
} from '../../shared/contract/index.ts';
import { ERRORS, type ErrorCode } from '../../shared/errors.ts';
import { encodeQrModulesAsHex } from '../../shared/qr-matrix.ts';
import type { Fetch } from '../api/checkout-api.ts';

/** What a submit is answered with: an outcome at once or later, a refusal, or nothing because the connection broke. */
export type FakeSubmitResponse =
  Outcome | { problem: ErrorCode; fields?: Problem['fields'] } | 'lost' | Promise<Outcome>;

/**
 * A companion in the page, for tests and for pages without servers: give its `fetch` to the element's `fetcher`
 * before the session. Tests set its answers and read the requests that it received.
 */
export class FakeCompanion {
  /** The session that the element is shown. */
  view: SessionView;
  /** Answers to submits, in order; the last one stays. Paid, where there is none. */
  readonly answers: FakeSubmitResponse[] = [];
  /** Bodies of submits, card data included: nothing of it leaves the page. */
  readonly submits: SubmitPayment[] = [];
  /** Paths below `/checkout/`, in the order asked. */
  readonly calls: string[] = [];
  /** Whole addresses, in the order asked. */
  readonly urls: string[] = [];
  /** Where the payment stands; changed by answers, and by whoever plays the gateway. */
  outcome: Outcome;
  /** The outcome of abandoning an unfinished payment. */
  abandoned: Outcome | 'lost' = { status: 'open', payment_id: null };
  /** Baskets that sessions were opened for. */
  readonly baskets: CreateBasketSession[] = [];
  basketAnswer: 'opened' | ErrorCode = 'opened';
  removeAnswer: 'removed' | 'lost' = 'removed';
  sessionAnswer: 'view' | 'lost' | ErrorCode | Promise<never> = 'view';

  /** @param changes what differs from {@link VIEW} */
  constructor(changes: Partial<SessionView> = {}) {
    this.view = { ...SESSION_VIEW, ...changes };
    this.outcome = this.view.outcome;
  }

  readonly fetch: Fetch = async (input, init) => {
    const path = new URL(input).pathname.replace('/checkout/', '');
    if (path === 'ping') return this.#ping();
    this.calls.push(path);
    this.urls.push(input);
    if (init.signal?.aborted === true) throw new DOMException('aborted', 'AbortError');
    if (path === 'session') return this.#session();
    if (path === 'sessions') return this.#open(init);
    if (path.startsWith('saved-cards/')) return this.#remove(decodeURIComponent(path.slice('saved-cards/'.length)));
    if (path === 'payments') return this.#pay(init);
    if (path === 'abandon') {
      if (this.abandoned === 'lost') throw new TypeError('Failed to fetch');
      this.outcome = this.abandoned;
      return json(drawn(this.outcome));
    }
    const waits = new URL(input).searchParams.get('since') === this.outcome.status;
    if (waits) await new Promise((resolve) => setTimeout(resolve, 40));
    return json(drawn(this.outcome));
  };

  #ping(): Response {
    if (this.sessionAnswer === 'lost') throw new TypeError('Failed to fetch');
    return json({ service: 'tillgate', origin_allowed: true } satisfies Ping);
  }

  async #session(): Promise<Response> {
    if (this.sessionAnswer === 'lost') throw new TypeError('Failed to fetch');
    if (this.sessionAnswer !== 'view') return problem(await this.sessionAnswer);
    return json({ ...this.view, outcome: drawn(this.outcome) });
  }

  #open(init: RequestInit): Response {
    this.baskets.push(JSON.parse(init.body as string) as CreateBasketSession);
    if (this.basketAnswer !== 'opened') return problem(this.basketAnswer);
    const token = `tgs_${String(this.baskets.length)}`;
    return json({ session_id: this.view.session_id, token, expires_at: this.view.expires_at });
  }

  #remove(tokenId: string): Response {
    if (this.removeAnswer === 'lost') throw new TypeError('Failed to fetch');
    this.view = { ...this.view, saved_cards: this.view.saved_cards.filter((card) => card.token_id !== tokenId) };
    return json({ saved_cards: this.view.saved_cards });
  }

  async #pay(init: RequestInit): Promise<Response> {
    this.submits.push(JSON.parse(init.body as string) as SubmitPayment);
    const [first = PAID] = this.answers;
    const answer = this.answers.length > 1 ? (this.answers.shift() ?? first) : first;
    if (answer === 'lost') throw new TypeError('Failed to fetch');
    const settled = await answer;
    if ('problem' in settled) return problem(settled.problem, settled.fields);
    this.outcome = settled;
    return json(drawn(settled));
  }
}

/** With its code's time counted, and a QR code drawn, where it has one, as a companion does. */
function drawn(outcome: Outcome): Outcome {
  const { action } = outcome;
  if (action?.code === undefined) return outcome;
  const { kind, value, expires_at } = action.code;
  const time = expires_at === null ? {} : { expires_in: Math.ceil((Date.parse(expires_at) - Date.now()) / 1_000) };
  return {
    ...outcome,
    action: { ...action, code: { ...(kind === 'qr' ? draw(value) : {}), ...time, ...action.code } },
  };
}

function draw(text: string): { matrix: QrMatrix } {
  const code = generate(text, { minCorrectionLevel: correction.M });
  return { matrix: { size: code.size, modules: encodeQrModulesAsHex(code) } };
}

function json(body: unknown): Response {
  return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
}

function problem(code: ErrorCode, fields?: Problem['fields']): Response {
  const { status, title } = ERRORS[code];
  const body = { type: '', title, status, code, detail: title, request_id: 'req', fields };
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/problem+json' } });
}

const PAID: Outcome = { status: 'paid', payment_id: 'pay_1' };

/** An open session of 24.00 EUR that takes cards and asks for nothing else. */
export const SESSION_VIEW: SessionView = {
  session_id: 'ses_1',
  status: 'open',
  version: 1,
  order_no: 'A-1',
  amount: '24.00',
  currency: 'EUR',
  items: [{ name: 'Mug', sku: 'M', unit_price: '24.00', quantity: 1 }],
  totals: {},
  shop: { name: 'Shop' },
  methods: [{ method: 'card', kind: 'card', label: null, brands: null, banks: [], fields: [] }],
  saved_cards: [],
  keeps_cards: false,
  installments: [],
  subscription: null,
  locale: 'en',
  shopper: {},
  billing: {},
  delivery: {},
  prefill: {},
  device: {
    fingerprint: false,
    browser: true,
    visit: true,
    time_zone: 'offset',
    cookie_new: [],
    cookie_old: [],
    vendor_token_cookie: null,
  },
  return_url: 'https://shop.example/thanks?session_id=ses_1',
  attempts_left: 5,
  expires_at: '2030-01-01T00:00:00.000Z',
  outcome: { status: 'open', payment_id: null },
};
