import type { Dispute } from '../../shared/contract/merchant/disputes.ts';
import type { Payment } from '../../shared/contract/merchant/payments.ts';
import type { Refund } from '../../shared/contract/merchant/refunds.ts';
import type { Subscription } from '../../shared/contract/merchant/subscriptions.ts';

/** Every kind of event that a shop can receive, and what its `data` holds. */
export interface WebhookEventData {
  'payment.paid': Payment;
  'payment.declined': Payment;
  /** It is not known yet whether money moved; another event follows once it is. */
  'payment.unknown': Payment;
  /** Review it (`POST /v1/reviews`) or capture it. */
  'payment.held': Payment;
  'payment.cancelled': Payment;
  /** A payment whose result was unknown was not sent to the gateway: no money moved. */
  'payment.not_sent': Payment;
  /** Money went back: wholly or in part. */
  'payment.refunded': Payment;
  /** A refund that was accepted failed after all. */
  'payment.refund_failed': Payment;
  'refund.updated': Refund;
  'review.updated': Payment;
  'dispute.received': Dispute;
  'dispute.result': Dispute;
  'subscription.created': Subscription;
  'subscription.cancelled': Subscription;
}
export type WebhookEventType = keyof WebhookEventData;

/** Every kind of event, for settings. */
export const WEBHOOK_EVENT_TYPES = Object.keys({
  'payment.paid': true,
  'payment.declined': true,
  'payment.unknown': true,
  'payment.held': true,
  'payment.cancelled': true,
  'payment.not_sent': true,
  'payment.refunded': true,
  'payment.refund_failed': true,
  'refund.updated': true,
  'review.updated': true,
  'dispute.received': true,
  'dispute.result': true,
  'subscription.created': true,
  'subscription.cancelled': true,
} satisfies Record<WebhookEventType, true>) as readonly WebhookEventType[];
