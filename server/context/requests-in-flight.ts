import { CheckoutError } from '../../shared/errors.ts';
import type { Job, PaymentRecord, RequestInFlight } from '../store/index.ts';
import type { PaymentDeps } from './deps.ts';

/**
 * The time until which the sender of a request may wait for its response, in ms since the epoch; null after that time.
 * The age of a request from a clock far ahead is unknown, so its time starts at the first check.
 */
export function gatewayResponseDeadline(deps: PaymentDeps, sentAt: number, { runs }: Job): number | null {
  const { answerDeadline } = deps.settings;
  const now = deps.now();
  if (sentAt > now) return runs > 1 ? null : now + answerDeadline;
  const due = sentAt + answerDeadline;
  return due > now ? due : null;
}

/**
 * Refuses to resolve a payment by hand while a request about it is in flight: the gateway may still act on it.
 * @throws CheckoutError `wrong_state` while the response to the submit, or to a later operation, may still come
 */
export function refuseResolutionWhileInFlight(
  deps: PaymentDeps,
  { status, requests_in_flight: requests }: PaymentRecord,
): void {
  const now = deps.now();
  // The age of a request from a clock far ahead is unknown, so the person may resolve it.
  const isInFlight = requests.some(({ sent_at }) => Math.abs(now - sent_at) < deps.settings.answerDeadline);
  if (status !== 'submitting' && !isInFlight) return;
  throw new CheckoutError('wrong_state', 'The gateway may still respond; try again in a minute or two.');
}

/** Removes the oldest request of a kind, whose response has come. Returns the same list if there is none. */
export function removeAnsweredRequest(
  requests: readonly RequestInFlight[],
  kind: RequestInFlight['kind'] | undefined,
): readonly RequestInFlight[] {
  const index = requests.findIndex((request) => request.kind === kind);
  return index < 0 ? requests : requests.filter((_, at) => at !== index);
}
