import { type CheckoutError } from '../../shared/errors.ts';
import type { PaymentRecord } from '../store/store.ts';
import type { PaymentDeps } from '../payments/deps.ts';

/** How a caller names a payment: by our id or by the gateway's. */
export interface Target {
  payment_id?: string | undefined;
  transaction_id?: string | undefined;
}

/** What is wrong with one entry of a batch; the others go on. */
export interface ItemError {
  code: string;
  detail: string;
}

/** The payment that a caller means; undefined for a transaction that was not made here. */
export function findTarget(deps: PaymentDeps, target: Target): Promise<PaymentRecord | undefined> {
  if (target.payment_id !== undefined) return deps.store.findPayment(target.payment_id);
  return deps.store.findPaymentByTransaction(target.transaction_id ?? '');
}

/** An error as an entry of a batch carries it. */
export function toItemError(error: CheckoutError): ItemError {
  return { code: error.code, detail: error.message };
}
