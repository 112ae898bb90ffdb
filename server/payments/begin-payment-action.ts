import { CheckoutError } from '../../shared/errors.ts';
import { CaptureOrCancelItem } from '../../shared/interface/captures.ts';
import { WHOLE_UNITS_RULE_TEXT, encodeAmount, hasUnsupportedDecimals, parseAmount } from '../../shared/money.ts';
import { type PaymentDeps, removeAnsweredRequest } from '../context/index.ts';
import { toApiPayment } from './api-payment.ts';
import { nextQueryAtAfterTransition } from './query-schedule.ts';
import type { PaymentStatus } from '../../shared/contract/merchant/payments.ts';
import type { PostAuthorisationAction, PaymentRecord, PaymentUpdate } from '../store/index.ts';
import {
  EXTERNAL_TRANSACTION_RULE_TEXT,
  refuseMismatchedBatchItem,
  toBatchItemError,
  type BatchItemError,
  type PaymentReference,
} from './find-target-payment.ts';

/** One review, capture or void: its transaction, and the amount of a capture. */
export interface PaymentActionRequest {
  target: PaymentReference & {
    order_no?: string | undefined;
    currency?: string | undefined;
    amount?: string | undefined;
  };
  kind: PostAuthorisationAction;
}

/** The states from which each operation can be requested. */
const FROM: Readonly<Record<PostAuthorisationAction, readonly PaymentStatus[]>> = {
  approve: ['held', 'pending', 'unknown'],
  reject: ['held', 'pending', 'unknown', 'abandoned'],
  capture: ['held', 'pending', 'unknown'],
  cancel: ['held', 'pending', 'unknown', 'abandoned', 'paid'],
};

/** A transaction as a request names it. */
export interface GatewayTransactionReference {
  transaction_id: string;
  order_no: string;
  currency: string;
  amount: string;
}

/** What is ready to be sent. */
export interface BegunPaymentAction {
  kind: PostAuthorisationAction;
  payment: PaymentRecord | undefined;
  order: GatewayTransactionReference;
  /** The same operation was requested before, and its result is unknown. */
  isRepeated: boolean;
}

/** `order`: what is sent; undefined where `fault` has the reason why nothing is. */
type Begun = Pick<BegunPaymentAction, 'payment' | 'isRepeated'> & {
  order?: GatewayTransactionReference;
  fault: BatchItemError | null;
};

/** Everything up to the stored request; nothing has been sent when it returns. */
export function beginPaymentAction(
  deps: PaymentDeps,
  known: PaymentRecord | undefined,
  item: PaymentActionRequest,
): Promise<Begun> {
  const isElsewhere = known === undefined && item.target.transaction_id !== undefined;
  return isElsewhere ? Promise.resolve(toElsewhere(deps, item)) : storeRequest(deps, known, item);
}

/** A transaction made elsewhere: there is no payment to check, so the gateway checks it. */
function toElsewhere(deps: PaymentDeps, { target }: PaymentActionRequest): Begun {
  const { transaction_id, order_no, currency, amount } = target;
  const refuse = (detail: string): Begun => ({
    payment: undefined,
    isRepeated: false,
    fault: toBatchItemError(new CheckoutError('not_found', detail)),
  });
  if (!deps.gateway.profile.transactions_elsewhere) {
    return refuse('There is no such payment, and the gateway profile takes no transactions made elsewhere.');
  }
  if (transaction_id === undefined || order_no === undefined || currency === undefined || amount === undefined) {
    return refuse(EXTERNAL_TRANSACTION_RULE_TEXT);
  }
  return { payment: undefined, isRepeated: false, order: { transaction_id, order_no, currency, amount }, fault: null };
}

/** The sum to capture in hundredths, where it is less than the payment's amount; null for all of it. */
function partOf(deps: PaymentDeps, payment: PaymentRecord, { target, kind }: PaymentActionRequest): number | null {
  if (kind !== 'capture' || target.amount === undefined) return null;
  const [part, whole] = [parseAmount(target.amount), parseAmount(payment.amount)];
  if (part === whole) return null;
  if (part > whole) throw new CheckoutError('invalid_request', 'amount is more than was authorised.');
  if (!deps.gateway.profile.partial_capture) {
    const detail = 'amount is less than was authorised, which the gateway profile does not allow (partial_capture).';
    throw new CheckoutError('invalid_request', detail);
  }
  if (
    hasUnsupportedDecimals(target.amount, payment.currency) &&
    !hasUnsupportedDecimals(payment.amount, payment.currency)
  ) {
    throw new CheckoutError('invalid_request', `amount has to be in ${WHOLE_UNITS_RULE_TEXT}.`);
  }
  return Number(part);
}

/**
 * Stores the requested operation on the payment, where its state allows it. A void and a refund never both get so far.
 */
