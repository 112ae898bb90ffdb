import type { NotificationType, World } from '../world.ts';
import { findMerchant } from './batch.ts';
import { RESULT_MESSAGES } from './cards.ts';
import { toResult, type Transaction } from './ledger.ts';

/** A notification's pairs: the result, its kind, what else it says, its digest. */
export function toPairs(
  world: World,
  transaction: Transaction,
  type: NotificationType,
  extra: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const result = toResult(transaction, RESULT_MESSAGES[transaction.result_code] ?? '');
  const pairs: Record<string, string> = {};
  for (const [name, value] of Object.entries(result)) {
    if (typeof value === 'string') pairs[name] = value;
    // A pair holds a text; the reasons come as JSON.
    else if (Array.isArray(value)) pairs[name] = JSON.stringify(value);
  }
  Object.assign(pairs, extra);
  const merchant = findMerchant(world, { ...transaction });
  const told = { ...pairs, webhooks_type: type };
  return {
    ...world.dialect.fromUsual('result', told),
    encryption_data: world.signer.sign('result', told, merchant?.sign_keys[0] ?? ''),
  };
}

/** Tells the shop something about a transaction (interface 6; interface-gaps, "Notifications"). */
export function tell(
  world: World,
  transaction: Transaction,
  type: NotificationType,
  extra: Readonly<Record<string, string>> = {},
): void {
  const { transaction_id: id, order_no: orderNo, notify_url: url } = transaction;
  world.notifier.notify(id, orderNo, url, toPairs(world, transaction, type, extra));
}
