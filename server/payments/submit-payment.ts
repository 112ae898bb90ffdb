import { CheckoutError, isCheckoutError } from '../../shared/errors.ts';
import type { NextAction, Outcome, SubmitPayment } from '../../shared/contract/index.ts';
import { describeError } from '../observability/index.ts';
import type { AuthoriseCallResult } from '../gateway/operations/authorise-response.ts';
import type { SignedAuthoriseRequest } from '../gateway/operations/authorise.ts';
import type { BeginPaymentResult, PaymentRecord, SessionRecord } from '../store/index.ts';
import { admitSubmit, adjustVelocityByOutcome, type SubmitDeps } from './admit-submit.ts';
import { applyPaymentResultThenBackground } from './apply-result.ts';
import { commitIntent } from './commit-intent.ts';
import { resultOfResponse } from './result-of-response.ts';
import type { SubmitSource, ClientNetwork } from '../risk/index.ts';
import {
  trackBackgroundWork,
  createId,
  fingerprintSubmit,
  type ShopperClientInfo,
  VersionConflictError,
} from '../context/index.ts';
import { queryPayment } from './query-payment.ts';
import {
  GATEWAY_PAGE_METHOD,
  paymentMethodsOf,
  gatewayPageOptionsOf,
  toShopperOutcome,
  readSessionOutcome,
} from '../sessions/index.ts';
import { toNewPayment, type NewPaymentInput } from './new-payment.ts';
import { findTokenCardOfSubmit, type TokenCardOfSubmit } from '../saved-cards/index.ts';
import type { ReportedResult } from './transition-table.ts';
import { createNotifySecret, hashNotifySecret, notifyUrlOf } from './notify-url.ts';
import { companionReturnUrlOf, toGatewayPageAction, type ActionDisplay } from './shopper-action.ts';
import { toSubmitFieldPath, toAuthoriseRequest, toRedirectPaymentRequest } from './to-gateway-request.ts';

/**
 * Submits a payment: commits the intent, sends it once, applies the result. The same attempt with the same body is the same
 * payment, however often it is submitted.
 * @throws CheckoutError `invalid_request`, `attempt_mismatch`, `request_in_progress`, `payment_in_progress`,
 *   `version_conflict`, `session_expired`, `session_closed`, `too_many_attempts`, `gateway_unreachable` (nothing was sent),
 *   `gateway_misconfigured`, `store_unavailable`, `rate_limited` (nothing was sent)
 */
export async function submitPayment(
  deps: SubmitDeps,
  input: {
    session: SessionRecord;
    token: string;
    submit: SubmitPayment;
    facts: ShopperClientInfo;
    address?: ClientNetwork;
    /** The saved card that the shop charges without the shopper. */
    charged?: TokenCardOfSubmit;
  },
): Promise<Outcome> {
  const { session, submit } = input;
  const fingerprint = fingerprintSubmit(input.token, submit);
  const key = `${session.id}:${submit.attempt_id}`;
  const underway = deps.submits.get(key);
  if (underway !== undefined) return joinSubmit(deps, session, underway, fingerprint);
  const source = toSource(session, input.address);
  try {
    const prepared = await prepare(deps, input, source, fingerprint);
    if (prepared.kind === 'exists') return await replay(deps, session, prepared.payment, fingerprint);
    const done = trackBackgroundWork(deps, send(deps, prepared, source));
    deps.submits.set(key, { fingerprint, done });
    try {
      return await outcomeOf(deps, session, await done);
    } finally {
      deps.submits.delete(key);
    }
  } finally {
    deps.credentials.ended(source);
  }
}

/** The session, and the network of the client; undefined where the address may stand for many clients. */
function toSource(session: SessionRecord, address: ClientNetwork | undefined): SubmitSource {
  const isOne = address !== undefined && !address.isCrowd;
  return { sessionId: session.id, network: isOne ? (address.network ?? undefined) : undefined };
}

type Prepared =
  | { kind: 'exists'; payment: PaymentRecord }
  | { kind: 'started'; payment: PaymentRecord; request: Outgoing; display: ActionDisplay; counted: Counted };

/** The limits that a submit was counted by, for its outcome. */
type Counted = Parameters<typeof adjustVelocityByOutcome>[2];

/** What is ready to be sent: a request, or a page that the shopper's browser opens. */
type Outgoing = { kind: 'request'; prepared: SignedAuthoriseRequest } | { kind: 'page'; action: NextAction };