async function storeRequest(
  deps: PaymentDeps,
  payment: PaymentRecord | undefined,
  item: PaymentActionRequest,
): Promise<Begun> {
  const { kind } = item;
  let current = payment;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const fault = findFault(deps, current, item);
    if (fault !== undefined) return { payment: current, isRepeated: false, fault: toBatchItemError(fault) };
    if (current === undefined) break;
    const captured = partOf(deps, current, item);
    const amount = captured === null ? current.amount : encodeAmount(BigInt(captured));
    const update = toPaymentUpdate(deps, current, {
      kind: `${kind}_requested`,
      detail: captured === null ? {} : { amount },
      requested: kind,
      // A cancelled payment keeps what is known of its capture.
      ...(kind === 'cancel' ? {} : { captured }),
    });
    const noted = await (kind === 'cancel'
      ? deps.store.updatePaymentUnlessRefunded(update)
      : deps.store.updatePayment(update));
    if (noted === 'refunded') return { payment: current, isRepeated: false, fault: toBatchItemError(refunded()) };
    if (noted !== undefined) {
      const { transaction_id: transaction_id, order_no: order_no, currency } = noted;
      const order = { transaction_id: transaction_id ?? '', order_no, currency, amount };
      return { payment: noted, isRepeated: current.pending_operation === kind, order, fault: null };
    }
    current = await deps.store.findPayment(current.id);
  }
  const busy = new CheckoutError('wrong_state', 'The payment changed too often; nothing was sent.');
  return { payment: current, isRepeated: false, fault: toBatchItemError(busy) };
}

function refunded(): CheckoutError {
  return new CheckoutError('wrong_state', 'Part of the payment was refunded, or is being refunded; refund the rest.');
}

function findFault(
  deps: PaymentDeps,
  payment: PaymentRecord | undefined,
  item: PaymentActionRequest,
): CheckoutError | undefined {
  const { kind, target } = item;
  if (payment === undefined) return new CheckoutError('not_found', 'There is no such payment.');
  if (!FROM[kind].includes(payment.status)) {
    return new CheckoutError('wrong_state', `The payment is ${payment.status}.`);
  }
  if (payment.pending_operation === 'cancel' && kind !== 'cancel') {
    return new CheckoutError('wrong_state', 'The payment is being cancelled.');
  }
  const { transaction_id: transaction_id, order_no: order_no, currency, amount } = payment;
  if (!CaptureOrCancelItem.safeParse({ transaction_id, order_no, currency, amount }).success) {
    return new CheckoutError('wrong_state', 'The transaction is not known yet; sync the payment first.');
  }
  try {
    // What is captured may be less.
    refuseMismatchedBatchItem(kind === 'capture' ? { ...target, amount: undefined } : target, {
      order_no,
      currency,
      amount,
    });
    const part = partOf(deps, payment, item);
    const isOther = payment.pending_operation === 'capture' && kind === 'capture' && part !== payment.captured;
    return isOther ? new CheckoutError('wrong_state', 'A capture of another amount is under way.') : undefined;
  } catch (error) {
    if (error instanceof CheckoutError) return error;
    throw error;
  }
}

const MAX_TRIES = 20;

/** A timeline entry of an operation, and the changes that come with it. */
export interface PaymentActionEntry {
  kind: string;
  detail: Record<string, string | null>;
  reviewStatus?: PaymentRecord['review_status'];
  /** What is captured, in hundredths; null for all of it. */
  captured?: number | null;
  /** The operation that is about to be sent. */
  requested?: PostAuthorisationAction;
  /** The operation whose response has come. */
  responded?: PostAuthorisationAction;
  /** The pending operation that ends, unless another one was requested since. */
  ends?: PostAuthorisationAction;
  /** Whether the payment is queried now. */
  queriesNow?: boolean;
}

/** The update that stores a timeline entry of an operation. */
export function toPaymentUpdate(deps: PaymentDeps, payment: PaymentRecord, entry: PaymentActionEntry): PaymentUpdate {
  const { kind, detail, reviewStatus, requested, ends } = entry;
  const at = deps.now();
  const { pending_operation, pending_operation_at } = payment;
  const before =
    pending_operation === ends
      ? { pending_operation: null, pending_operation_at: null }
      : { pending_operation, pending_operation_at };
  const pending = requested === undefined ? before : { pending_operation: requested, pending_operation_at: at };
  return {
    id: payment.id,
    version: payment.version,
    changes: {
      ...pending,
      requests_in_flight: requestsAfter(payment, entry, at),
      ...(reviewStatus === undefined ? {} : { review_status: reviewStatus }),
      ...(entry.captured === undefined ? {} : { captured: entry.captured }),
    },
    session: 'keep',
    event: { kind, detail },
    at,
    reconcileAt: entry.queriesNow === true ? at : nextQueryAtAfterTransition({ ...payment, ...pending }, at),
    events: (after) =>
      reviewStatus === undefined ? [] : [deps.events.make('review.updated', after.id, toApiPayment(after))],
  };
}

function requestsAfter(
  { requests_in_flight: requests }: PaymentRecord,
  { requested, responded }: PaymentActionEntry,
  at: number,
): PaymentRecord['requests_in_flight'] {
  if (requested !== undefined) return [...requests, { kind: requested, sent_at: at }];
  return removeAnsweredRequest(requests, responded);
}
