import type { PaymentDeps } from '../context/index.ts';
import type { PaymentRecord } from '../store/index.ts';

/** Whether the session of a payment has a subscription. */
export async function belongsToSubscriptionSession(
  { store }: PaymentDeps,
  { session_id: sessionId }: PaymentRecord,
): Promise<boolean> {
  return (await store.findSession(sessionId))?.request.subscription !== undefined;
}

/** The payment that began a subscription, unless it is this one. */
export async function findOtherInitialPaymentId(
  { store }: PaymentDeps,
  payment: PaymentRecord,
  recurringId: string,
): Promise<string | undefined> {
  const owner = (await store.findSubscription(recurringId))?.payment_id;
  return owner === payment.id ? undefined : owner;
}
