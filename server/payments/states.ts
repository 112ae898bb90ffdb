import type { PaymentStatus } from '../store/store.ts';

/** What somebody says about a payment. */
export type VerdictKind =
  | 'paid'
  | 'declined'
  | 'pending'
  | 'action_required'
  | 'unknown'
  | 'not_sent'
  /** The shopper chose another way before finishing the action. */
  | 'abandoned';

/** Who says it. `answer` is the gateway's reply to the submit itself. */
export type VerdictSource = 'answer' | 'notification' | 'query' | 'person' | 'shopper';

/**
 * What a verdict does to a payment: moves it to a state, leaves it (`stay`), or contradicts what is known
 * (`conflict`), which changes nothing, raises an alarm and has the gateway asked.
 */
export type Move = PaymentStatus | 'stay' | 'conflict';

/**
 * The payment's life: every state, every verdict. Nothing leads from money to no money: once paid, only refunds and
 * disputes change what the shop has. Age moves nothing.
 */
export const MOVES: Readonly<Record<PaymentStatus, Readonly<Record<VerdictKind, Move>>>> = {
  submitting: {
    paid: 'paid',
    declined: 'declined',
    pending: 'pending',
    action_required: 'action_required',
    unknown: 'unknown',
    not_sent: 'not_sent',
    abandoned: 'stay',
  },
  action_required: {
    paid: 'paid',
    declined: 'declined',
    pending: 'pending',
    action_required: 'stay',
    unknown: 'stay',
    not_sent: 'stay',
    abandoned: 'abandoned',
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
  },
  unknown: {
    paid: 'paid',
    declined: 'declined',
    pending: 'pending',
    // A late answer of the submit itself may still bring the shopper's action.
    action_required: 'action_required',
    unknown: 'stay',
    not_sent: 'stay',
    abandoned: 'stay',
  },
  abandoned: {
    paid: 'paid',
    declined: 'declined',
    pending: 'stay',
    action_required: 'stay',
    unknown: 'stay',
    not_sent: 'stay',
    abandoned: 'stay',
  },
  declined: {
    // Money that came after all is money; only a look at the gateway's books or a person may say so.
    paid: 'conflict',
    declined: 'stay',
    pending: 'stay',
    action_required: 'stay',
    unknown: 'stay',
    not_sent: 'stay',
    abandoned: 'stay',
  },
  not_sent: {
    paid: 'conflict',
    declined: 'stay',
    pending: 'stay',
    action_required: 'stay',
    unknown: 'stay',
    not_sent: 'stay',
    abandoned: 'stay',
  },
  paid: {
    paid: 'stay',
    declined: 'conflict',
    pending: 'stay',
    action_required: 'stay',
    unknown: 'stay',
    not_sent: 'conflict',
    abandoned: 'stay',
  },
};

/** What a verdict does to a payment in a state, given who says it. */
export function moveOf(status: PaymentStatus, verdict: VerdictKind, source: VerdictSource): Move {
  const move = MOVES[status][verdict];
  const certain = source === 'query' || source === 'person';
  return move === 'conflict' && verdict === 'paid' && certain ? 'paid' : move;
}

/** Whether a payment holds its session, so that no other may be submitted. */
export function isHolding(status: PaymentStatus): boolean {
  return status === 'submitting' || status === 'action_required' || status === 'pending' || status === 'unknown';
}

/** Whether the gateway still has to be asked about a payment from time to time. */
export function isUnsettled(status: PaymentStatus): boolean {
  return isHolding(status) || status === 'abandoned';
}
