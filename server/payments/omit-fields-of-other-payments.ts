import type { NotificationFields } from '../gateway/notification.ts';
import type { PaymentRecord } from '../store/index.ts';
import type { PaymentDeps } from '../context/index.ts';
import { belongsToSubscriptionSession, findOtherInitialPaymentId } from '../subscriptions/index.ts';
import type { NewPaymentAlert } from './raise-payment-alert.ts';

/** The fields of a notification that are the payment's, and alerts for those that belong to another one. */
export interface OwnFieldsAndAlerts {
  fields: NotificationFields;
  /** For the merchant; each names the owner. */
  alerts: NewPaymentAlert[];
}

/**
 * Leaves out a token or a subscription that belongs to another shopper or payment, and a subscription that the session did
 * not request: no notification takes over anything, whichever evidence it has.
 * @param acting the fields that have evidence
 */
export async function omitFieldsOfOtherPayments(
  deps: PaymentDeps,
  payment: PaymentRecord,
  acting: NotificationFields,
): Promise<OwnFieldsAndAlerts> {
  const fields = { ...acting };
  const alerts: NewPaymentAlert[] = [];
  const { token_id: token, recurring_id: recurringId } = acting;
  if (token && payment.card_expiry !== null) {
    const owner = await findTokenOfOtherShopper(deps, payment, token);
    if (owner !== undefined) {
      delete fields['token_id'];
      alerts.push({ code: 'token_id_taken', detail: { saved_card_id: owner } });
    }
  }
  if (recurringId && recurringId !== payment.recurring_id) {
    const owner = await findOtherInitialPaymentId(deps, payment, recurringId);
    if (owner !== undefined) alerts.push({ code: 'recurring_id_taken', detail: { payment_id: owner } });
    if (owner !== undefined || !(await belongsToSubscriptionSession(deps, payment))) delete fields['recurring_id'];
  }
  return { fields, alerts };
}

/** A saved card of another shopper by the same token. */
async function findTokenOfOtherShopper(
  { store }: PaymentDeps,
  { session_id: sessionId, account, account_id }: PaymentRecord,
  token: string,
): Promise<string | undefined> {
  const shopperId = (await store.findSession(sessionId))?.request.shopper?.id;
  return shopperId === undefined
    ? undefined
    : (await store.findTokenOfOtherShopper({ token, account, account_id, shopper_id: shopperId }))?.id;
}
