import type { Payment, RefundStatus, TillgateClient } from '../../server/client/index.ts';
import { encodeAmount, parseAmount } from '../../shared/money.ts';

/**
 * Voids a held payment, or refunds what is left of a captured one. The same idempotency key does it once.
 * @param payment as the companion has it
 * @param reason what the refund's `refund_reason` says
 * @returns whether the money is back, or on its way; false if the gateway refuses
 * @throws TillgateError if the companion refuses the request, or its response is lost: the call may be repeated
 */
export async function voidOrRefundPayment(
  client: TillgateClient,
  payment: Payment,
  { reason, idempotencyKey }: { reason: string; idempotencyKey: string },
): Promise<boolean> {
  if (payment.status === 'held') {
    const { status } = await client.payments.cancel(payment.id, { idempotencyKey });
    return status !== 'refused';
  }
  let left = parseAmount(payment.captured_amount ?? payment.amount);
  for await (const refund of client.refunds.list({ payment_id: payment.id })) {
    if (isRefundedOrInProgress(refund.status)) left -= parseAmount(refund.refund_amount);
  }
  if (left <= 0n) return true;
  const { refunds } = await client.refunds.create(
    { refunds: [{ payment_id: payment.id, refund_amount: encodeAmount(left), refund_reason: reason }] },
    { idempotencyKey },
  );
  const status = refunds[0]?.refund?.status;
  return status !== undefined && isRefundedOrInProgress(status);
}

/** Whether the money is back, or on its way. */
export function isRefundedOrInProgress(status: RefundStatus): boolean {
  return status !== 'refused' && status !== 'not_sent';
}
