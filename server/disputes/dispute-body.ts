import type { Dispute } from '../../shared/contract/merchant/disputes.ts';
import { toMoment } from '../../shared/dates.ts';
import type { DisputeRecord } from '../store/index.ts';

/** A dispute as the merchant API and the webhooks return it. */
export function toDisputeBody(dispute: DisputeRecord): Dispute {
  return {
    id: dispute.id,
    payment_id: dispute.payment_id,
    transaction_id: dispute.transaction_id,
    status: dispute.status,
    reason: dispute.reason,
    code: dispute.code,
    created_at: toMoment(dispute.created_at),
    updated_at: toMoment(dispute.updated_at),
  };
}
