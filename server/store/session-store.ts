import type { SessionStatus } from '../../shared/contract/index.ts';
import type { ListFilter, Page } from './back-office-types.ts';
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

/** The sessions of the store. */
export interface SessionStore {
  /** `oncePerOrder`: returns false and creates nothing if another session of the order is paid. */
  createSession(session: SessionRecord, oncePerOrder?: boolean): Promise<boolean>;
  findSession(id: string): Promise<SessionRecord | undefined>;
  findSessionByTokenHash(tokenHash: string): Promise<SessionRecord | undefined>;
  /** Newest first. */
  listSessions(filter: SessionFilter): Promise<Page<SessionRecord>>;
  /**
   * Changes the order of an open session; false if the session has another version or last payment than the update
   * names, or if it is not open at `at`.
   */
  updateSession(update: SessionUpdate): Promise<boolean>;
  /** Ends an open session without a payment in progress; false if it was not open. */
  expireIdleSession(id: string): Promise<boolean>;
  /** Closes every session to further payments, also those with one in progress; returns their number. */
  expireAllUnpaidSessions(at: number): Promise<number>;
}
