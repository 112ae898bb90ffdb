import type { SessionStatus } from '../../shared/contract/create-session.ts';
import type { SessionRecord } from '../store/index.ts';

/** The status of a session now, with its expiry applied. */
export function sessionStatusAt(session: SessionRecord, now: number): SessionStatus {
  if (session.status === 'paid') return 'paid';
  if (session.active_payment_id !== null) return 'processing';
  return session.status === 'expired' || session.expires_at <= now ? 'expired' : 'open';
}
