import type { SandboxState } from '../state.ts';
import type { SandboxDispute } from './records.ts';
import type { Transaction } from './ledger.ts';
import { notifyOfTransaction } from './notify.ts';

/** Opens a dispute of a paid transaction; after a delay it ends against the shop. */
export function openDispute(
  state: SandboxState,
  transaction: Transaction,
  reason = 'Goods not received',
): SandboxDispute {
  const known = state.records.disputes.find((entry) => entry.transaction_id === transaction.transaction_id);
  if (known !== undefined) return known;
  const dispute: SandboxDispute = {
    transaction_id: transaction.transaction_id,
    chargeback_reason: reason,
    error_code: '4853',
    state: 'received',
    created_at: state.now(),
  };
  state.records.disputes.push(dispute);
  notifyOfTransaction(state, transaction, 'DISPUTE RECIEVED', toDisputeFields(dispute, transaction));
  state.clock.after(state.delays.disputeResult, () => resolveDispute(state, dispute, 'lost'));
  return dispute;
}

/** Ends a dispute and notifies the shop; idempotent. */
export function resolveDispute(state: SandboxState, dispute: SandboxDispute, outcome: 'won' | 'lost'): void {
  const transaction = state.ledger.find(dispute.transaction_id);
  if (dispute.state !== 'received' || transaction === undefined) return;
  dispute.state = outcome;
  const won = outcome === 'won';
  notifyOfTransaction(state, transaction, 'DISPUTE RESULT', {
    ...toDisputeFields(dispute, transaction),
    order_status: won ? '1' : '0',
    result_info: won ? '0000:Dispute won' : 'B0001:Dispute lost',
  });
}

function toDisputeFields(dispute: SandboxDispute, transaction: Transaction): Record<string, string> {
  return { ...transaction.billing, chargeback_reason: dispute.chargeback_reason, error_code: dispute.error_code };
}
