import type { NewWebhookEvent, PaymentRecord } from '../store/index.ts';
import type { WebhookEventType } from '../webhooks/event-data.ts';
import type { WebhookEventFactory } from '../webhooks/events.ts';
import { toApiPayment } from './api-payment.ts';

const TYPES: Partial<Record<PaymentRecord['status'], WebhookEventType>> = {
  paid: 'payment.paid',
  declined: 'payment.declined',
  unknown: 'payment.unknown',
  held: 'payment.held',
  cancelled: 'payment.cancelled',
};

/** The webhook events of a payment that has reached a new state; none for one that only saves a card. */
export function createPaymentWebhookEvents(maker: WebhookEventFactory, after: PaymentRecord): NewWebhookEvent[] {
  const type = TYPES[after.status];
  return type === undefined || after.kind === 'verification'
    ? []
    : [maker.make(type as 'payment.paid', after.id, toApiPayment(after))];
}
