import type { Refund } from '../../shared/contract/merchant/refunds.ts';
import { toIsoUtcTime } from '../../shared/dates.ts';
import { toApiAlert } from '../context/index.ts';
import type { RefundRecord } from '../store/index.ts';

/** A refund as the merchant API and the webhooks return it. */
export function toApiRefund(refund: RefundRecord): Refund {
  return {
    id: refund.id,
    account: refund.account,
    payment_id: refund.payment_id,
    transaction_id: refund.transaction_id,
    order_no: refund.order_no,
    currency: refund.currency,
    amount: refund.amount,
    refund_amount: refund.refund_amount,
    refund_reason: refund.reason,
    refund_reference: refund.reference,
    refund_reference_id: refund.reference_id,
    status: refund.status,
    code: refund.code,
    message: refund.message,
    alerts: refund.alerts.map(toApiAlert),
    created_at: toIsoUtcTime(refund.created_at),
    updated_at: toIsoUtcTime(refund.updated_at),
  };
}
