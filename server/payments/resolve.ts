import * as z from '../../shared/zod.ts';
import { CheckoutError } from '../../shared/errors.ts';
import { requiredText, GatewayTransactionId } from '../../shared/interface/formats.ts';
import { maskCardNumbers } from '../gateway/redact.ts';
import type { PaymentRecord } from '../store/index.ts';
import { applyPaymentResult } from './apply-result.ts';
import type { PaymentDeps } from '../context/index.ts';
import { isQueriedOnSchedule, lookUpTransition } from './transition-table.ts';

/** The body of `POST /v1/payments/{id}/resolve`: the status that a person found, and how. */
export const ResolvePaymentInput = z.strictObject({
  /** `cancelled` only for a payment that is cancelled already: it ends the alerts. */
  status: z.enum(['paid', 'declined', 'cancelled']),
  reason: requiredText(500),
  transaction_id: z.optional(GatewayTransactionId),
});
export type ResolvePaymentInput = z.infer<typeof ResolvePaymentInput>;

/**
 * Resolves a payment by a person's decision.
 * @throws CheckoutError `not_found`; `wrong_state` where the payment is resolved otherwise, or a response may still come;
 *   `reference_taken` where the transaction is another payment's
 */
export async function resolvePayment(
  deps: PaymentDeps,
  id: string,
  resolution: ResolvePaymentInput,
): Promise<PaymentRecord> {
  const payment = await deps.store.findPayment(id);
  if (payment === undefined) throw new CheckoutError('not_found', 'There is no such payment.');
  const isMovable =
    isQueriedOnSchedule(payment.status) ||
    lookUpTransition(payment.status, resolution.status, 'person') === resolution.status;
  const allowed = isMovable && resolution.status !== 'cancelled';
  if (!allowed && payment.status !== resolution.status) {
    throw new CheckoutError(
      'wrong_state',
      `A payment that is ${payment.status} cannot be resolved as ${resolution.status}.`,
    );
  }
  const { status, transaction_id: transactionId } = resolution;
  const owner = transactionId === undefined ? undefined : await deps.store.findPaymentByTransaction(transactionId);
  if (owner !== undefined && owner.id !== id)
    throw new CheckoutError('reference_taken', `This transaction is that of the payment ${owner.id}.`);
  const known = payment.transaction_id ?? transactionId;
  // A resolved payment keeps its transaction ID. Accepting another one would suggest that it counts.
  if (payment.status === status && transactionId !== undefined && transactionId !== known)
    throw new CheckoutError('wrong_state', 'The payment has another transaction_id.');
  // The reason may have a card number that was pasted into it.
  const reason = maskCardNumbers(resolution.reason);
  const applied = await applyPaymentResult(deps, id, { status, source: 'person', reason, transactionId });
  const isOpen = applied.alerts.length > 0 || applied.pending_operation !== null;
  const isConfirmed = payment.status === status && applied.status === status;
  return isOpen && isConfirmed ? acknowledge(deps, applied, { status, reason }) : applied;
}

/** Ends the alerts and the pending operation of a payment whose status a person has confirmed. */
async function acknowledge(
  deps: PaymentDeps,
  payment: PaymentRecord,
  resolution: Pick<ResolvePaymentInput, 'status' | 'reason'>,
): Promise<PaymentRecord> {
  const acknowledged = await deps.store.updatePayment({
    id: payment.id,
    version: payment.version,
    changes: { alerts: [], pending_operation: null, pending_operation_at: null },
    session: 'keep',
    event: { kind: 'resolved', detail: { source: 'person', reported: resolution.status, reason: resolution.reason } },
    at: deps.now(),
  });
  // The payment changed meanwhile; its alerts stay, since a new one may be among them.
  return acknowledged ?? payment;
}
