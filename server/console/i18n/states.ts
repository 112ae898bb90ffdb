/** The colour of a state: success, failure, in progress, needs attention, or neutral. */
export type Tone = 'good' | 'bad' | 'wait' | 'alert' | 'still';

const STATES: Readonly<Record<string, readonly [label: string, tone: Tone]>> = {
  submitting: ['Submitting', 'wait'],
  not_sent: ['Not sent', 'still'],
  action_required: ['Action required', 'wait'],
  pending: ['Pending', 'wait'],
  held: ['Held', 'alert'],
  unknown: ['Unknown', 'alert'],
  abandoned: ['Abandoned', 'still'],
  paid: ['Paid', 'good'],
  declined: ['Declined', 'bad'],
  cancelled: ['Cancelled', 'still'],
  in_progress: ['In progress', 'wait'],
  accepted: ['Accepted', 'good'],
  refunded: ['Refunded', 'good'],
  refused: ['Refused', 'bad'],
  received: ['Open', 'alert'],
  won: ['Won', 'good'],
  lost: ['Lost', 'bad'],
  Active: ['Active', 'good'],
  Inactived: ['Inactive', 'still'],
  open: ['Open', 'wait'],
  processing: ['Processing', 'wait'],
  expired: ['Expired', 'still'],
  waiting: ['Pending', 'wait'],
  delivered: ['Delivered', 'good'],
  given_up: ['Failed', 'bad'],
  none: ['No endpoint', 'still'],
  succeeded: ['Succeeded', 'good'],
};

/** The label and tone of a state; an unknown state is its own label. */
export function stateLabel(name: string): { label: string; tone: Tone } {
  const [word, tone] = STATES[name] ?? [name, 'still'];
  return { label: word, tone };
}

/** The label of a state in lower case, for sentences. */
export function stateText(state: string): string {
  return stateLabel(state).label.toLowerCase();
}

/** The states that each list can filter by. */
export const STATE_FILTERS = {
  payments: ['paid', 'unknown', 'held', 'pending', 'action_required', 'declined', 'cancelled', 'abandoned', 'not_sent'],
  refunds: ['unknown', 'in_progress', 'accepted', 'refunded', 'refused', 'not_sent'],
  disputes: ['received', 'won', 'lost'],
  subscriptions: ['Active', 'Inactived'],
  sessions: ['open', 'processing', 'paid', 'expired'],
  events: ['waiting', 'delivered', 'given_up', 'none'],
  operations: ['unknown', 'in_progress', 'succeeded', 'refused', 'not_sent'],
} as const;

/** States that may change without the console's user: their lists poll. */
export const IN_PROGRESS: Readonly<Record<keyof typeof STATE_FILTERS, ReadonlySet<string>>> = {
  payments: new Set(['submitting', 'action_required', 'pending', 'unknown', 'held']),
  refunds: new Set(['in_progress', 'unknown']),
  disputes: new Set(),
  subscriptions: new Set(),
  sessions: new Set(['open', 'processing']),
  events: new Set(['waiting']),
  operations: new Set(['in_progress', 'unknown']),
};

/** Names of payouts and card operations. */
export const OPERATION_NAMES: Readonly<Record<string, string>> = {
  payout: 'Payout',
  createCard: 'Card created',
  rechargeCard: 'Card recharged',
  withdrawFromCard: 'Card withdrawal',
  cancelCard: 'Card cancelled',
  updateCardStatus: 'Card status changed',
  updateSharedCardLimit: 'Card limit set',
  createGroup: 'Group created',
  rechargeGroup: 'Group recharged',
  updateGroupStatus: 'Group status changed',
  withdrawFromGroup: 'Group withdrawal',
  deleteGroup: 'Group deleted',
  createCardholder: 'Cardholder created',
  updateCardholder: 'Cardholder updated',
  deleteCardholder: 'Cardholder deleted',
};

/** Decline codes as text. */
export const DECLINE_REASONS: Readonly<Record<string, string>> = {
  declined: 'Declined by the issuer',
  insufficient_funds: 'Insufficient funds',
  incorrect_security_code: 'Incorrect security code',
  incorrect_card_number: 'Incorrect card number',
  expired_card: 'Expired card',
  authentication_failed: 'Authentication failed',
  cancelled_by_shopper: 'Cancelled by the shopper',
  method_not_supported: 'Payment method not supported',
  processing_error: 'Processing error at the gateway',
  invalid_data: 'Invalid shopper data',
};
