import { replaceCardNumbers } from '../../shared/card-numbers.ts';
import { CheckoutError, ERRORS, isCheckoutError } from '../../shared/errors.ts';
import type { FieldError } from '../../shared/errors.ts';
import type { Problem } from '../../shared/contract/index.ts';
import { VersionConflictError } from '../context/index.ts';

/** Seconds after which a retry makes sense, by error code. */
const RETRY_AFTER: Partial<Record<string, number>> = {
  request_in_progress: 1,
  payment_in_progress: 2,
  rate_limited: 10,
  store_unavailable: 5,
  gateway_unreachable: 5,
};

/** An error as the caller may see it. Any other error becomes `internal_error` without its message. */
export function toProblem(error: unknown, requestId: string): Problem {
  const known = isCheckoutError(error) ? error : new CheckoutError('internal_error');
  const { status, title } = ERRORS[known.code];
  return {
    type: `urn:tillgate:error:${known.code}`,
    title,
    status,
    code: known.code,
    detail: describe(known),
    request_id: requestId,
    ...(known.fields === undefined ? {} : { fields: known.fields.map(toShownField) }),
    ...(known instanceof VersionConflictError ? { session: known.session } : {}),
  };
}

export function problemResponse(error: unknown, requestId: string): Response {
  const problem = toProblem(error, requestId);
  const headers = new Headers({ 'content-type': 'application/problem+json', 'cache-control': 'no-store' });
  const retryAfter = RETRY_AFTER[problem.code];
  if (retryAfter !== undefined) headers.set('retry-after', String(retryAfter));
  if (problem.status === 401) headers.set('www-authenticate', 'Bearer');
  return new Response(JSON.stringify(problem), { status: problem.status, headers });
}

/** The longest path in a problem, in characters. */
const PATH_MAX_LENGTH = 200;

/** A path consists of the caller's own keys, and a key may be a card number. */
function toShownField(field: FieldError): FieldError {
  return {
    ...field,
    path: replaceCardNumbers(field.path, () => '…')
      .replace(/\d(?:[ -]?\d){7,}/g, '…')
      .slice(0, PATH_MAX_LENGTH),
  };
}

function describe(error: CheckoutError): string {
  const [first] = (error.fields ?? []).slice(0, 1).map(toShownField);
  const base = error.message;
  return first === undefined ? base : `${base}: ${first.path === '' ? 'the body' : first.path}, ${first.rule}.`;
}