/** Everything up to the committed intent; nothing has been sent when it returns. */
async function prepare(
  deps: SubmitDeps,
  { session, submit, facts, address, charged }: Parameters<typeof submitPayment>[1],
  source: SubmitSource,
  fingerprint: string,
): Promise<Prepared> {
  // A session without payments has none of this attempt; the store detects one that begins now.
  const before =
    session.last_payment_id === null ? undefined : await deps.store.findPaymentByAttempt(session.id, submit.attempt_id);
  if (before !== undefined) return { kind: 'exists', payment: before };
  if ((submit.version ?? 1) !== session.version) throw new VersionConflictError(session);
  deps.credentials.admit(source);
  const savedCard = charged ?? (await findTokenCardOfSubmit(deps, session, submit));
  const known: NewPaymentInput = { session, submit, facts, savedCard, charged };
  const id = createId('pay');
  const { request, email, presents, bank, notifyHash } = toRequest(deps, known, {
    id,
    isByShop: address === undefined,
  });
  const network = address === undefined ? null : deps.protection.nameNetwork(address);
  const made = { id, fingerprint, email, account_id: deps.gateway.accountId, notify_hash: notifyHash, network };
  const payment = toNewPayment(known, made);
  const { limits, refuse } = await admitSubmit(deps, { session, submit, facts, payment, address });
  const begun = await commitIntent(deps, { payment, session, submit, limits });
  if (begun.kind === 'exists') return begun;
  if (begun.kind === 'limited') return refuse(begun.by);
  if (begun.kind !== 'started') throw toCheckoutError(begun);
  return {
    kind: 'started',
    payment: begun.payment,
    request,
    display: { window: submit.device.challenge_window_size, presents, bank },
    counted: { limits, crowded: begun.crowded },
  };
}

/** Why a session takes no payment. */
type SessionRefusal = Exclude<BeginPaymentResult, { kind: 'started' | 'exists' | 'limited' }>;

function toCheckoutError(refusal: SessionRefusal): CheckoutError {
  switch (refusal.kind) {
    case 'busy':
      return new CheckoutError('payment_in_progress');
    case 'order_paid':
      return new CheckoutError('session_closed', 'The order was paid in another session.');
    case 'changed':
      return new VersionConflictError(refusal.session);
    case 'exhausted':
      return new CheckoutError('too_many_attempts');
    case 'closed':
      return new CheckoutError(refusal.status === 'paid' ? 'session_closed' : 'session_expired');
  }
}

function toRequest(
  deps: SubmitDeps,
  { session, submit, facts, savedCard, charged }: NewPaymentInput,
  { id, isByShop }: { id: string; isByShop: boolean },
): { request: Outgoing; email: string; notifyHash: string | null } & Pick<ActionDisplay, 'presents' | 'bank'> {
  const { profile } = deps.gateway;
  const method = paymentMethodsOf(session.request, profile).find((candidate) => candidate.method === submit.method);
  if (method === undefined) {
    throw new CheckoutError('invalid_request', undefined, {
      fields: [{ path: 'method', code: 'not_allowed', rule: 'one of the methods that the session offers' }],
    });
  }
  const { publicUrl } = deps.settings;
  // The request for the gateway's page passes through the browser; only a request from server to server may have a secret.
  const secret = method.method === GATEWAY_PAGE_METHOD ? undefined : createNotifySecret();
  const addresses = {
    return_url: companionReturnUrlOf(publicUrl, id),
    notify_url: notifyUrlOf(publicUrl, id, secret),
  };
  const wanted = { session, submit, method, facts, profile, savedCard, charged, isByShop, addresses };
  const notifyHash = secret === undefined ? null : hashNotifySecret(secret);
  try {
    if (method.method === GATEWAY_PAGE_METHOD) {
      return { ...toPage(deps, wanted), presents: undefined, bank: undefined, notifyHash };
    }
    const request = toAuthoriseRequest(wanted);
    return {
      request: { kind: 'request', prepared: deps.gateway.prepareAuthorise(request) },
      email: request.shopper_email ?? '',
      presents: method.presents,
      bank: method.banks.find(({ code }) => code === submit.bank_code)?.name,
      notifyHash,
    };
  } catch (error) {
    if (!isCheckoutError(error) || error.code !== 'gateway_invalid_request') throw error;
    const fields = (error.fields ?? []).map((field) => ({ ...field, path: toSubmitFieldPath(field.path) }));
    throw new CheckoutError('invalid_request', undefined, { fields });
  }
}

function toPage(
  deps: SubmitDeps,
  wanted: Parameters<typeof toRedirectPaymentRequest>[0],
): { request: Outgoing; email: string } {
  const { display = 'redirect' } = gatewayPageOptionsOf(wanted.session.request);
  const back = wanted.addresses.return_url;
  const addresses = { ...wanted.addresses, return_url: display === 'iframe' ? `${back}?frame=1` : back };
  const request = toRedirectPaymentRequest({ ...wanted, addresses });
  const form = deps.gateway.prepareRedirectPayment(request);
  return { request: { kind: 'page', action: toGatewayPageAction(form, display) }, email: request.shopper_email ?? '' };
}

