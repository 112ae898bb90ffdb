import { createRecordId } from '../random-id.ts';
import type { NewWebhookEvent } from '../store/index.ts';
import type { WebhookEventData, WebhookEventType } from './event-data.ts';

/** Makes events for the outbox; they are written with the change that they tell of. */
export interface WebhookEventFactory {
  make<T extends WebhookEventType>(type: T, ref: string, data: WebhookEventData[T]): NewWebhookEvent;
}

/**
 * @param account the account whose records the events report
 * @param enabled whether the shop has an address for events; without one they are kept for reading only.
 */
export function createWebhookEventFactory(account: string, enabled: boolean, now: () => number): WebhookEventFactory {
  return {
    make: (type, ref, data) => ({
      id: `evt_${createRecordId()}`,
      account,
      type,
      ref,
      data,
      deliver_at: enabled ? now() : null,
    }),
  };
}
