import type { Action, CreateSession, DeclineCode } from '../../shared/contract/index.ts';
import type { SessionStatus } from '../../shared/contract/create-session.ts';
import type { PaymentResult } from '../../shared/interface/payment-result.ts';
import type { PaymentEventRow, PaymentRow, SessionRow } from './schema.ts';
import type { PaymentChanges, PaymentEvent, PaymentRecord, PaymentStatus, SessionRecord } from './store.ts';

/** The one place where rows become records and records rows. */

/** Every column of a table, each once. */
const namesOf = <Row>(columns: Record<keyof Row, true>): (keyof Row)[] => Object.keys(columns) as (keyof Row)[];

export const SESSION_COLUMNS = namesOf<SessionRow>({
  id: true,
  token_hash: true,
  order_no: true,
  currency: true,
  amount: true,
  request: true,
  status: true,
  active_payment_id: true,
  last_payment_id: true,
  paid_payment_id: true,
  attempts: true,
  created_at: true,
  expires_at: true,
});

export const PAYMENT_COLUMNS = namesOf<PaymentRow>({
  id: true,
  session_id: true,
  attempt_id: true,
  fingerprint: true,
  status: true,
  method: true,
  order_no: true,
  currency: true,
  amount: true,
  shopper_email: true,
  transaction_id: true,
  card_brand: true,
  card_bin: true,
  card_last4: true,
  card_expiry: true,
  card_holder: true,
  action: true,
  page_origin: true,
  network: true,
  account_id: true,
  notify_hash: true,
  decline_code: true,
  result: true,
  alarm: true,
  duplicate: true,
  hint_queries: true,
  return_queries: true,
  refund_queries: true,
  shares_transaction: true,
  returned_at: true,
  refunded: true,
  recurring_id: true,
  review_status: true,
  dispute_status: true,
  decision: true,
  decision_at: true,
  captured: true,
  version: true,
  created_at: true,
  updated_at: true,
});

export function toSession(row: SessionRow): SessionRecord {
  return {
    id: row.id,
    tokenHash: row.token_hash,
    orderNo: row.order_no,
    currency: row.currency,
    amount: row.amount,
    request: JSON.parse(row.request) as CreateSession,
    status: row.status as SessionStatus,
    activePaymentId: row.active_payment_id,
    lastPaymentId: row.last_payment_id,
    paidPaymentId: row.paid_payment_id,
    attempts: row.attempts,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}

export function fromSession(session: SessionRecord): SessionRow {
  return {
    id: session.id,
    token_hash: session.tokenHash,
    order_no: session.orderNo,
    currency: session.currency,
    amount: session.amount,
    request: JSON.stringify(session.request),
    status: session.status,
    active_payment_id: session.activePaymentId,
    last_payment_id: session.lastPaymentId,
    paid_payment_id: session.paidPaymentId,
    attempts: session.attempts,
    created_at: session.createdAt,
    expires_at: session.expiresAt,
  };
}

/** What a payment's first row has nothing in, unless it is named. */
const EMPTY = {
  card_expiry: null,
  card_holder: null,
  transaction_id: null,
  action: null,
  page_origin: null,
  network: null,
  notify_hash: null,
  decline_code: null,
  result: null,
  alarm: null,
  duplicate: 0,
  hint_queries: 0,
  return_queries: 0,
  refund_queries: 0,
  shares_transaction: 0,
  returned_at: null,
  refunded: 0,
  recurring_id: null,
  review_status: null,
  dispute_status: null,
  decision: null,
  decision_at: null,
  captured: null,
} satisfies Partial<PaymentRow>;

type Version = 'version' | 'created_at' | 'updated_at';

/** A payment's first row. */
export function toFirstRow(
  known: Omit<PaymentRow, keyof typeof EMPTY | Version> & Partial<PaymentRow>,
  at: number,
): PaymentRow {
  // As merge() of shared/merge.ts.
  return Object.assign({}, EMPTY, known, { version: 1, created_at: at, updated_at: at });
}

export function toPayment(row: PaymentRow): PaymentRecord {
  return {
    id: row.id,
    sessionId: row.session_id,
    attemptId: row.attempt_id,
    fingerprint: row.fingerprint,
    status: row.status as PaymentStatus,
    method: row.method,
    orderNo: row.order_no,
    currency: row.currency,
    amount: row.amount,
    shopperEmail: row.shopper_email,
    transactionId: row.transaction_id,
    cardBrand: row.card_brand,
    cardBin: row.card_bin,
    cardLast4: row.card_last4,
    cardExpiry: row.card_expiry,
    cardHolder: row.card_holder,
    action: parse(row.action) as Action | null,
    pageOrigin: row.page_origin,
    accountId: row.account_id,
    notifyHash: row.notify_hash,
    declineCode: row.decline_code as DeclineCode | null,
    result: parse(row.result) as PaymentResult | null,
    alarm: row.alarm,
    duplicate: row.duplicate === 1,
    hintQueries: row.hint_queries,
    returnedAt: row.returned_at,
    refunded: row.refunded,
    recurringId: row.recurring_id,
    captured: row.captured,
    reviewStatus: row.review_status as PaymentRecord['reviewStatus'],
    disputeStatus: row.dispute_status as PaymentRecord['disputeStatus'],
    decision: toDecision(row),
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function toDecision({ decision, decision_at: at }: PaymentRow): PaymentRecord['decision'] {
  return decision === null || at === null
    ? null
    : { kind: decision as NonNullable<PaymentRecord['decision']>['kind'], at };
}

/** Only the columns that a change names. */
export function fromChanges(changes: PaymentChanges): Partial<PaymentRow> {
  const row: Partial<PaymentRow> = {};
  if (changes.status !== undefined) row.status = changes.status;
  if (changes.transactionId !== undefined) row.transaction_id = changes.transactionId;
  if (changes.cardBrand !== undefined) row.card_brand = changes.cardBrand;
  if (changes.cardBin !== undefined) row.card_bin = changes.cardBin;
  if (changes.cardLast4 !== undefined) row.card_last4 = changes.cardLast4;
  if (changes.cardExpiry !== undefined) row.card_expiry = changes.cardExpiry;
  if (changes.cardHolder !== undefined) row.card_holder = changes.cardHolder;
  if (changes.action !== undefined) row.action = stringify(changes.action);
  if (changes.declineCode !== undefined) row.decline_code = changes.declineCode;
  if (changes.result !== undefined) row.result = stringify(changes.result);
  if (changes.alarm !== undefined) row.alarm = changes.alarm;
  if (changes.returnedAt !== undefined) row.returned_at = changes.returnedAt;
  if (changes.recurringId !== undefined) row.recurring_id = changes.recurringId;
  if (changes.captured !== undefined) row.captured = changes.captured;
  if (changes.reviewStatus !== undefined) row.review_status = changes.reviewStatus;
  if (changes.disputeStatus !== undefined) row.dispute_status = changes.disputeStatus;
  if (changes.decision !== undefined) {
    row.decision = changes.decision?.kind ?? null;
    row.decision_at = changes.decision?.at ?? null;
  }
  return row;
}

export function toEvent(row: PaymentEventRow): PaymentEvent {
  return {
    id: row.id,
    paymentId: row.payment_id,
    at: row.at,
    kind: row.kind,
    from: row.from_status as PaymentStatus | null,
    to: row.to_status as PaymentStatus,
    detail: JSON.parse(row.detail) as PaymentEvent['detail'],
  };
}

function parse(text: string | null): unknown {
  return text === null ? null : JSON.parse(text);
}

function stringify(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value);
}
