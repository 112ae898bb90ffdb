import { randomBytes } from 'node:crypto';
import type { Dispute } from '../../shared/contract/merchant/disputes.ts';
import type { Payment } from '../../shared/contract/merchant/payments.ts';
import type { Refund } from '../../shared/contract/merchant/refunds.ts';
import type { Subscription } from '../../shared/contract/merchant/subscriptions.ts';
import type { NewWebhookEvent } from '../store/index.ts';

/** Every kind of event that a shop can receive, and what its `data` holds. */
export interface WebhookEventData {
  'payment.paid': Payment;
  'payment.declined': Payment;
  /** Nobody can say yet whether money moved; another event follows once somebody can. */
  'payment.unknown': Payment;
  /** Review it (`POST /v1/reviews`) or capture it. */
  'payment.held': Payment;
  'payment.cancelled': Payment;
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
export type WebhookType = keyof WebhookEventData;

/** Makes events for the outbox; they are written with the change that they tell of. */
export interface EventMaker {
  make<T extends WebhookType>(type: T, ref: string, data: WebhookEventData[T]): NewWebhookEvent;
}

/** @param enabled whether the shop has an address for events; without one they are kept for reading only. */
export function createEventMaker(enabled: boolean, now: () => number): EventMaker {
  return {
    make: (type, ref, data) => ({
      id: `evt_${randomBytes(16).toString('base64url')}`,
      type,
      ref,
      data,
      deliver_at: enabled ? now() : null,
    }),
  };
}
