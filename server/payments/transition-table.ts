import type { Action, DeclineCode } from '../../shared/contract/index.ts';
import type { PaymentResult } from '../../shared/interface/payment-result.ts';
import type { PaymentOperation, PaymentStatus } from '../store/index.ts';

/** What somebody says about a payment. */
export type ReportedStatus =
  | 'paid'
  | 'declined'
  | 'pending'
  | 'action_required'
  | 'unknown'
  | 'not_sent'
  /** The gateway holds it until the shop reviews or captures it. */
  | 'held'
  /** The shop had it undone. */
  | 'cancelled'
  /** The shopper chose another way before finishing the action. */
  | 'abandoned';

/**
 * Who says it. `response` is the gateway's reply to the submit itself, `merchant` its reply to what the shop asked for
 * afterwards: a review, a capture, a cancellation.
 */
export type ResultSource = 'response' | 'notification' | 'query' | 'person' | 'shopper' | 'merchant';

/** A result for a payment, and where it came from. */
export interface Result {
  status: ReportedStatus;
  source: ResultSource;
  /** Card data masked. */
  fields?: PaymentResult | undefined;
  transactionId?: string | undefined;
  decline?: DeclineCode | undefined;
  action?: Action | undefined;
  /** Our words: why unknown, who resolved it. */
  reason?: string | undefined;
  /** The operation that the gateway confirmed, where `source` is `merchant`. */
  operation?: PaymentOperation | undefined;
  /** The subscription that it names is another payment's: it begins none. */
  isSubscriptionTaken?: boolean | undefined;
}

/**
 * What a result does to a payment: moves it to a state, leaves it (`stay`), or contradicts what is known
 * (`conflict`), which changes nothing, raises an alert and has the gateway queried.
 */
export type Transition = PaymentStatus | 'stay' | 'conflict';

/**
 * The payment's life: every state, every reported status. Only the shop's own cancellation leads from money to no money: once
 * paid, refunds and disputes change what the shop has, and not the state. Age moves nothing.
 */
export const TRANSITIONS: Readonly<Record<PaymentStatus, Readonly<Record<ReportedStatus, Transition>>>> = {
  submitting: {
    paid: 'paid',
    declined: 'declined',
    pending: 'pending',
    action_required: 'action_required',
    unknown: 'unknown',
    not_sent: 'not_sent',
    abandoned: 'stay',
    held: 'held',
    cancelled: 'cancelled',
  },
  action_required: {
    paid: 'paid',
    declined: 'declined',
    pending: 'pending',
    action_required: 'stay',
    unknown: 'stay',
    not_sent: 'stay',
    abandoned: 'abandoned',
    held: 'held',
    cancelled: 'cancelled',
  },
  pending: {
    paid: 'paid',
    declined: 'declined',
    pending: 'stay',
    action_required: 'stay',
    unknown: 'stay',
    not_sent: 'stay',
    // Only after an action, and only while the gateway still waits: the use case sees to that.
    abandoned: 'abandoned',
    held: 'held',
    cancelled: 'cancelled',
  },
  unknown: {
    paid: 'paid',
    declined: 'declined',
    pending: 'pending',
    // A late answer of the submit itself may still bring the shopper's action.
    action_required: 'action_required',
    unknown: 'stay',
    // The sender itself could not write this down in time; it knows that no byte left.
    not_sent: 'not_sent',
    abandoned: 'stay',
    held: 'held',
    cancelled: 'cancelled',
  },
  abandoned: {
    paid: 'paid',
    declined: 'declined',
    pending: 'stay',
    action_required: 'stay',
    unknown: 'stay',
    not_sent: 'stay',
    abandoned: 'stay',
    // Money is reserved for what the shopper may have paid another way since: the shop is to undo it, and nothing else.
    held: 'conflict',
    cancelled: 'cancelled',
  },
  held: {
    paid: 'paid',
    declined: 'declined',
    pending: 'stay',
    action_required: 'stay',
    unknown: 'stay',
    not_sent: 'stay',
    abandoned: 'stay',
    held: 'stay',
    cancelled: 'cancelled',
  },
  declined: {
    // Money that came after all is money; only a look at the gateway's records or a person may say so.
    paid: 'conflict',
    declined: 'stay',
    pending: 'stay',
    action_required: 'stay',
    unknown: 'stay',
    not_sent: 'stay',
    abandoned: 'stay',
    held: 'stay',
    cancelled: 'stay',
  },
  not_sent: {
    paid: 'conflict',
    declined: 'stay',
    pending: 'stay',
    action_required: 'stay',
    unknown: 'stay',
    not_sent: 'stay',
    abandoned: 'stay',
    held: 'stay',
    cancelled: 'stay',
  },
  paid: {
    paid: 'stay',
    declined: 'conflict',
    pending: 'stay',
    action_required: 'stay',
    unknown: 'stay',
    not_sent: 'conflict',
    abandoned: 'stay',
    held: 'stay',
    // Undone before it was resolved: only the gateway's word to the shop, its records, or a person may say so.
    cancelled: 'conflict',
  },
  cancelled: {
    // A look at the records may come from before the cancellation; only a person may say that money came after all.
    paid: 'conflict',
    declined: 'stay',
    pending: 'stay',
    action_required: 'stay',
    unknown: 'stay',
    not_sent: 'stay',
    abandoned: 'stay',
    held: 'stay',
    cancelled: 'stay',
  },
};

/** The transition that a reported status makes, given its source. */
export function transitionOf(status: PaymentStatus, reported: ReportedStatus, source: ResultSource): Transition {
  const transition = TRANSITIONS[status][reported];
  if (transition !== 'conflict' || (reported !== 'paid' && reported !== 'cancelled')) return transition;
  const isCertain =
    source === 'person' || (source !== 'response' && source !== 'notification' && status !== 'cancelled');
  return isCertain ? reported : transition;
}

/** What the line in a payment's timeline is called by which somebody moved it. */
export const EVENT_KINDS: Readonly<Record<ResultSource, string>> = {
  response: 'answered',
  notification: 'notified',
  query: 'queried',
  person: 'resolved',
  shopper: 'abandoned',
  merchant: 'operation_confirmed',
};

/** Whether a payment holds its session, so that no other may be submitted. */
export function holdsSession(status: PaymentStatus): boolean {
  return (
    status === 'submitting' ||
    status === 'action_required' ||
    status === 'pending' ||
    status === 'unknown' ||
    status === 'held'
  );
}

/** Whether the gateway still has to be asked about a payment from time to time. */
export function isUnsettled(status: PaymentStatus): boolean {
  return holdsSession(status) || status === 'abandoned';
}