/** Responses by which the gateway shows that it accepts the credentials. */
const ACCEPTS_CREDENTIALS: ReadonlySet<AuthoriseCallResult['kind']> = new Set([
  'paid',
  'pending',
  'held',
  'declined',
  'action_required',
]);

async function send(
  deps: SubmitDeps,
  prepared: Extract<Prepared, { kind: 'started' }>,
  source: SubmitSource,
): Promise<PaymentRecord> {
  const { payment, request } = prepared;
  deps.log.facts.payment_id = payment.id;
  // Nothing is sent from here: the shopper's browser opens the page, and the result comes by notification.
  if (request.kind === 'page') {
    const result: ReportedResult = { status: 'action_required', source: 'response', action: request.action };
    return applyPaymentResultThenBackground(deps, payment.id, result, payment);
  }
  const response = await sendToGateway(deps, request.prepared);
  const result = resultOfResponse(deps, payment, response, prepared.display);
  if (ACCEPTS_CREDENTIALS.has(response.kind)) deps.credentials.accepted();
  if (response.kind === 'misconfigured') {
    deps.credentials.refused(source);
    deps.log.alert('credentials_refused', { payment_id: payment.id, reason: response.reason });
  }
  if (response.kind === 'unknown' && response.mismatch) {
    deps.log.alert('response_mismatch', { payment_id: payment.id, reason: response.reason });
  }
  try {
    const applied = await applyPaymentResultThenBackground(deps, payment.id, result, payment);
    adjustVelocityByOutcome(deps, applied, prepared.counted);
    // Paid by a transaction that cannot be the payment's: a query may confirm it at once.
    const isDoubtful = response.kind === 'paid' && applied.status === 'unknown';
    return isDoubtful ? await confirm(deps, applied) : applied;
  } catch (error) {
    // The intent is stored, so the schedule will find the result; the shopper must not pay again meanwhile.
    deps.log.alert('result_not_stored', { payment_id: payment.id, error: describeError(error) });
    return { ...payment, status: 'unknown' };
  }
}

/** Queries a payment whose response is not certain; the schedule queries again. */
async function confirm(deps: SubmitDeps, payment: PaymentRecord): Promise<PaymentRecord> {
  try {
    return (await queryPayment(deps, payment)).payment;
  } catch (error) {
    deps.log.warn({ payment_id: payment.id, error: describeError(error) }, 'the query of a payment failed');
    return payment;
  }
}

/** The client returns failures as values. Should it throw, the outcome is unknown. */
async function sendToGateway(deps: SubmitDeps, request: SignedAuthoriseRequest): Promise<AuthoriseCallResult> {
  try {
    return await deps.gateway.sendAuthorise(request);
  } catch (error) {
    return { kind: 'unknown', reason: describeError(error), mismatch: false };
  }
}

async function joinSubmit(
  deps: SubmitDeps,
  session: SessionRecord,
  underway: { fingerprint: string; done: Promise<PaymentRecord> },
  fingerprint: string,
): Promise<Outcome> {
  if (underway.fingerprint !== fingerprint) throw new CheckoutError('attempt_mismatch');
  return outcomeOf(deps, session, await underway.done);
}

async function replay(
  deps: SubmitDeps,
  session: SessionRecord,
  payment: PaymentRecord,
  fingerprint: string,
): Promise<Outcome> {
  if (payment.fingerprint !== fingerprint) throw new CheckoutError('attempt_mismatch');
  const underway = deps.submits.get(`${session.id}:${payment.attempt_id}`);
  if (underway !== undefined) return joinSubmit(deps, session, underway, fingerprint);
  if (payment.status === 'submitting') throw new CheckoutError('request_in_progress');
  return outcomeOf(deps, session, payment);
}

/** The outcome of one payment, or of the session where another payment has begun since. */
async function outcomeOf(deps: SubmitDeps, session: SessionRecord, payment: PaymentRecord): Promise<Outcome> {
  deps.log.facts.payment_id = payment.id;
  if (payment.status === 'not_sent') throw new CheckoutError('gateway_unreachable');
  const now = deps.now();
  // It closed its session, so that no other payment can stand in its place.
  if (payment.status === 'paid' && !payment.duplicate)
    return toShopperOutcome(session, payment, { now, maxAttempts: 0 });
  const fresh = await deps.store.findSession(session.id).catch(() => undefined);
  if (fresh?.last_payment_id !== undefined && fresh.last_payment_id !== payment.id)
    return readSessionOutcome(deps, fresh);
  return toShopperOutcome(fresh ?? session, payment, { now, maxAttempts: deps.settings.maxAttempts });
}
