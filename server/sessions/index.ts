/**
 * Checkout sessions: created by the shop, shown to the element, expired.
 * Methods, required fields and the outcome of a session are derived here.
 */
export { appendQuery } from './append-query.ts';
export { validateAndMaskSessionRequest, createSession } from './create-session.ts';
export { expireSession } from './expire-session.ts';
export {
  bankFixedBySession,
  GATEWAY_PAGE_METHOD,
  isMethodUsableByName,
  METHOD_NAME_RULE_TEXT,
  paymentMethodsOf,
  gatewayPageOptionsOf,
} from './methods.ts';
export { isAbandonable, toShopperOutcome } from './outcome.ts';
export { isMandatoryForCountry } from './mandatory-fields.ts';
export { requireSession } from './require-session.ts';
export { toApiSession } from './api-session.ts';
export { updateSession } from './update-session.ts';
export { readSessionOutcome, toShopReturnUrl, toSessionView, orderTotalsOf } from './session-view.ts';
