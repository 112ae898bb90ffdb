import { toQueryEntry, type Transaction } from './ledger.ts';
import { isRefunded } from './refunds.ts';
import type { World } from '../world.ts';
import { accepted, enter, isOwn, refuse, text } from './batch.ts';

/** `POST /v1/retrievalTrans`: what became of orders (`orders`) and transactions (`trades`), comma-separated. */
export function queryTransactions(world: World, fields: Record<string, unknown>): Record<string, unknown> {
  const entry = enter(world, fields, 'retrievalTrans');
  if ('refusal' in entry) return entry.refusal;
  const { head, merchant } = entry;
  const orders = numbers(world, fields['orders']);
  const trades = numbers(world, fields['trades']);
  if (orders.length + trades.length === 0) return refuse(head, 'I0001', 'orders or trades must be given');
  if (orders.length + trades.length > world.dialect.limits.query) {
    return refuse(head, 'I0002', `at most ${String(world.dialect.limits.query)} orders`);
  }
  const toEntry = (found: Transaction): Record<string, string> => toQueryEntry(found, isRefunded(world, found));
  const byOrder = orders.flatMap((order) => {
    const found = world.ledger.findByOrder(merchant.merchant_id, order).filter((entry) => isOwn(merchant, entry));
    return found.length === 0 ? [{ order_no: order }] : found;
  });
  const byTrade = trades.map((trade) => {
    const found = world.ledger.find(trade);
    return isOwn(merchant, found) ? found : { transaction_id: trade };
  });
  const all: (Transaction | Missing)[] = [...byOrder, ...byTrade];
  const [first] = all;
  return {
    ...accepted(head),
    orders_list: all.map((entry) => (isFound(entry) ? toEntry(entry) : { ...entry, query_result: '0' })),
    antifraud_provider: 'sandbox',
    fraud_check_result: [{ check_items: 'velocity', status: '1' }],
    is3ds: first !== undefined && isFound(first) && first.is3ds ? '1' : '0',
  };
}

/** What was asked for and is not there. */
type Missing = { order_no: string } | { transaction_id: string };

function isFound(entry: Transaction | Missing): entry is Transaction {
  return 'state' in entry;
}

function numbers(world: World, value: unknown): string[] {
  return text(value)
    .split(world.dialect.separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
