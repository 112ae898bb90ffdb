import type { ErrorCode, FieldError } from '../errors.ts';

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
}
