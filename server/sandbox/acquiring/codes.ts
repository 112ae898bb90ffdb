import { randomBytes } from 'node:crypto';
import type { World } from '../world.ts';
import type { Transaction } from './ledger.ts';

/** How long a code can be paid, in ms: a QR code half an hour, a voucher three days. */
const LIFETIMES = { qr: 30 * 60_000, voucher: 3 * 24 * 3_600_000 } as const;

/** The code of a payment by a method that gives one (`codes` of the sandbox's options); undefined for the others. */
export function makeCode(
  world: World,
  payment: { payment_method: string; order_no: string; amount: string; currency: string },
): Transaction['pay_code'] {
  const kind = Object.hasOwn(world.codes, payment.payment_method) ? world.codes[payment.payment_method] : undefined;
  if (kind === undefined) return undefined;
  const key = randomBytes(16).toString('hex').toUpperCase();
  const value =
    kind === 'qr'
      ? `SANDBOX:${payment.payment_method}:${payment.currency}${payment.amount}:${key}`
      : voucherNumber(world);
  return { kind, value, expires_at: world.now() + LIFETIMES[kind] };
}

/** Digits in groups, as they stand on a slip of paper. */
function voucherNumber(world: World): string {
  const digits = (count: number): string =>
    Array.from({ length: count }, () => String(Math.floor(world.random() * 10))).join('');
  return [
    `${digits(5)}.${digits(5)}`,
    `${digits(5)}.${digits(6)}`,
    `${digits(5)}.${digits(6)}`,
    digits(1),
    digits(14),
  ].join(' ');
}

/** A code that nobody paid in time is declined, and the shop told. */
export function watchCode(world: World, transaction: Transaction): void {
  const { pay_code: code } = transaction;
  if (code === undefined) return;
  world.clock.after(code.expires_at - world.now(), () => {
    if (transaction.state === 'waiting') world.settle(transaction, 'declined', 'D0061');
  });
}

/** The elements by which an answer carries a code, under the names of the merchant's profile. */
export function codeElements(world: World, { pay_code: code }: Transaction): Record<string, string> {
  if (code === undefined) return {};
  const { value, expires_at: end } = world.codeElements;
  return { [value]: code.value, [end]: new Date(code.expires_at).toISOString() };
}

/** The page that issuer_url leads to. */
export function issuerPageOf(transaction: Transaction): 'challenge' | 'bank' | 'code' {
  if (transaction.kind === 'card') return 'challenge';
  return transaction.pay_code === undefined ? 'bank' : 'code';
}
