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

/**
 * The webhook events of a payment that has reached a new state; none for one that only saves a card. That a payment was not
 * sent is the response to its submit, so only a shop that was told of an unknown result gets an event of it.
 * @param before the state before; undefined for a new payment
 */
export function createPaymentWebhookEvents(
  maker: WebhookEventFactory,
  after: PaymentRecord,
  before?: PaymentRecord['status'],
): NewWebhookEvent[] {
  const type = after.status === 'not_sent' && before === 'unknown' ? 'payment.not_sent' : TYPES[after.status];
  return type === undefined || after.kind === 'verification'
    ? []
    : [maker.make(type as 'payment.paid', after.id, toApiPayment(after))];
}
