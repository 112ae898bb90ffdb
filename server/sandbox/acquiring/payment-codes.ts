import { randomBytes } from 'node:crypto';
import type { SandboxState } from '../state.ts';
import type { Transaction } from './ledger.ts';
import { applyTransactionResult } from './apply-result.ts';

/** The lifetime of a code, in ms: a QR code half an hour, a voucher three days. */
const LIFETIMES = { qr: 30 * 60_000, voucher: 3 * 24 * 3_600_000 } as const;

/** The code of a payment by a method that has one (`codes` of the sandbox's options); undefined for other methods. */
export function createPaymentCode(
  state: SandboxState,
  payment: { payment_method: string; order_no: string; amount: string; currency: string },
): Transaction['pay_code'] {
  const kind = Object.hasOwn(state.paymentCodeMethods, payment.payment_method)
    ? state.paymentCodeMethods[payment.payment_method]
    : undefined;
  if (kind === undefined) return undefined;
  const key = randomBytes(16).toString('hex').toUpperCase();
  const value =
    kind === 'qr'
      ? `SANDBOX:${payment.payment_method}:${payment.currency}${payment.amount}:${key}`
      : voucherNumber(state);
  return { kind, value, expires_at: state.now() + LIFETIMES[kind] };
}

/** Digits in groups, as printed on a voucher. */
function voucherNumber(state: SandboxState): string {
  const digits = (count: number): string =>
    Array.from({ length: count }, () => String(Math.floor(state.random() * 10))).join('');
  return [
    `${digits(5)}.${digits(5)}`,
    `${digits(5)}.${digits(6)}`,
    `${digits(5)}.${digits(6)}`,
    digits(1),
    digits(14),
  ].join(' ');
}

/** Declines an unpaid code at its expiry and notifies the shop. */
export function schedulePaymentCodeExpiry(state: SandboxState, transaction: Transaction): void {
  const { pay_code: code } = transaction;
  if (code === undefined) return;
  state.clock.after(code.expires_at - state.now(), () => {
    if (transaction.state === 'waiting')
      applyTransactionResult(state, transaction, { state: 'declined', result_code: 'D0061' });
  });
}

/** The response elements of a code, under the names of the merchant's profile. */
export function toPaymentCodeResponseFields(
  state: SandboxState,
  { pay_code: code }: Transaction,
): Record<string, string> {
  if (code === undefined) return {};
  const { value, expires_at: end } = state.paymentCodeElements;
  return { [value]: code.value, [end]: new Date(code.expires_at).toISOString() };
}

/** The page of an issuer_url. */
export function issuerPageKindOf(transaction: Transaction): 'challenge' | 'bank' | 'code' {
  if (transaction.kind === 'card') return 'challenge';
  return transaction.pay_code === undefined ? 'bank' : 'code';
}
