import { encodeCompactTime } from '../../../shared/dates.ts';
import type { PaymentResult } from '../../../shared/interface/payment-result.ts';

/** The state of a transaction in the sandbox's ledger. `waiting`: the shopper is at a challenge or bank page. */
export type TransactionState = 'paid' | 'declined' | 'pending' | 'held' | 'waiting' | 'cancelled';

/** One transaction. Contains no card number, only its mask. */
export interface Transaction {
  transaction_id: string;
  merchant_id: string;
  account_id: string;
  order_no: string;
  amount: string;
  currency: string;
  website: string;
  state: TransactionState;
  result_code: string;
  kind: 'card' | 'apm';
  payment_method: string;
  bank_code: string;
  masked_card: string;
  shopper_email: string;
  return_url: string;
  notify_url: string;
  window_size: string;
  /** The result of an approval at the issuer. */
  approve_leads_to: 'paid' | 'declined';
  /** The secret part of issuer_url. */
  visit_key: string;
  /** Whether the issuer's page was opened; its addresses do not change afterwards. */
  is_visited: boolean;
  is3ds: boolean;
  /** The captured amount, if less than the authorised amount. */
  captured_amount?: string;
  will_be_disputed: boolean;
  token_id: string;
  /** The code that the shopper pays by, if the method has one: the content of a `qr`, or the number of a `voucher`. */
  pay_code: { kind: 'qr' | 'voucher'; value: string; expires_at: number } | undefined;
  recurring_id: string;
  contract_name: string;
  /** The interval and next date of a subscription, as in the result; empty without one. */
  recurring_deduction_period: string;
  recurring_deduction_time: string;
  /** The fields that the shop sent by updateOrders; empty before. */
  risk_status: string;
  ispass3d: string;
  note: string;
  /** The billing fields of the payment. */
  billing: Record<string, string>;
  /** Milliseconds since the epoch. */
  created_at: number;
  completed_at: number | null;
}

export interface Ledger {
  add(transaction: Omit<Transaction, 'transaction_id'>): Transaction;
  find(transactionId: string): Transaction | undefined;
  findByVisit(visitKey: string): Transaction | undefined;
  findByCode(value: string): Transaction | undefined;
  findByOrder(merchantId: string, orderNo: string): Transaction[];
  all(): Transaction[];
  clear(): void;
}

/** The ledger, in memory: a sandbox starts empty. */
export function createLedger(random: () => number): Ledger {
  const transactions = new Map<string, Transaction>();
  const freshId = (orderNo: string): string => {
    for (;;) {
      const id = `${orderNo}-${String(Math.floor(random() * 100_000)).padStart(5, '0')}`;
      if (!transactions.has(id)) return id;
    }
  };
  const list = (): Transaction[] => [...transactions.values()];
  return {
    add(entry) {
      const transaction = { ...entry, transaction_id: freshId(entry.order_no) };
      transactions.set(transaction.transaction_id, transaction);
      return transaction;
    },
    find: (id) => transactions.get(id),
    findByVisit: (key) => list().find((transaction) => transaction.visit_key === key),
    findByCode: (value) => list().find((transaction) => transaction.pay_code?.value === value),
    findByOrder: (merchantId, orderNo) =>
      list().filter((transaction) => transaction.merchant_id === merchantId && transaction.order_no === orderNo),
    all: list,
    clear: () => transactions.clear(),
  };
}

const ORDER_STATUS: Readonly<Record<TransactionState, string | undefined>> = {
  paid: '1',
  declined: '0',
  pending: '-1',
  held: '-2',
  waiting: undefined,
  cancelled: '0',
};

const PAYMENT_STATUS: Readonly<Record<TransactionState, string>> = {
  paid: '3000',
  declined: '4000',
  pending: '2000',
  held: '2000',
  waiting: '2000',
  cancelled: '4200',
};

/** payment_status of queries; 4100 once the transaction is fully refunded. */
export function paymentStatusOf(transaction: Transaction, isRefunded: boolean): string {
  return transaction.state === 'paid' && isRefunded ? '4100' : PAYMENT_STATUS[transaction.state];
}

/** The elements of a payment result (interface 2.3) for a transaction with a status. */
export function toPaymentResult(transaction: Transaction, message: string): PaymentResult {
  const isCard = transaction.kind === 'card';
  // A payment that is not paid has no subscription and saves no card.
  const isOver = transaction.state === 'declined' || transaction.state === 'cancelled';
  return {
    merchant_id: transaction.merchant_id,
    account_id: transaction.account_id,
    order_no: transaction.order_no,
    amount: transaction.amount,
    currency: transaction.currency,
    transaction_id: transaction.transaction_id,
    card: isCard ? transaction.masked_card : undefined,
    order_status: ORDER_STATUS[transaction.state],
    result_info: `${transaction.result_code}:${message}`,
    ...(isOver ? {} : subscriptionFieldsOf(transaction)),
    note: transaction.note || undefined,
    token_id: isOver ? undefined : transaction.token_id || undefined,
    connector: isCard ? 'sandbox-cards' : `sandbox-${transaction.payment_method}`,
    threeds_result: transaction.is3ds ? threeDsResult(transaction) : undefined,
    risk_action: transaction.state === 'held' ? 'review' : 'accept',
    risk_score: transaction.state === 'held' ? '78' : '12',
    risk_reasons: [{ name: 'velocity', status: transaction.state === 'held' ? 'review' : 'pass' }],
  };
}

function subscriptionFieldsOf(
  transaction: Transaction,
): Pick<PaymentResult, 'contract_name' | 'recurring_id' | 'recurring_deduction_period' | 'recurring_deduction_time'> {
  return {
    contract_name: transaction.contract_name || undefined,
    recurring_id: transaction.recurring_id || undefined,
    recurring_deduction_period: transaction.recurring_deduction_period || undefined,
    recurring_deduction_time: transaction.recurring_deduction_time || undefined,
  };
}

function threeDsResult(transaction: Transaction): string {
  return transaction.state === 'paid' ? 'Y' : 'N';
}

/** An entry of orders_list in the response to a transaction query. */
export function toQueriedTransaction(transaction: Transaction, isRefunded: boolean): Record<string, string> {
  return {
    amount: transaction.amount,
    currency: transaction.currency,
    order_no: transaction.order_no,
    payment_status: paymentStatusOf(transaction, isRefunded),
    query_result: '1',
    reference_no: transaction.transaction_id.replace(/\D/g, '').slice(-12),
    transaction_date: encodeCompactTime(transaction.created_at),
    transaction_id: transaction.transaction_id,
    website: transaction.website,
  };
}
