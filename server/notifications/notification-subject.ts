import {
  type NotificationWithProvenance,
  type NotificationFields,
  notificationTopicOf,
} from '../gateway/notification.ts';
import type { PaymentRecord } from '../store/index.ts';
import type { PaymentDeps } from '../context/index.ts';

import { belongsToSubscriptionSession } from '../subscriptions/index.ts';
import { disputeStatusOf } from '../disputes/index.ts';

/** A field of a notification that would act with evidence. */
export type UnsignedFieldNeedingAcceptance = 'token_id' | 'recurring_id' | 'webhooks_type';

/** The fields of a notification that would change something with evidence. */
export async function findFieldsNeedingAcceptance(
  deps: PaymentDeps,
  payment: PaymentRecord,
  { fields }: Pick<NotificationWithProvenance, 'fields'>,
): Promise<UnsignedFieldNeedingAcceptance[]> {
  const found: UnsignedFieldNeedingAcceptance[] = [];
  if (fields['token_id'] && payment.card_expiry !== null) found.push('token_id');
  const { recurring_id: recurringId } = fields;
  if (recurringId && (await wouldBegin(deps, payment, recurringId))) found.push('recurring_id');
  if (notificationTopicOf(deps.gateway.profile, fields) === 'dispute') {
    const { dispute_status: disputeStatus } = await findSubject(deps, payment, fields);
    if (disputeStatusOf(deps, fields) !== disputeStatus) found.push('webhooks_type');
  }
  return found;
}

/**
 * The payment that a notification at a payment's address is about: itself, or the owner of the transaction that it names,
 * where that is a renewal of its subscription.
 */
export function chooseNotifiedPayment(payment: PaymentRecord, owner: PaymentRecord | undefined): PaymentRecord {
  const isRenewal = payment.recurring_id !== null && owner?.recurring_id === payment.recurring_id;
  return isRenewal ? owner : payment;
}

async function findSubject(
  { store }: PaymentDeps,
  payment: PaymentRecord,
  { transaction_id: id }: NotificationFields,
): Promise<PaymentRecord> {
  if (payment.recurring_id === null || !id || id === payment.transaction_id) return payment;
  return chooseNotifiedPayment(payment, await store.findPaymentByTransaction(id, { accountId: payment.account_id }));
}

/** Whether a subscription would become the payment's, or is another one than the payment's. */
async function wouldBegin(deps: PaymentDeps, payment: PaymentRecord, recurringId: string): Promise<boolean> {
  if (payment.recurring_id !== null) return payment.recurring_id !== recurringId;
  return belongsToSubscriptionSession(deps, payment);
}
