import { CheckoutError } from '../../shared/errors.ts';
import type { SubmitPayment } from '../../shared/contract/index.ts';
import { type AlertLogger, describeError } from '../observability/index.ts';
import type { NewPayment, SessionRecord, Store } from '../store/index.ts';
import type { ShopperClientInfo } from '../context/index.ts';

/** The input of the shop's own check of a payment before it is sent. Never contains the card's number or code. */
export interface PaymentToScreen {
  session: Pick<SessionRecord['request'], 'order_no' | 'currency' | 'amount' | 'metadata'> & {
    id: string;
    /** The number of earlier payments of the session. */
    attempts: number;
  };
  method: string;
  shopper: {
    /** The shop's shopper ID; null for a guest. */
    id: string | null;
    email: string;
    /** The shopper's IP address. */
    ip: string;
    user_agent: string | null;
    /** Origin of the page that pays. */
    page_origin: string | null;
  };
  /** Null for a payment without a card. */
  card: { brand: string | null; bin: string | null; last4: string | null; is_kept: boolean } | null;
  /** The element's `riskToken`: a captcha token, or any text that the check needs. */
  risk_token: string | null;
  /** Aborts when a later response no longer counts. */
  signal: AbortSignal;
}

/** `code`: the shop's reason for the log, of at most 64 letters, digits and `_.:-`; the shopper never sees it. */
export interface ScreeningDecision {
  allow: boolean;
  code?: string | undefined;
}

/**
 * The shop's own check of a payment, such as a captcha's or a risk service's. It runs before anything is sent and
 * before an attempt of the session is used, once for each attempt, including retries of the submit.
 */
export type PaymentScreener = (facts: PaymentToScreen) => ScreeningDecision | Promise<ScreeningDecision>;

export interface ScreeningSettings {
  screen: PaymentScreener;
  /** The time limit of the check, in ms. */
  timeout: number;
  /** The result for a payment whose check fails or times out. */
  onFailure: 'refuse' | 'allow';
}

/** A payment before its check. */
export interface ScreeningContext {
  session: SessionRecord;
  submit: SubmitPayment;
  facts: ShopperClientInfo;
  payment: NewPayment;
}

/** Whether the shop allows a payment. */
export type RunScreening = (input: ScreeningContext) => Promise<boolean>;

/** The extra time after which the check of a dead process is over, in ms. */
const GRACE = 5_000;

/**
 * Runs the shop's check once for each attempt, also if several companions receive the same submit. The first one to
 * store the attempt runs the check; the others wait or are refused. The result rejects with CheckoutError
 * `attempt_mismatch`, `request_in_progress`, `store_unavailable`.
 */
export function createScreeningRunner(
  settings: ScreeningSettings | undefined,
  parts: { store: Store; log: AlertLogger; now: () => number },
): RunScreening {
  if (settings === undefined) return () => Promise.resolve(true);
  const { store, now } = parts;
  const underway = new Map<string, { fingerprint: string; allowed: Promise<boolean> }>();
  const decide = async (input: ScreeningContext, attempt: string): Promise<boolean> => {
    const { fingerprint } = input.payment;
    const state = await store.claimScreening(attempt, fingerprint, now());
    if (state.kind === 'decided') return state.allowed;
    if (state.kind === 'mismatch') throw new CheckoutError('attempt_mismatch');
    if (state.kind === 'underway') {
      if (now() - state.since < settings.timeout + GRACE) throw new CheckoutError('request_in_progress');
      // The process of the check has died, and a captcha token is valid only once.
      return settings.onFailure === 'allow';
    }
    const allowed = await ask(settings, parts.log, input);
    await store.finishScreening(attempt, allowed);
    return allowed;
  };
  return async (input) => {
    const { fingerprint, session_id: sessionId, attempt_id: attemptId } = input.payment;
    const attempt = `${sessionId}:${attemptId}`;
    const known = underway.get(attempt);
    if (known !== undefined) {
      if (known.fingerprint !== fingerprint) throw new CheckoutError('attempt_mismatch');
      return known.allowed;
    }
    const allowed = decide(input, attempt);
    underway.set(attempt, { fingerprint, allowed });
    try {
      return await allowed;
    } finally {
      underway.delete(attempt);
    }
  };
}

async function ask(settings: ScreeningSettings, log: AlertLogger, input: ScreeningContext): Promise<boolean> {
  const late = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      late.abort();
      reject(new Error('too late'));
    }, settings.timeout);
  });
  const facts = { session_id: input.session.id, source: 'screenPayment' };
  try {
    const asked = Promise.resolve(settings.screen(toFacts(input, late.signal)));
    const decision: unknown = await Promise.race([asked, tooLate]);
    const { allow, code } = readDecision(decision);
    if (!allow) log.info({ ...facts, code }, 'the shop refused a payment before it was sent');
    return allow;
  } catch (error) {
    const reason = late.signal.aborted ? 'no response in time' : describeError(error);
    log.alert('payment_check_failed', { ...facts, reason });
    return settings.onFailure === 'allow';
  } finally {
    clearTimeout(timer);
  }
}

function toFacts({ session, submit, facts, payment }: ScreeningContext, signal: AbortSignal): PaymentToScreen {
  const { request } = session;
  const isCard = payment.card_last4 !== null;
  return {
    session: {
      id: session.id,
      order_no: session.order_no,
      currency: session.currency,
      amount: session.amount,
      metadata: request.metadata,
      attempts: session.attempts,
    },
    method: payment.method,
    shopper: {
      id: request.shopper?.id ?? null,
      email: payment.shopper_email ?? '',
      ip: facts.shopper_ip,
      user_agent: facts.user_agent ?? null,
      page_origin: facts.page_origin,
    },
    card: isCard
      ? {
          brand: payment.card_brand,
          bin: payment.card_bin,
          last4: payment.card_last4,
          is_kept: submit.token_id !== undefined,
        }
      : null,
    risk_token: submit.risk_token ?? null,
    signal,
  };
}

/** A check without types may return anything; only `allow: true` and `allow: false` are valid. */
function readDecision(decision: unknown): { allow: boolean; code: string | undefined } {
  const { allow, code } = (decision ?? {}) as { allow?: unknown; code?: unknown };
  if (typeof allow !== 'boolean') throw new TypeError('screenPayment has to return { allow: true or false }');
  return { allow, code: typeof code === 'string' && /^[\w.:-]{1,64}$/.test(code) ? code : undefined };
}
