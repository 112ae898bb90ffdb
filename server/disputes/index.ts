/**
 * Disputes, which only notifications report.
 * A payment has one dispute; its end is applied after its beginning.
 */
export { toApiDispute } from './dispute-body.ts';
export { mayConcernUnreportedRenewal, disputeStatusOf, recordDispute } from './record-dispute.ts';
