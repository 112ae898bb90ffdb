/**
 * Checkout sessions: created by the shop, shown to the element, expired.
 * Methods, required fields and the outcome of a session are derived here.
 */
export { appendQuery } from './append-query.ts';
export { createSession } from './create-session.ts';
export { expireSession } from './expire-session.ts';
export { bankOf, GATEWAY_PAGE, isMethodName, METHOD_RULE, methodsOf, pageOptionsOf } from './methods.ts';
export { isAbandonable, toOutcome } from './outcome.ts';
export { isRequired } from './required-fields.ts';
export { toSessionBody } from './session-body.ts';
export { readOutcome, toReturnAddress, toSessionView, totalsOf } from './session-view.ts';
