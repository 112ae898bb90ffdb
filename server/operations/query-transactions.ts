import { CheckoutError } from '../../shared/errors.ts';
import type { QueriedTransactionStatus } from '../gateway/profile/index.ts';
import type { QueriedTransaction, TransactionQueryResponseSummary } from '../../shared/interface/transaction-query.ts';
import { type PaymentDeps, toBatches } from '../context/index.ts';
import { omitToken } from '../saved-cards/index.ts';
import { omitUndefined } from '../../shared/without-undefined.ts';
import { redactFields } from '../gateway/redact.ts';

/** The transactions that the gateway reports, and the other fields of each response. */
export interface QueriedTransactions {
  transactions: (QueriedTransaction & { meaning: QueriedTransactionStatus })[];
  answers: TransactionQueryResponseSummary[];
}

/**
 * Queries orders and transactions at the gateway, at most 100 per request (interface 4.10). Reads only; to update a
 * stored payment, sync it.
 * @throws CheckoutError `invalid_request`, `gateway_no_answer`
 */
export async function queryTransactionsInBatches(
  deps: PaymentDeps,
  {
    orders = [],
    transactions = [],
  }: { orders?: readonly string[] | undefined; transactions?: readonly string[] | undefined },
): Promise<QueriedTransactions> {
  const values = [
    ...orders.map((value) => ({ isOrder: true, value })),
    ...transactions.map((value) => ({ isOrder: false, value })),
  ];
  if (values.length === 0) {
    throw new CheckoutError('invalid_request', undefined, {
      fields: [{ path: 'orders', code: 'too_few', rule: 'at least one order number or transaction' }],
    });
  }
  const found: QueriedTransactions = { transactions: [], answers: [] };
  for (const chunk of toBatches(values, deps.gateway.profile.batch_limits.query)) {
    const answer = await deps.gateway.queryTransactions({
      orders: chunk.filter((entry) => entry.isOrder).map((entry) => entry.value),
      trades: chunk.filter((entry) => !entry.isOrder).map((entry) => entry.value),
    });
    if (answer.kind === 'failed') throw new CheckoutError('gateway_no_answer', `The query failed: ${answer.reason}`);
    const { return_status, return_message, antifraud_provider, fraud_check_result, is3ds } = answer.response;
    const facts = { return_status, return_message, antifraud_provider, fraud_check_result, is3ds };
    found.answers.push(redactFields(omitUndefined(facts), 'kept'));
    found.transactions.push(
      ...answer.transactions.map(({ transaction, status: meaning }) => ({ ...omitToken(transaction), meaning })),
    );
  }
  return found;
}
