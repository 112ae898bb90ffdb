import { toQueryEntry } from './ledger.ts';
import { isSigned } from '../sign.ts';
import type { World } from '../world.ts';

const MAX_NUMBERS = 100;

/** `POST /v1/retrievalTrans`: what became of orders (`orders`) and transactions (`trades`), comma-separated. */
export function queryTransactions(world: World, fields: Record<string, unknown>): Record<string, unknown> {
  const identity = {
    merchant_id: text(fields['merchant_id']),
    account_id: text(fields['account_id']),
    encryption_data: text(fields['encryption_data']),
  };
  const refuse = (code: string, message: string): Record<string, unknown> => ({
    ...identity,
    return_status: '0',
    return_message: `${code}:${message}`,
  });
  const merchant = world.merchants.find((entry) => entry.merchant_id === identity.merchant_id);
  if (merchant?.account_id !== identity.account_id) return refuse('I0014', 'Sub-account used in the wrong environment');
  if (!isSigned('query', fields, merchant.sign_keys)) return refuse('I0013', 'Wrong encryption_data');
  const orders = numbers(fields['orders']);
  const trades = numbers(fields['trades']);
  if (orders.length + trades.length === 0) return refuse('I0001', 'orders or trades must be given');
  if (orders.length + trades.length > MAX_NUMBERS) return refuse('I0002', 'at most 100 orders');
  const byOrder = orders.flatMap((order) => {
    const found = world.ledger.findByOrder(merchant.merchant_id, order);
    return found.length === 0 ? [{ order_no: order, query_result: '0' }] : found.map(toQueryEntry);
  });
  const byTrade = trades.map((trade) => {
    const found = world.ledger.find(trade);
    return found === undefined || found.merchant_id !== merchant.merchant_id
      ? { transaction_id: trade, query_result: '0' }
      : toQueryEntry(found);
  });
  const first = trades[0] === undefined ? undefined : world.ledger.find(trades[0]);
  return {
    ...identity,
    return_status: '1',
    return_message: 'OK',
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

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
