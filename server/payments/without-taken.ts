import { reported } from '../store/alarm-notes.ts';
import type { PaymentResult } from '../../shared/interface/payment-result.ts';
import type { PaymentRecord } from '../store/store.ts';
import type { TakenError } from '../store/taken-error.ts';
import { addAlert } from './add-note.ts';
import type { PaymentDeps } from './deps.ts';
import type { Verdict } from './states.ts';

/**
 * A result without what belongs to another payment: nothing is taken over, and an alert names both. Paid by a transaction
 * of another payment, the answer to a submit is not certain: the query has to confirm it.
 * @throws TakenError for a person, who named the transaction
 */
export async function withoutTaken(
  deps: PaymentDeps,
  payment: PaymentRecord,
  verdict: Verdict,
  taken: TakenError,
): Promise<Verdict> {
  const { result } = verdict;
  if (taken.field === 'recurring_id') {
    const recurringId = result?.recurring_id ?? payment.result?.recurring_id ?? '';
    const owner = (await deps.store.findSubscription(recurringId))?.payment_id ?? 'unknown';
    await addAlert(deps, payment.id, reported(`the recurring_id belongs to the payment ${owner}`), verdict.source);
    return { ...verdict, isSubscriptionTaken: true };
  }
  if (verdict.source === 'person' && verdict.transactionId !== undefined) throw taken;
  const id = verdict.transactionId ?? result?.transaction_id ?? '';
  const owner = (await deps.store.findPaymentByTransaction(id, payment.account_id))?.id ?? 'unknown';
  const note = `the transaction_id belongs to the payment ${owner}`;
  await addAlert(deps, payment.id, reported(note), verdict.source);
  const bare = { ...verdict, transactionId: undefined, result: withoutTransactionId(result) };
  const isDoubtful = verdict.source === 'answer' && verdict.kind === 'paid';
  return isDoubtful ? { ...bare, kind: 'unknown', reason: note } : bare;
}

/** A result without its transaction ID. */
export function withoutTransactionId(result: PaymentResult | undefined): PaymentResult | undefined {
  if (result === undefined) return undefined;
  const { transaction_id: _id, ...rest } = result;
  return rest;
}
