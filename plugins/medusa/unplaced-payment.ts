import type {
  IEventBusModuleService,
  INotificationModuleService,
  Logger,
  MedusaContainer,
} from '@medusajs/framework/types';
import { ContainerRegistrationKeys, Modules } from '@medusajs/framework/utils';
import type { Payment, RefundStatusName, TillgateClient } from '../../server/client/index.ts';
import { encodeAmount, parseAmount } from '../../shared/money.ts';

/** Voids or refunds what is left of a payment. False if the gateway refuses. */
export async function voidOrRefundPayment(client: TillgateClient, payment: Payment, reason: string): Promise<boolean> {
  const idempotencyKey = `medusa-unplaced-${payment.id}`;
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
export function isRefundedOrInProgress(status: RefundStatusName): boolean {
  return status !== 'refused' && status !== 'not_sent';
}

/**
 * Tells the shop's staff once: in the admin's notifications, in the log, and by an event for the shop's subscribers.
 * @param subject what the message is about; the same one is told once
 */
export async function notifyStaff(
  scope: MedusaContainer,
  event: 'tillgate.payment_unplaced' | 'tillgate.refund_failed',
  subject: string,
  text: string,
  data: Record<string, unknown>,
): Promise<void> {
  const notifications = scope.resolve<INotificationModuleService>(Modules.NOTIFICATION);
  const key = `${event}-${subject}`;
  const filters: object = { idempotency_key: key };
  if ((await notifications.listNotifications(filters)).length > 0) return;
  scope.resolve<Logger>(ContainerRegistrationKeys.LOGGER).error(text);
  await notifications.createNotifications({
    to: '',
    channel: 'feed',
    template: 'admin-ui',
    idempotency_key: key,
    data: { title: 'Tillgate', description: text },
  });
  await scope.resolve<IEventBusModuleService>(Modules.EVENT_BUS).emit({ name: event, data });
}
