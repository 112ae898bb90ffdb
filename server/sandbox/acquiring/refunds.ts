import { encodeCompactTime } from '../../../shared/dates.ts';
import { parseAmount } from '../../../shared/money.ts';
import { FIELD_LIMITS } from '../../../shared/interface/formats.ts';
import { RefundRequestItem } from '../../../shared/interface/refunds.ts';
import type { SandboxMerchant, SandboxState } from '../state.ts';
import {
  acceptedResponseFields,
  verifyRequest,
  isTransactionOfMerchant,
  refusedResponseFields,
  processBatch,
  textOrEmptyString,
} from './batch.ts';
import type { SandboxRefund } from './records.ts';
import { paymentStatusOf, type Transaction } from './ledger.ts';
import { notifyOfTransaction } from './notify.ts';

/** A refund with this reason is accepted and fails later. */
export const FAILING_REFUND_REASON = 'sandbox: fail later';

type Fields = Record<string, unknown>;

/** `POST /v1/refund` (interface 4.4): records refunds up to the refundable amount. */
export function refundTransactions(state: SandboxState, fields: Fields): Fields {
  return processBatch(state, fields, {
    recipe: 'refund',
    list: 'refund_orders',
    max: FIELD_LIMITS.refund_orders,
    item: RefundRequestItem,
    work: (item, merchant) => refundOne(state, item, merchant),
  });
}

function refundOne(state: SandboxState, item: RefundRequestItem, merchant: SandboxMerchant): Fields {
  const { refund_reference: maxLength } = state.translator.rules.lengths;
  const result = {
    amount: item.amount,
    currency: item.currency,
    order_no: item.order_no,
    refund_amount: item.refund_amount,
    refund_message: '',
    refund_reason: item.refund_reason,
    refund_reference: item.refund_reference ?? '',
    refund_reference_id: '',
    refund_status: '0',
    transaction_id: item.transaction_id,
  };
  if (result.refund_reference.length > maxLength)
    return { ...result, refund_message: 'I0001:refund_reference too long' };
  const transaction = state.ledger.find(item.transaction_id);
  const fault = findFault(state, transaction, item, merchant);
  if (fault !== undefined || transaction === undefined) return { ...result, refund_message: fault };
  const booked = recordRefund(state, transaction, item);
  return {
    ...result,
    refund_message: '0000:Success',
    refund_reference_id: booked.refund_reference_id,
    refund_status: '1',
  };
}

function findFault(
  state: SandboxState,
  transaction: Transaction | undefined,
  item: RefundRequestItem,
  merchant: SandboxMerchant,
): string | undefined {
  if (!isTransactionOfMerchant(merchant, transaction)) return 'R0001:Unknown transaction';
  if (transaction.order_no !== item.order_no) return 'R0001:Unknown order';
  if (transaction.currency !== item.currency || parseAmount(transaction.amount) !== parseAmount(item.amount)) {
    return 'R0004:Amount or currency differs from the payment';
  }
  if (transaction.state !== 'paid') return 'R0003:The transaction is not paid';
  const dispute = state.records.disputes.find((entry) => entry.transaction_id === transaction.transaction_id);
  if (dispute !== undefined && dispute.state !== 'won') return 'R0005:The transaction is disputed';
  return parseAmount(item.refund_amount) > refundableAmountOf(state, transaction)
    ? 'R0002:The refunds would exceed what was paid'
    : undefined;
}

/** The charged amount, in hundredths: the captured one, if less. */
export function chargedAmountOf({ amount, captured_amount: captured }: Transaction): bigint {
  return parseAmount(captured ?? amount);
}

/** The refundable amount, in hundredths. */
export function refundableAmountOf(state: SandboxState, transaction: Transaction): bigint {
  return refundsOf(state, transaction)
    .filter((entry) => entry.refund_status !== '0')
    .reduce((left, entry) => left - parseAmount(entry.refund_amount), chargedAmountOf(transaction));
}

/** Whether the transaction is fully refunded. */
export function isFullyRefunded(state: SandboxState, transaction: Transaction): boolean {
  const back = refundsOf(state, transaction).filter((entry) => entry.refund_status === '1');
  const sum = back.reduce((total, entry) => total + parseAmount(entry.refund_amount), 0n);
  return back.length > 0 && sum >= chargedAmountOf(transaction);
}

