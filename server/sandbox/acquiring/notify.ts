import type { NotificationType, SandboxState } from '../state.ts';
import { findMerchant } from './batch.ts';
import { RESULT_MESSAGES } from './test-cards.ts';
import { toPaymentResult, type Transaction } from './ledger.ts';

/** The pairs of a notification: the result, its type, further fields, its digest. */
function toNotificationFields(
  state: SandboxState,
  transaction: Transaction,
  type: NotificationType,
  extra: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const result = toPaymentResult(transaction, RESULT_MESSAGES[transaction.result_code] ?? '');
  const pairs: Record<string, string> = {};
  for (const [name, value] of Object.entries(result)) {
    if (typeof value === 'string') pairs[name] = value;
    // A pair contains text, so the reasons are sent as JSON.
    else if (Array.isArray(value)) pairs[name] = JSON.stringify(value);
  }
  Object.assign(pairs, extra);
  const merchant = findMerchant(state, { ...transaction });
  const told = { ...pairs, webhooks_type: type };
  return {
    ...state.translator.encodeFields('notification', told),
    encryption_data: state.signer.sign('result', told, merchant?.sign_keys[0] ?? ''),
  };
}

/** Sends a notification about a transaction (interface 6; gateway-profile.md). */
export function notifyOfTransaction(
  state: SandboxState,
  transaction: Transaction,
  type: NotificationType,
  extra: Readonly<Record<string, string>> = {},
): void {
  const { transaction_id: id, order_no: orderNo, notify_url: url } = transaction;
  state.notifier.notify(id, orderNo, url, toNotificationFields(state, transaction, type, extra));
}
