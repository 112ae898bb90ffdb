import * as z from '../../zod.ts';

/** Alerts as the merchant API and the webhooks report them; a person resolves them. */

/**
 * - `outcome_unknown` { reason }: it is unknown whether money moved.
 * - `outcome_overdue`: the gateway has named no outcome for too long.
 * - `contradicting_result` { source, reported, status }: a result contradicts the known state and changes nothing.
 * - `late_result` { source, reported, status }: a query found another final result than the shop had received.
 * - `order_paid_twice`: another payment has paid the same order, or the order changed before this one was paid.
 * - `second_charge` { transaction_id }: the gateway charged the shopper twice for one payment.
 * - `refunded_elsewhere`: the gateway reports a refund that was not made through this companion.
 * - `transaction_id_missing`: the payment is paid, and the gateway names no transaction.
 * - `verification_not_voided`: the amount of a payment that only saves a card could not be released.
 * - `transaction_id_taken` { payment_id }: a result names the transaction of another payment.
 * - `recurring_id_taken` { payment_id }: a result names the subscription of another payment.
 * - `token_id_taken` { saved_card_id }: a result names the saved card of another shopper.
 * - `notification_waits`: a notification reports what only a person can accept.
 * - `dispute_result_unknown`: a dispute ended in a way that the gateway profile does not know.
 * - `dispute_after_end` { reported, status }: a dispute that had ended was reported again.
 * - `dispute_end_first`: the end of a dispute was reported before its beginning.
 */
export const AlertCode = z.enum([
  'outcome_unknown',
  'outcome_overdue',
  'contradicting_result',
  'late_result',
  'order_paid_twice',
  'second_charge',
  'refunded_elsewhere',
  'transaction_id_missing',
  'verification_not_voided',
  'transaction_id_taken',
  'recurring_id_taken',
  'token_id_taken',
  'notification_waits',
  'dispute_result_unknown',
  'dispute_after_end',
  'dispute_end_first',
]);
export type AlertCode = z.infer<typeof AlertCode>;

export const Alert = z.object({
  code: AlertCode,
  /** The facts of the alert; see {@link AlertCode}. */
  detail: z.record(z.string(), z.string()),
  /** ISO 8601, UTC. */
  raised_at: z.string(),
});
export type Alert = z.infer<typeof Alert>;
