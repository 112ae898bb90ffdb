import * as z from 'zod/mini';
import { CheckoutError } from '../../shared/errors.ts';
import { filled, TransactionId } from '../../shared/interface/identifiers.ts';
import { maskCardNumbers } from '../gateway/redact.ts';
import type { PaymentRecord } from '../store/index.ts';
import { applyResult } from './apply-result.ts';
import type { Deps } from '../context/index.ts';
import { isUnsettled, transitionOf } from './transition-table.ts';

/** The body of `POST /v1/payments/{id}/resolve`: what a person found out, and how. */
export const ResolvePayment = z.strictObject({
  /** `cancelled` only says that a payment that is cancelled was looked into. */
  status: z.enum(['paid', 'declined', 'cancelled']),
  reason: filled(500),
  transaction_id: z.optional(TransactionId),
});
export type ResolvePayment = z.infer<typeof ResolvePayment>;

/**
 * A person resolves a payment that nobody else could.
 * @throws CheckoutError `not_found`; `wrong_state` where the payment is resolved otherwise, or an answer may still come;
 *   `reference_taken` where the transaction is another payment's
 */
export async function resolvePayment(deps: Deps, id: string, word: ResolvePayment): Promise<PaymentRecord> {
  const payment = await deps.store.findPayment(id);
  if (payment === undefined) throw new CheckoutError('not_found', 'There is no such payment.');
  const isMovable = isUnsettled(payment.status) || transitionOf(payment.status, word.status, 'person') === word.status;
  const allowed = isMovable && word.status !== 'cancelled';
  if (!allowed && payment.status !== word.status) {
    throw new CheckoutError('wrong_state', `A payment that is ${payment.status} cannot be resolved as ${word.status}.`);
  }
  const { status, transaction_id: transactionId } = word;
  const owner = transactionId === undefined ? undefined : await deps.store.findPaymentByTransaction(transactionId);
  if (owner !== undefined && owner.id !== id)
    throw new CheckoutError('reference_taken', `This transaction is that of the payment ${owner.id}.`);
  const known = payment.transaction_id ?? transactionId;
  // What is resolved keeps its number: to say 200 to another one would let its person believe that it counts.
  if (payment.status === status && transactionId !== undefined && transactionId !== known)
    throw new CheckoutError('wrong_state', 'The payment has another transaction_id.');
  // People paste what they see, so that a card number may stand in it.
  const reason = maskCardNumbers(word.reason);
  const applied = await applyResult(deps, id, { status, source: 'person', reason, transactionId });
  const isOpen = applied.alerts.length > 0 || applied.pending_operation !== null;
  const isConfirmed = payment.status === status && applied.status === status;
  return isOpen && isConfirmed ? acknowledge(deps, applied, { status, reason }) : applied;
}

/** A contradiction that a person has looked into is none any more, and no end of a cancellation is waited for. */
async function acknowledge(
  deps: Deps,
  payment: PaymentRecord,
  word: Pick<ResolvePayment, 'status' | 'reason'>,
): Promise<PaymentRecord> {
  const acknowledged = await deps.store.updatePayment({
    id: payment.id,
    version: payment.version,
    changes: { alerts: [], pending_operation: null, pending_operation_at: null },
    session: 'keep',
    event: { kind: 'resolved', detail: { source: 'person', reported: word.status, reason: word.reason } },
    at: deps.now(),
  });
  // Something came between: what it reported may raise an alert of its own, so it stays.
  return acknowledged ?? payment;
}
