import type { NotificationType, SandboxState } from '../state.ts';
import { openDispute } from './disputes.ts';
import type { Transaction } from './ledger.ts';
import { notifyOfTransaction } from './notify.ts';
import { activateSubscription } from './subscriptions.ts';

/** The final state of a transaction and its code for `result_info`, such as `0000` (interface 2.3). */
export interface TransactionResult {
  state: 'paid' | 'declined' | 'cancelled';
  result_code: string;
}

/**
 * Applies a result to a transaction and notifies the shop. A final transaction does not change, except that a paid one
 * can be cancelled.
 */
export function applyTransactionResult(
  state: SandboxState,
  transaction: Transaction,
  result: TransactionResult,
  type: NotificationType = 'PAYMENT',
): void {
  const isFinal = transaction.state === 'declined' || transaction.state === 'cancelled';
  if (isFinal || (transaction.state === 'paid' && result.state !== 'cancelled')) return;
  Object.assign(transaction, { ...result, completed_at: state.now() });
  if (result.state === 'paid') applyPaidEffects(state, transaction);
  notifyOfTransaction(state, transaction, type);
}

/** Activates the subscription of a paid transaction, and schedules its dispute where its test card has one. */
export function applyPaidEffects(state: SandboxState, transaction: Transaction): void {
  activateSubscription(state, transaction);
  if (transaction.will_be_disputed) state.clock.after(state.delays.dispute, () => void openDispute(state, transaction));
}
