/**
 * Checkout sessions: created by the shop, shown to the element, expired.
 * Methods, required fields and the outcome of a session are derived here.
 */
export { appendQuery } from './append-query.ts';
export { checkOrder, createSession } from './create-session.ts';
export { expireSession } from './expire-session.ts';
export {
  sessionBankOf,
  GATEWAY_PAGE_METHOD,
  isMethodName,
  METHOD_NAME_FORMAT,
  paymentMethodsOf,
  gatewayPageOptionsOf,
} from './methods.ts';
export { isAbandonable, toShopperOutcome } from './outcome.ts';
export { isMandatoryField } from './required-fields.ts';
export { readSession } from './read-session.ts';
export { toSessionBody } from './session-body.ts';
export { updateSession } from './update-session.ts';
export { readSessionOutcome, toReturnAddress, toSessionView, totalsOf } from './session-view.ts';