function refundsOf(state: SandboxState, transaction: Transaction): SandboxRefund[] {
  return state.records.refunds.filter((entry) => entry.transaction_id === transaction.transaction_id);
}

function recordRefund(state: SandboxState, transaction: Transaction, item: RefundRequestItem): SandboxRefund {
  const sequence = refundsOf(state, transaction).length + 1;
  const entry: SandboxRefund = {
    transaction_id: transaction.transaction_id,
    refund_reference_id: `${transaction.transaction_id}-${String(sequence).padStart(2, '0')}`,
    refund_reference: item.refund_reference ?? '',
    refund_amount: item.refund_amount,
    refund_reason: item.refund_reason,
    refund_status: '2',
    created_at: state.now(),
    processed_at: null,
  };
  state.records.refunds.push(entry);
  notifyOfTransaction(state, transaction, 'REFUND RECIEVED', toRefundFields(entry));
  state.clock.after(state.delays.refundResult, () => {
    // The control API may have ended it meanwhile.
    if (entry.processed_at !== null) return;
    notifyOfTransaction(state, transaction, 'REFUND ACCEPTED', toRefundFields(entry));
    completeRefund(state, entry, item.refund_reason !== FAILING_REFUND_REASON);
  });
  return entry;
}

/** Ends a refund and notifies the shop; idempotent. */
export function completeRefund(state: SandboxState, entry: SandboxRefund, isGood: boolean): void {
  const transaction = state.ledger.find(entry.transaction_id);
  if (entry.processed_at !== null || transaction === undefined) return;
  entry.refund_status = isGood ? '1' : '0';
  entry.processed_at = state.now();
  notifyOfTransaction(state, transaction, 'REFUND RESULT', toRefundFields(entry));
}

function toRefundFields(entry: SandboxRefund): Record<string, string> {
  return {
    refund_amount: entry.refund_amount,
    refund_reason: entry.refund_reason,
    refund_reference: entry.refund_reference,
    refund_reference_id: entry.refund_reference_id,
    refund_status: entry.refund_status,
  };
}

/**
 * `POST /v1/retrievalRefund` (interface 4.6): by order numbers, the service's references, the merchant's references.
 */
export function searchRefunds(state: SandboxState, fields: Fields): Fields {
  const entry = verifyRequest(state, fields, 'retrievalRefund');
  if ('refusal' in entry) return entry.refusal;
  const list = (name: string): string[] =>
    textOrEmptyString(fields[name])
      .split(state.translator.listSeparator)
      .map((part) => part.trim())
      .filter((part) => part !== '');
  const orders = list('refund_orders');
  const references = list('refund_references');
  const own = list('merchant_refunds');
  const count = orders.length + references.length + own.length;
  if (count === 0) return refusedResponseFields(entry.head, 'I0001', 'one of the three lookup fields must be given');
  if (count > FIELD_LIMITS.search_refunds) return refusedResponseFields(entry.head, 'I0002', 'at most 100 orders');
  const found = state.records.refunds.flatMap((booked) => {
    const transaction = state.ledger.find(booked.transaction_id);
    if (!isTransactionOfMerchant(entry.merchant, transaction)) return [];
    const isAsked =
      orders.includes(transaction.order_no) ||
      references.includes(booked.refund_reference_id) ||
      (booked.refund_reference !== '' && own.includes(booked.refund_reference));
    return isAsked ? [toSearchItem(state, transaction, booked)] : [];
  });
  return { ...acceptedResponseFields(entry.head), refund_orders: found };
}

function toSearchItem(state: SandboxState, transaction: Transaction, booked: SandboxRefund): Record<string, string> {
  return {
    transaction_id: transaction.transaction_id,
    order_no: transaction.order_no,
    amount: transaction.amount,
    refund_status: booked.refund_status,
    payment_status: paymentStatusOf(transaction, isFullyRefunded(state, transaction)),
    refund_amount: booked.refund_amount,
    refund_reference: booked.refund_reference,
    currency: transaction.currency,
    refund_reason: booked.refund_reason,
    refund_reference_id: booked.refund_reference_id,
    refund_date: encodeCompactTime(booked.created_at),
    refund_processing_date: booked.processed_at === null ? '' : encodeCompactTime(booked.processed_at),
  };
}
