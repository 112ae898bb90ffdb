import type { World } from '../world.ts';
import type { SandboxDispute } from './books.ts';
import type { Transaction } from './ledger.ts';
import { tell } from './tell.ts';

/** A shopper disputes a paid transaction; the result follows after a while, against the shop. */
export function openDispute(world: World, transaction: Transaction, reason = 'Goods not received'): SandboxDispute {
  const known = world.books.disputes.find((entry) => entry.transaction_id === transaction.transaction_id);
  if (known !== undefined) return known;
  const dispute: SandboxDispute = {
    transaction_id: transaction.transaction_id,
    chargeback_reason: reason,
    error_code: '4853',
    state: 'received',
    created_at: world.now(),
  };
  world.books.disputes.push(dispute);
  tell(world, transaction, 'DISPUTE RECIEVED', toFields(dispute, transaction));
  world.clock.after(world.pace.disputeResult, () => resolveDispute(world, dispute, 'lost'));
  return dispute;
}

/** Ends a dispute and tells the shop; a second time does nothing. */
export function resolveDispute(world: World, dispute: SandboxDispute, state: 'won' | 'lost'): void {
  const transaction = world.ledger.find(dispute.transaction_id);
  if (dispute.state !== 'received' || transaction === undefined) return;
  dispute.state = state;
  const won = state === 'won';
  tell(world, transaction, 'DISPUTE RESULT', {
    ...toFields(dispute, transaction),
    order_status: won ? '1' : '0',
    result_info: won ? '0000:Dispute won' : 'B0001:Dispute lost',
  });
}

function toFields(dispute: SandboxDispute, transaction: Transaction): Record<string, string> {
  return { ...transaction.billing, chargeback_reason: dispute.chargeback_reason, error_code: dispute.error_code };
}
