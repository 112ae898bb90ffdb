import { CheckoutError } from '../../shared/errors.ts';
import type { Job, PaymentRecord, RequestInFlight } from '../store/index.ts';
import type { Deps } from './deps.ts';

/**
 * Until when the sender of a request may wait for its response, in ms since the epoch; null once its time is over. The age
 * of a request that a clock far ahead has sent is unknown: its time runs from the first check.
 */
export function responseDueAt(deps: Deps, sentAt: number, { runs }: Job): number | null {
  const { answerDeadline } = deps.settings;
  const now = deps.now();
  if (sentAt > now) return runs > 1 ? null : now + answerDeadline;
  const due = sentAt + answerDeadline;
  return due > now ? due : null;
}

/**
 * Keeps a person from resolving a payment while a request about it is in flight: the gateway may still act on it.
 * @throws CheckoutError `wrong_state` while the response to the submit, or to a later operation, may still come
 */
export function refuseResolveWhileInFlight(deps: Deps, { status, requests_in_flight: requests }: PaymentRecord): void {
  const now = deps.now();
  // The age of a request that a clock far ahead has sent is unknown, so the person decides.
  const isInFlight = requests.some(({ sent_at }) => Math.abs(now - sent_at) < deps.settings.answerDeadline);
  if (status !== 'submitting' && !isInFlight) return;
  throw new CheckoutError('wrong_state', 'The gateway may still respond; try again in a minute or two.');
}

/** Without the oldest request of a kind, whose response has come; the same list where there is none. */
export function withoutRequest(
  requests: readonly RequestInFlight[],
  kind: RequestInFlight['kind'] | undefined,
): readonly RequestInFlight[] {
  const index = requests.findIndex((request) => request.kind === kind);
  return index < 0 ? requests : requests.filter((_, at) => at !== index);
}
