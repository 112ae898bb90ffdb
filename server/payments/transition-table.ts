import type { NextAction, DeclineCode } from '../../shared/contract/index.ts';
import type { PaymentResult } from '../../shared/interface/payment-result.ts';
import type { PaymentStatus } from '../../shared/contract/merchant/payments.ts';
import type { PostAuthorisationAction } from '../store/index.ts';

/** The status that a result reports for a payment. */
export type ReportedStatus =
  | 'paid'
  | 'declined'
  | 'pending'
  | 'action_required'
  | 'unknown'
  | 'not_sent'
  /** The gateway holds it until the shop reviews or captures it. */
  | 'held'
  /** The shop cancelled it. */
  | 'cancelled'
  /** The shopper chose another way before finishing the action. */
  | 'abandoned';

/**
 * Where a result comes from. `response`: the gateway's response to the submit. `merchant`: its response to a review, a
 * capture or a cancellation that the shop requested.
 */
export type ResultSource = 'response' | 'notification' | 'query' | 'person' | 'shopper' | 'merchant';

/** A result for a payment, and where it came from. */
export interface ReportedResult {
  status: ReportedStatus;
  source: ResultSource;
  /** Card data masked. */
  fields?: PaymentResult | undefined;
  transactionId?: string | undefined;
  decline?: DeclineCode | undefined;
  action?: NextAction | undefined;
  /** Why the outcome is unknown, or the reason that a person gave. */
  reason?: string | undefined;
  /** The operation that the gateway confirmed, where `source` is `merchant`. */
  operation?: PostAuthorisationAction | undefined;
  /** The subscription that it names is another payment's: it begins none. */
  isSubscriptionTaken?: boolean | undefined;
}

/**
 * What a result does to a payment: it leads to a state, changes nothing (`stay`), or contradicts the known state
 * (`conflict`), which raises an alert and has the gateway queried.
 */
export type TransitionTarget = PaymentStatus | 'stay' | 'conflict';

/**
 * The transition for every state and every reported status. Only the shop's own cancellation leads from paid to unpaid:
 * refunds and disputes do not change the state. Age changes nothing.
 */
export const TRANSITIONS: Readonly<Record<PaymentStatus, Readonly<Record<ReportedStatus, TransitionTarget>>>> = {
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
    // A late response to the submit may still bring the shopper's action.
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
    // A payment can be paid after all; only a query or a person can report that.
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
    // Cancelled before it was resolved: only the response to the shop's request, a query or a person can report that.
    cancelled: 'conflict',
  },
  cancelled: {
    // A query may be older than the cancellation; only a person can report that the payment was paid after all.
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

/** The kind of the timeline entry of a transition, by the source of its result. */
export const TIMELINE_KIND_OF_SOURCE: Readonly<Record<ResultSource, string>> = {
  response: 'answered',
  notification: 'notified',
  query: 'queried',
  person: 'resolved',
  shopper: 'abandoned',
  merchant: 'operation_confirmed',
};

/** The transition that a reported status makes, given its source. */
export function lookUpTransition(
  status: PaymentStatus,
  reported: ReportedStatus,
  source: ResultSource,
): TransitionTarget {
  const transition = TRANSITIONS[status][reported];
  if (transition !== 'conflict' || (reported !== 'paid' && reported !== 'cancelled')) return transition;
  const isCertain =
    source === 'person' || (source !== 'response' && source !== 'notification' && status !== 'cancelled');
  return isCertain ? reported : transition;
}

/** Whether a payment holds its session, so that no other may be submitted. */
export function blocksOtherPayments(status: PaymentStatus): boolean {
  return (
    status === 'submitting' ||
    status === 'action_required' ||
    status === 'pending' ||
    status === 'unknown' ||
    status === 'held'
  );
}

/** Whether a payment is still queried on schedule. */
export function isQueriedOnSchedule(status: PaymentStatus): boolean {
  return blocksOtherPayments(status) || status === 'abandoned';
}
