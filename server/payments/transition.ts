import type { PaymentResult } from '../../shared/interface/payment-result.ts';
import { removeAnsweredRequest } from '../context/index.ts';
import type { PaymentStatus } from '../../shared/contract/merchant/payments.ts';
import {
  hasAlert,
  unknownOutcomeAlert,
  withAlert,
  type AlertRecord,
  type PaymentChanges,
  type PaymentRecord,
  type PaymentUpdate,
  type SessionRecord,
} from '../store/index.ts';
import { changesThatRemoveToken, findCardToSave, unmaskedTokenIdOf } from '../saved-cards/index.ts';
import { toSubscriptionRecord } from '../subscriptions/index.ts';
import { nextQueryAtAfterTransition, nextTransactionIdQueryAt, isCardVerificationVoidDue } from './query-schedule.ts';
import {
  lookUpTransition,
  TIMELINE_KIND_OF_SOURCE,
  type ReportedResult,
  type ResultSource,
  type TransitionTarget,
} from './transition-table.ts';

/** What a transition depends on besides the payment and the result. */
export interface TransitionContext {
  /** Milliseconds since the epoch. */
  at: number;
  /** The payment's session, where {@link beginsSubscriptionOrSavesCard} is true. */
  session: SessionRecord | undefined;
  /** Whether an order is paid in one session only. */
  ordersOnce: boolean;
  /** Whether the gateway's risk product gets the outcome of payments that it scored. */
  riskUpdates: boolean;
}

/** What a result changes: everything that the store writes in one transaction, but for the webhook events. */
export type TransitionUpdate = Omit<PaymentUpdate, 'events'>;

/** The state that a result leads to by the table of states, given the shopper's action. */
export function transitionTargetOf(
  { status, action, returned_at }: PaymentRecord,
  result: ReportedResult,
): TransitionTarget {
  // A code can be paid as long as the gateway reports the payment as pending, so the shopper goes on seeing it. So does a
  // shopper whose challenge is open, until they come back.
  const isShown = status === 'action_required' && (action?.type === 'code' || returned_at === null);
  return isShown && result.status === 'pending' ? 'stay' : lookUpTransition(status, result.status, result.source);
}

/** Whether a result begins a subscription or saves a card: terms and shopper are those of the session. */
export function beginsSubscriptionOrSavesCard(payment: PaymentRecord, result: ReportedResult): boolean {
  const transition = transitionTargetOf(payment, result);
  const named = result.fields?.recurring_id ?? payment.result?.recurring_id ?? '';
  const recurringId = result.isSubscriptionTaken === true ? '' : named;
  const isPaid = transition === 'paid' || (transition === 'stay' && payment.status === 'paid');
  const begins = recurringId !== '' && (transition === 'paid' || payment.recurring_id === null);
  const saves =
    payment.card_expiry !== null && unmaskedTokenIdOf({ ...payment.result, ...result.fields }) !== undefined;
  return isPaid && (begins || saves);
}

/**
 * What a result changes of a payment: state, session, timeline, schedule, alerts, subscription and saved card. Pure: the
 * one place for every rule about results. Undefined where the result changes nothing, such as a repeated one.
 */
export function planTransition(
  payment: PaymentRecord,
  result: ReportedResult,
  context: TransitionContext,
): TransitionUpdate | undefined {
  const to = transitionTargetOf(payment, result);
  if (to === 'conflict') return toContradiction(payment, result, context.at);
  return to === 'stay' ? toCompletion(payment, result, context) : toStatus(payment, result, to, context);
}

/** A contradiction changes no state: it raises an alert, and the gateway is queried. */
function toContradiction(payment: PaymentRecord, result: ReportedResult, at: number): TransitionUpdate | undefined {
  const alert: AlertRecord = {
    code: 'contradicting_result',
    detail: { source: result.source, reported: result.status, status: payment.status },
    raised_at: at,
  };
  if (hasAlert(payment.alerts, alert)) return undefined;
  // A held payment needs its transaction ID, or the shop could not void it.
  const held = result.status === 'held' ? result.fields?.transaction_id : undefined;
  return {
    ...baseOf(payment, at),
    changes: {
      ...responseOf(payment, result),
      alerts: withAlert(payment.alerts, alert),
      transaction_id: payment.transaction_id ?? held ?? null,
    },
    session: 'keep',
    event: { kind: 'contradicted', detail: detailOf(result) },
    reconcileAt: at,
  };
}

