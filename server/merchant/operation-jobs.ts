import { checkIssuing } from '../issuing/run-issuing.ts';
import { answerDueAt } from '../payments/answer-due.ts';
import type { PaymentDeps } from '../payments/deps.ts';
import { nextOperationCheckAt } from '../payments/schedule.ts';
import type { Job } from '../store/store.ts';
import { checkPayout } from './payouts.ts';
import { settleOperation } from './run-operation.ts';

/** Looks after one operation without an end; returns when to look again, in ms since the epoch, or null. */
export async function reconcileOperation(deps: PaymentDeps, job: Job): Promise<number | null> {
  let operation = await deps.store.findOperation(job.ref);
  if (operation === undefined) return null;
  if (operation.status === 'submitting') {
    const answerDue = answerDueAt(deps, operation.sent_at, job);
    if (answerDue !== null) return answerDue;
    operation = await settleOperation(deps, operation, {
      kind: 'unknown',
      reason: 'the sender stopped before an answer',
    });
  }
  if (operation.status !== 'unknown' && operation.status !== 'in_progress') return null;
  await (operation.name === 'payout' ? checkPayout(deps, operation) : checkIssuing(deps, operation));
  const after = (await deps.store.findOperation(job.ref)) ?? operation;
  if (after.status !== 'unknown' && after.status !== 'in_progress') return null;
  const next = nextOperationCheckAt(after, deps.now());
  if (next === null) {
    const facts = { operation_id: after.id, source: after.name, to: after.status };
    deps.log.error(facts, 'alarm: an operation needs a person');
  }
  return next;
}
