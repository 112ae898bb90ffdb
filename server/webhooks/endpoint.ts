import type { WebhookEventType } from './event-data.ts';

/** An address of the shop that receives webhook events, and the secrets that sign them. */
export interface WebhookEndpoint {
  /** `default` for that of TILLGATE_WEBHOOK_URL. */
  name: string;
  url: string;
  secrets: readonly string[];
  /** The events that it receives. Absent: all. */
  events?: readonly WebhookEventType[];
  /** The accounts of the gateway whose events it receives. Absent: all. */
  accounts?: readonly string[];
}

/** The names of the endpoints that receive an event. */
export function endpointNamesForEvent(
  endpoints: readonly WebhookEndpoint[],
  { type, account }: { type: string; account: string },
): string[] {
  const isFor = ({ events, accounts }: WebhookEndpoint): boolean =>
    (events === undefined || events.some((known) => known === type)) &&
    (accounts === undefined || accounts.includes(account));
  return endpoints.filter(isFor).map(({ name }) => name);
}
