import { TillgateCompleteEvent } from '../events/index.ts';
import type { CheckoutState } from './state.ts';

/** The event of a session's end. */
export function toCompleteEvent({ phase, view, outcome }: CheckoutState): TillgateCompleteEvent {
  const [session_id, payment_id] = [view?.session_id ?? '', outcome?.payment_id ?? null];
  // Not the outcome's, which is older if a submit was rejected because the session is over.
  const status = phase === 'refused' ? 'declined' : phase === 'paid' ? phase : 'expired';
  return new TillgateCompleteEvent({ session_id, payment_id, status });
}
