import type {
  IEventBusModuleService,
  INotificationModuleService,
  Logger,
  MedusaContainer,
} from '@medusajs/framework/types';
import { ContainerRegistrationKeys, Modules } from '@medusajs/framework/utils';

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
