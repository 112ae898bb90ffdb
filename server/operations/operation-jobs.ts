import { updateOutcomeByIssuingQuery } from './run-issuing-write.ts';
import { gatewayResponseDeadline } from '../context/index.ts';
import type { IssuingDeps } from './run-issuing-write.ts';
import { nextIssuingOrPayoutQueryAt } from './operation-schedule.ts';
import type { Job } from '../store/index.ts';
import { updatePayoutByQuery } from './payouts.ts';
import { applyIssuingOrPayoutOperationResult } from './run-operation.ts';

/**
 * Queries one operation on schedule; returns when to query again, in ms since the epoch, or null.
 * @throws CheckoutError `store_unavailable`
 */
export async function runIssuingOrPayoutQueryJob(deps: IssuingDeps, job: Job): Promise<number | null> {
  let operation = await deps.store.findIssuingOrPayoutOperation(job.ref);
  if (operation === undefined) return null;
  if (operation.status === 'submitting') {
    const answerDue = gatewayResponseDeadline(deps, operation.sent_at, job);
    if (answerDue !== null) return answerDue;
    operation = await applyIssuingOrPayoutOperationResult(deps, operation, {
      kind: 'unknown',
      reason: 'the sender stopped before a response',
    });
  }
  if (operation.status !== 'unknown' && operation.status !== 'in_progress') return null;
  await (operation.name === 'payout'
    ? updatePayoutByQuery(deps, operation)
    : updateOutcomeByIssuingQuery(deps, operation));
  const after = (await deps.store.findIssuingOrPayoutOperation(job.ref)) ?? operation;
  if (after.status !== 'unknown' && after.status !== 'in_progress') return null;
  const next = nextIssuingOrPayoutQueryAt(after, deps.now());
  if (next === null) {
    const facts = { operation_id: after.id, source: after.name, to: after.status };
    deps.log.alert('outcome_overdue', facts);
  }
  return next;
}
