import type { Dispute } from '../../shared/contract/merchant/disputes.ts';
import { toIsoUtcTime } from '../../shared/dates.ts';
import type { PaymentDeps } from '../context/index.ts';
import type { DisputeWithOrder } from '../store/index.ts';

const DAY = 86_400_000;

/** A dispute as the merchant API and the webhooks return it. */
export function toApiDispute({ gateway }: Pick<PaymentDeps, 'gateway'>, dispute: DisputeWithOrder): Dispute {
  const days = gateway.profile.dispute_days;
  const estimate = days === null ? null : dispute.created_at + days * DAY;
  const dueAt = dispute.due_at ?? estimate;
  return {
    id: dispute.id,
    account: dispute.account,
    payment_id: dispute.payment_id,
    transaction_id: dispute.transaction_id,
    status: dispute.status,
    reason: dispute.reason,
    code: dispute.code,
    order_no: dispute.order_no,
    amount: dispute.amount,
    currency: dispute.currency,
    shopper_email: dispute.shopper_email,
    due_at: dueAt === null ? null : toIsoUtcTime(dueAt),
    due_by: dispute.due_at === null ? (dueAt === null ? null : 'estimated') : 'recorded',
    created_at: toIsoUtcTime(dispute.created_at),
    updated_at: toIsoUtcTime(dispute.updated_at),
  };
}
