/**
 * Dependencies of all use cases, and rules that several of them share: IDs, retries, batches, mismatches, requests in flight.
 * Knows no payment, refund or operation by its rules.
 */
export { toAlertBody } from './alert-body.ts';
export { toBatches, toDistinctBatches } from './batches.ts';
export { CURRENCY_RULE, findFaultyCurrency, isCurrency, requireCurrency } from './currencies.ts';
export { createPaymentChanges, type Deps, keepRunning } from './deps.ts';
export { findLongTexts } from './field-lengths.ts';
export { findAgreed } from './find-agreed.ts';
export { findMismatch } from './find-mismatch.ts';
export { isGatewayRefusal, refusalText, toFailure, toGatewayError, toNotSentError } from './gateway-error.ts';
export { canonical, createId, createToken, fingerprintOf, hashToken, isToken } from './ids.ts';
export type { RequestFacts } from './request-facts.ts';
export { createRequestFingerprints, type RequestFingerprints } from './request-fingerprints.ts';
export { refuseResolveWhileInFlight, responseDueAt, withoutRequest } from './requests-in-flight.ts';
export { sessionStatus } from './session-status.ts';
export { findTypedCardNumbers, findTypedInSession, withoutTypedCardNumbers } from './typed-card-numbers.ts';
export { withRetry, withShortRetry } from './with-retry.ts';
export { retryWhileChanged } from './retry-while-changed.ts';