function toStatus(
  payment: PaymentRecord,
  result: ReportedResult,
  to: PaymentStatus,
  { at, session, ordersOnce, riskUpdates }: TransitionContext,
): TransitionUpdate {
  const changes = toChanges(payment, result, to, at);
  const fields = changes.result ?? payment.result;
  const begins = session !== undefined && result.isSubscriptionTaken !== true;
  const subscription = begins ? toSubscriptionRecord(payment, fields, session, at) : undefined;
  if (subscription !== undefined) changes.recurring_id = subscription.recurring_id;
  const savedCard = findCardToSave(payment, { result: fields, session, isPaid: to === 'paid', at });
  const after: PaymentRecord = Object.assign({ ...payment }, changes);
  return {
    id: payment.id,
    version: payment.version,
    seen: payment,
    at,
    changes: Object.assign(changes, changesThatRemoveToken(payment, { savedCard, status: to, result: fields })),
    // A renewal is a payment of its own; its session is that of the subscription's first payment.
    session: payment.kind === 'renewal' ? 'keep' : SESSION_EFFECTS[to],
    oncePerOrder: ordersOnce,
    event: { kind: TIMELINE_KIND_OF_SOURCE[result.source], detail: detailOf(result) },
    reconcileAt: nextCheck(after, result, at),
    voidAt: isCardVerificationVoidDue(after) ? at : undefined,
    tellRiskAt: riskUpdates && isScored(fields, to) ? at + RISK_UPDATE_PAUSE : undefined,
    subscription,
    savedCard,
  };
}

/**
 * A payment that a query or a person has resolved knows less than the result that comes after it: its transaction ID, and
 * the subscription that it began. What is missing is added; what is known stays.
 */
function toCompletion(
  payment: PaymentRecord,
  result: ReportedResult,
  { at, session }: TransitionContext,
): TransitionUpdate | undefined {
  const { source, reason, fields } = result;
  if (payment.status !== 'paid' || result.status !== 'paid') return undefined;
  const merged = fields === undefined ? payment.result : { ...fields, ...payment.result };
  const begins = session !== undefined && payment.recurring_id === null && result.isSubscriptionTaken !== true;
  const subscription = begins ? toSubscriptionRecord(payment, merged, session, at) : undefined;
  const savedCard = findCardToSave(payment, { result: merged, session, isPaid: true, at });
  const transactionId = payment.transaction_id ?? result.transactionId ?? fields?.transaction_id ?? null;
  const addsFacts =
    (payment.result === null && merged !== null) ||
    subscription !== undefined ||
    savedCard !== undefined ||
    transactionId !== payment.transaction_id;
  if (!addsFacts) return undefined;
  return {
    ...baseOf(payment, at),
    changes: {
      ...responseOf(payment, result),
      transaction_id: transactionId,
      ...(subscription === undefined ? {} : { recurring_id: subscription.recurring_id }),
      ...changesThatRemoveToken(payment, { savedCard, status: 'paid', result: merged }),
    },
    session: 'keep',
    event:
      source === 'person'
        ? { kind: TIMELINE_KIND_OF_SOURCE[source], detail: { source, reported: result.status, reason: reason ?? null } }
        : { kind: 'completed', detail: { source } },
    voidAt:
      payment.transaction_id === null && isCardVerificationVoidDue({ ...payment, transaction_id: transactionId })
        ? at
        : undefined,
    subscription,
    savedCard,
  };
}

function baseOf(payment: PaymentRecord, at: number): Pick<PaymentUpdate, 'id' | 'version' | 'seen' | 'at'> {
  return { id: payment.id, version: payment.version, seen: payment, at };
}

function detailOf({ source, status, reason, fields }: ReportedResult): PaymentUpdate['event']['detail'] {
  return {
    source,
    reported: status,
    ...(reason === undefined ? {} : { reason }),
    ...(fields?.result_info === undefined ? {} : { result_info: fields.result_info }),
  };
}

/** The response to a request ends its flight. */
function responseOf(
  { requests_in_flight: requests }: PaymentRecord,
  { source, operation }: ReportedResult,
): PaymentChanges {
  const kind = source === 'response' ? 'authorise' : source === 'merchant' ? operation : undefined;
  const left = removeAnsweredRequest(requests, kind);
  return left === requests ? {} : { requests_in_flight: left };
}

/** Sources whose results should name the transaction; a person may not know it. */
const NAMES_TRANSACTION: readonly ResultSource[] = ['response', 'query'];

