/** Alarms that are counted, by their words in the log; server/docs/operations.md says what to do for each. */
export const ALARMS = [
  'outcome of a payment is unknown',
  'a payment needs a person',
  'contradicting results for a payment',
  'an order is paid a second time',
  'a payment that was over ended otherwise',
  'a result could not be recorded',
  'the answer speaks of another payment',
  'the query speaks of another payment',
  'notification speaks of another payment',
  'notification does not fit',
  'a deduction of another amount',
  'notification says nothing',
  'a notification could not be applied',
  'a dispute without a digest of ours',
  'the gateway refuses our credentials',
  'outcome of a refund is unknown',
  'a refund needs a person',
  'contradicting words about a refund',
  'a refund could not be recorded',
  'the answer speaks of other refunds',
  'outcome of a cancellation is unknown',
  'outcome of an operation is unknown',
  'an operation needs a person',
  'an operation could not be recorded',
  'an event was given up',
  'card testing; typed cards are refused for a while',
  'the shop’s check of a payment failed',
  'one address tries many wrong tokens or keys',
] as const;

/** Those that only the log tells: the process is gone before anybody could read a count. */
export const LOGGED_ALARMS = ['the process ended before its work did'] as const;
