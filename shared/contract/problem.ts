import type { ErrorCode, FieldError } from '../errors.ts';

/** What a version of a session asks to be paid. */
export interface SessionAmount {
  version: number;
  amount: string;
  currency: string;
}

/** The body of every HTTP error: RFC 9457, `application/problem+json`. */
export interface Problem {
  /** `urn:tillgate:error:<code>` */
  type: string;
  title: string;
  status: number;
  code: ErrorCode;
  detail: string;
  request_id: string;
  fields?: readonly FieldError[];
  /** The session as it is now, for `version_conflict`. */
  session?: SessionAmount;
}