/** When the gateway is queried next; for the transaction ID of a paid payment where its response named none. */
function nextCheck(payment: PaymentRecord, { source }: ReportedResult, at: number): number | null {
  const lacksId = payment.status === 'paid' && payment.transaction_id === null && NAMES_TRANSACTION.includes(source);
  return lacksId ? nextTransactionIdQueryAt(payment, at) : nextQueryAtAfterTransition(payment, at);
}

/** What a payment's new state does to its session. */
const SESSION_EFFECTS: Readonly<Record<PaymentStatus, PaymentUpdate['session']>> = {
  submitting: 'keep',
  action_required: 'keep',
  pending: 'keep',
  held: 'keep',
  unknown: 'keep',
  paid: 'pay',
  not_sent: 'restore',
  declined: 'release',
  abandoned: 'release',
  cancelled: 'close',
};

/** Pause before a risk update is sent, in ms, so that several payments go in one request. */
const RISK_UPDATE_PAUSE = 5_000;

/** Whether the gateway scored a payment and waits for its outcome (interface 4.3). */
function isScored(result: PaymentResult | null, status: PaymentStatus): boolean {
  const hasScore = Boolean(result?.risk_action) || Boolean(result?.risk_score);
  return hasScore && (status === 'paid' || status === 'declined');
}

function toChanges(payment: PaymentRecord, result: ReportedResult, status: PaymentStatus, at: number): PaymentChanges {
  const transactionId = result.transactionId ?? result.fields?.transaction_id;
  const isVoidOpen = mayBeVoided(payment, result, status);
  const changes: PaymentChanges = Object.assign(responseOf(payment, result), {
    status,
    decline_code: status === 'declined' ? (result.decline ?? 'declined') : null,
    alerts: alertsAfter(payment, result, status, { at, keepsAll: isVoidOpen }),
  });
  if (payment.pending_operation !== null && !isVoidOpen)
    changes.pending_operation = changes.pending_operation_at = null;
  if (result.action !== undefined) changes.action = result.action;
  if (result.fields !== undefined)
    changes.result = payment.result === null ? result.fields : { ...payment.result, ...result.fields };
  if (transactionId !== undefined && transactionId !== '') changes.transaction_id = transactionId;
  return changes;
}

/**
 * Whether a void may still be under way. Only an end of the payment without money, or a person, ends it: until then no
 * other operation is requested, and nothing is refunded.
 */
function mayBeVoided({ pending_operation }: PaymentRecord, { source }: ReportedResult, status: PaymentStatus): boolean {
  return pending_operation === 'cancel' && !ENDS_WITHOUT_MONEY.includes(status) && source !== 'person';
}

const ENDS_WITHOUT_MONEY: readonly PaymentStatus[] = ['declined', 'cancelled', 'not_sent'];

/** What ends an alert: the next result with another status, or a person, where it is not about the payment's own outcome. */
const ALERT_ENDS_BY: Readonly<Record<AlertRecord['code'], 'result' | 'person'>> = {
  outcome_unknown: 'result',
  outcome_overdue: 'result',
  contradicting_result: 'result',
  late_result: 'result',
  order_paid_twice: 'result',
  second_charge: 'person',
  refunded_elsewhere: 'result',
  transaction_id_missing: 'person',
  verification_not_voided: 'result',
  transaction_id_taken: 'person',
  recurring_id_taken: 'person',
  token_id_taken: 'person',
  notification_waits: 'person',
  dispute_result_unknown: 'person',
  dispute_after_end: 'person',
  dispute_end_first: 'person',
};

function alertsAfter(
  payment: PaymentRecord,
  { source, status: reported, reason }: ReportedResult,
  status: PaymentStatus,
  { at, keepsAll }: { at: number; keepsAll: boolean },
): readonly AlertRecord[] {
  const kept = payment.alerts.filter(
    ({ code }) => keepsAll || (source !== 'person' && ALERT_ENDS_BY[code] === 'person'),
  );
  if (status === 'unknown') return withAlert(kept, unknownOutcomeAlert(reason, at));
  if (!contradictsReportedFinalStatus(payment.status, source, status)) return kept;
  return withAlert(kept, { code: 'late_result', detail: { source, reported, status: payment.status }, raised_at: at });
}

/** Whether a query reports another final status than the shop has received. */
export function contradictsReportedFinalStatus(
  before: PaymentStatus,
  source: ResultSource,
  after: PaymentStatus,
): boolean {
  const wasOver = before === 'declined' || before === 'not_sent' || (before === 'paid' && after === 'cancelled');
  return wasOver && source === 'query' && after !== before;
}
