import { CheckoutError } from '../../shared/errors.ts';
import type { PaymentRecord } from '../store/index.ts';
import type { PaymentDeps } from '../context/index.ts';

/** How a caller names a payment: by our id or by the gateway's. */
export interface PaymentReference {
  payment_id?: string | undefined;
  transaction_id?: string | undefined;
}

/** What is wrong with one entry of a batch; the others go on. */
export interface BatchItemError {
  code: string;
  detail: string;
}

/** The payment that a caller names; undefined for a transaction made elsewhere. */
export function findTargetPayment(deps: PaymentDeps, target: PaymentReference): Promise<PaymentRecord | undefined> {
  if (target.payment_id !== undefined) return deps.store.findPayment(target.payment_id);
  return deps.store.findPaymentByTransaction(target.transaction_id ?? '');
}

/** The rule for naming a transaction made elsewhere. */
export const EXTERNAL_TRANSACTION_RULE_TEXT =
  'A transaction made elsewhere needs order_no, currency and amount as well.';

/**
 * Refuses an entry whose order, currency or amount differs from the payment's.
 * @throws CheckoutError `invalid_request`
 */
export function refuseMismatchedBatchItem(
  item: { order_no?: string | undefined; currency?: string | undefined; amount?: string | undefined },
  known: { order_no: string; currency: string; amount: string },
): void {
  for (const name of ['order_no', 'currency', 'amount'] as const) {
    if (item[name] !== undefined && item[name] !== known[name]) {
      throw new CheckoutError('invalid_request', `${name} is not the payment's.`);
    }
  }
}

/** An error as an entry of a batch carries it. */
export function toBatchItemError(error: CheckoutError): BatchItemError {
  return { code: error.code, detail: error.message };
}
