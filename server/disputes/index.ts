/**
 * Disputes, which only notifications report.
 * A payment has one dispute; its end is applied after its beginning.
 */
export { toDisputeBody } from './dispute-body.ts';
export { mayDisputeUnreportedRenewal, disputeStatusOf, recordDispute } from './record-dispute.ts';
