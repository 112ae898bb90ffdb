/** States in plain words, each with what it means for the shop: good, bad, waiting, a person's, or over. */
export type Tone = 'good' | 'bad' | 'wait' | 'alert' | 'still';

const STATES: Readonly<Record<string, readonly [word: string, tone: Tone]>> = {
  submitting: ['Sending', 'wait'],
  not_sent: ['Not sent', 'still'],
  action_required: ['Shopper’s turn', 'wait'],
  pending: ['Pending', 'wait'],
  held: ['Held', 'alert'],
  unknown: ['Unknown', 'alert'],
  abandoned: ['Abandoned', 'still'],
  paid: ['Paid', 'good'],
  declined: ['Declined', 'bad'],
  cancelled: ['Cancelled', 'still'],
  in_progress: ['In progress', 'wait'],
  accepted: ['On its way', 'good'],
  refunded: ['Refunded', 'good'],
  refused: ['Refused', 'bad'],
  received: ['Open', 'alert'],
  won: ['Won', 'good'],
  lost: ['Lost', 'bad'],
  Active: ['Active', 'good'],
  Inactived: ['Ended', 'still'],
  open: ['Open', 'wait'],
  processing: ['Under way', 'wait'],
  expired: ['Ended', 'still'],
  waiting: ['On its way', 'wait'],
  delivered: ['Delivered', 'good'],
  given_up: ['Given up', 'bad'],
  none: ['No address', 'still'],
  succeeded: ['Done', 'good'],
};

export function stateOf(name: string): { word: string; tone: Tone } {
  const [word, tone] = STATES[name] ?? [name, 'still'];
  return { word, tone };
}

/** The states of a list's filter. */
export const FILTERS = {
  payments: ['paid', 'unknown', 'held', 'pending', 'action_required', 'declined', 'cancelled', 'abandoned', 'not_sent'],
  refunds: ['unknown', 'in_progress', 'accepted', 'refunded', 'refused', 'not_sent'],
  disputes: ['received', 'won', 'lost'],
  subscriptions: ['Active', 'Inactived'],
  sessions: ['open', 'processing', 'paid', 'expired'],
  events: ['waiting', 'delivered', 'given_up', 'none'],
  operations: ['unknown', 'in_progress', 'succeeded', 'refused', 'not_sent'],
} as const;

/** States that may change without anybody at the console doing anything. */
export const UNDER_WAY: Readonly<Record<keyof typeof FILTERS, ReadonlySet<string>>> = {
  payments: new Set(['submitting', 'action_required', 'pending', 'unknown', 'held']),
  refunds: new Set(['in_progress', 'unknown']),
  disputes: new Set(),
  subscriptions: new Set(),
  sessions: new Set(['open', 'processing']),
  events: new Set(['waiting']),
  operations: new Set(['in_progress', 'unknown']),
};

/** Names of operations at the gateway that are no payment. */
export const OPERATIONS: Readonly<Record<string, string>> = {
  payout: 'Payout',
  createCard: 'Card made',
  rechargeCard: 'Money put on a card',
  withdrawFromCard: 'Money taken off a card',
  cancelCard: 'Card cancelled',
  updateCardStatus: 'Card frozen or woken',
  updateSharedCardLimit: 'Card’s limit set',
  createGroup: 'Group made',
  rechargeGroup: 'Money put into a group',
  updateGroupStatus: 'Group’s state set',
  withdrawFromGroup: 'Money taken out of a group',
  deleteGroup: 'Group deleted',
  createCardholder: 'Cardholder made',
  updateCardholder: 'Cardholder changed',
  deleteCardholder: 'Cardholder deleted',
};

/** Why a payment was declined. */
export const DECLINES: Readonly<Record<string, string>> = {
  declined: 'The bank said no',
  insufficient_funds: 'Not enough money on the card',
  incorrect_security_code: 'The security code was wrong',
  incorrect_card_number: 'The card number was wrong',
  expired_card: 'The card has expired',
  authentication_failed: 'The shopper did not pass the bank’s check',
  cancelled_by_shopper: 'The shopper cancelled',
  method_not_supported: 'This way to pay is not supported',
  processing_error: 'The gateway could not process it',
  invalid_data: 'Something of the shopper’s data was refused',
};
