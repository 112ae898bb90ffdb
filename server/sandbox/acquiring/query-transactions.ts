import { toQueryEntry, type Transaction } from './ledger.ts';
import { refundable } from './refunds.ts';
import type { World } from '../world.ts';
import { accepted, enter, refuse, text } from './batch.ts';

const MAX_NUMBERS = 100;

/** `POST /v1/retrievalTrans`: what became of orders (`orders`) and transactions (`trades`), comma-separated. */
export function queryTransactions(world: World, fields: Record<string, unknown>): Record<string, unknown> {
  const entry = enter(world, fields, 'query');
  if ('refusal' in entry) return entry.refusal;
  const { head, merchant } = entry;
  const orders = numbers(fields['orders']);
  const trades = numbers(fields['trades']);
  if (orders.length + trades.length === 0) return refuse(head, 'I0001', 'orders or trades must be given');
  if (orders.length + trades.length > MAX_NUMBERS) return refuse(head, 'I0002', 'at most 100 orders');
  const toEntry = (found: Transaction): Record<string, string> => toQueryEntry(found, refundable(world, found) <= 0n);
  const byOrder = orders.flatMap((order) => {
    const found = world.ledger.findByOrder(merchant.merchant_id, order);
    return found.length === 0 ? [{ order_no: order, query_result: '0' }] : found.map(toEntry);
  });
  const byTrade = trades.map((trade) => {
    const found = world.ledger.find(trade);
    return found === undefined || found.merchant_id !== merchant.merchant_id
      ? { transaction_id: trade, query_result: '0' }
      : toEntry(found);
  });
  const first = trades[0] === undefined ? undefined : world.ledger.find(trades[0]);
  return {
    ...accepted(head),
    orders_list: [...byOrder, ...byTrade],
    antifraud_provider: 'sandbox',
    fraud_check_result: [{ check_items: 'velocity', status: '1' }],
    is3ds: first?.is3ds === true ? '1' : '0',
  };
}

function numbers(value: unknown): string[] {
  return text(value)
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
