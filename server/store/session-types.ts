import type { SessionStatus } from '../../shared/contract/index.ts';
import type { ListFilter } from './back-office-types.ts';
import type { SessionRecord } from './payment-tables.ts';

export interface SessionFilter extends ListFilter {
  /** The status of the session at `now`. */
  status?: SessionStatus | undefined;
  /** Only sessions whose payment is held for a review. */
  isHeld?: boolean | undefined;
  orderNo?: string | undefined;
  /** Milliseconds since the epoch. */
  now: number;
}

/** A changed order, with the session as the caller read it. */
export interface SessionUpdate extends Pick<
  SessionRecord,
  'id' | 'version' | 'last_payment_id' | 'amount' | 'request'
> {
  /** Milliseconds since the epoch. */
  at: number;
}
