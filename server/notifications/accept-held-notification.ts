import * as z from '../../shared/zod.ts';
import { CheckoutError } from '../../shared/errors.ts';
import { requiredText } from '../../shared/interface/formats.ts';
import type { PaymentRecord } from '../store/index.ts';
import { applyNotification } from './apply-notification.ts';
import type { PaymentDeps } from '../context/index.ts';
import { findFieldsNeedingAcceptance } from './notification-subject.ts';

/** The body of `POST /v1/payments/{id}/accept`. */
export const AcceptHeldNotificationInput = z.strictObject({
  /** The `id` of an entry of the payment's `reported`. */
  notification_id: requiredText(64),
});
export type AcceptHeldNotificationInput = z.infer<typeof AcceptHeldNotificationInput>;

/**
 * Accepts the fields of a notification that have no other evidence: a saved card, a subscription, a dispute, a renewal.
 * Nothing that belongs to another payment or shopper is taken over.
 * @throws CheckoutError `not_found` where the payment has no such notification waiting; `wrong_state` where it still cannot
 *   act
 */
export async function acceptHeldNotification(
  deps: PaymentDeps,
  id: string,
  { notification_id: notificationId }: AcceptHeldNotificationInput,
): Promise<PaymentRecord> {
  const payment = await deps.store.findPayment(id);
  if (payment === undefined) throw new CheckoutError('not_found', 'There is no such payment.');
  const waiting = await deps.store.listHeldNotificationsOfPayment(id);
  const report = waiting.find((candidate) => candidate.id === notificationId && candidate.waits_for === 'person');
  if (report === undefined) throw new CheckoutError('not_found', 'The payment has no such notification that waits.');
  await applyNotification(deps, payment, { ...report, isAccepted: true });
  const after = (await deps.store.findPayment(id)) ?? payment;
  const left = await findFieldsNeedingAcceptance(deps, after, report);
  if (left.length === 0) return after;
  throw new CheckoutError(
    'wrong_state',
    `The payment cannot take what the notification reports (${left.join(', ')}): it is not paid yet, or belongs to another.`,
  );
}
