import { toQueriedTransaction, type Transaction } from './ledger.ts';
import { isFullyRefunded } from './refunds.ts';
import type { SandboxState } from '../state.ts';
import {
  acceptedResponseFields,
  verifyRequest,
  isTransactionOfMerchant,
  refusedResponseFields,
  textOrEmptyString,
} from './batch.ts';

/** `POST /v1/retrievalTrans`: the status of orders (`orders`) and transactions (`trades`), comma-separated. */
export function answerTransactionQuery(state: SandboxState, fields: Record<string, unknown>): Record<string, unknown> {
  const entry = verifyRequest(state, fields, 'retrievalTrans');
  if ('refusal' in entry) return entry.refusal;
  const { head, merchant } = entry;
  const orders = numbers(state, fields['orders']);
  const trades = numbers(state, fields['trades']);
  if (orders.length + trades.length === 0)
    return refusedResponseFields(head, 'I0001', 'orders or trades must be given');
  if (orders.length + trades.length > state.translator.batchLimits.query) {
    return refusedResponseFields(head, 'I0002', `at most ${String(state.translator.batchLimits.query)} orders`);
  }
  const toEntry = (found: Transaction): Record<string, string> =>
    toQueriedTransaction(found, isFullyRefunded(state, found));
  const byOrder = orders.flatMap((order) => {
    const found = state.ledger
      .findByOrder(merchant.merchant_id, order)
      .filter((entry) => isTransactionOfMerchant(merchant, entry));
    return found.length === 0 ? [{ order_no: order }] : found;
  });
  const byTrade = trades.map((trade) => {
    const found = state.ledger.find(trade);
    return isTransactionOfMerchant(merchant, found) ? found : { transaction_id: trade };
  });
  const all: (Transaction | Missing)[] = [...byOrder, ...byTrade];
  const [first] = all;
  return {
    ...acceptedResponseFields(head),
    orders_list: all.map((entry) => (isFound(entry) ? toEntry(entry) : { ...entry, query_result: '0' })),
    antifraud_provider: 'sandbox',
    fraud_check_result: [{ check_items: 'velocity', status: '1' }],
    is3ds: first !== undefined && isFound(first) && first.is3ds ? '1' : '0',
  };
}

/** The queried orders and transactions that do not exist. */
type Missing = { order_no: string } | { transaction_id: string };

function isFound(entry: Transaction | Missing): entry is Transaction {
  return 'state' in entry;
}

function numbers(state: SandboxState, value: unknown): string[] {
  return textOrEmptyString(value)
    .split(state.translator.listSeparator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
