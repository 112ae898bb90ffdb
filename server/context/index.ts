/**
 * Dependencies of all use cases, and rules that several of them share: IDs, retries, batches, mismatches, requests in flight.
 * Knows no payment, refund or operation by its rules.
 */
export { toAlertBody } from './alert-body.ts';
export { toBatches, toDistinctBatches } from './batches.ts';
export { CURRENCY_RULE, findCurrencyErrors, isCurrency, requireCurrency } from './currencies.ts';
export { createSessionChangeNotifier, type Deps, waitForRunningWork, trackRunningWork } from './deps.ts';
export { findConsistentRow } from './find-consistent-row.ts';
export { findMismatchedField } from './find-mismatch.ts';
export {
  areCredentialsRefused,
  describeGatewayRefusal,
  failureOfThrown,
  toGatewayError,
  toNotSentError,
} from './gateway-error.ts';
export {
  toCanonicalJson,
  createId,
  createSessionToken,
  deriveToken,
  fingerprintOfSubmit,
  hashSessionToken,
  isSessionToken,
} from './ids.ts';
export type { ShopperClientFacts } from './request-facts.ts';
export { createRequestFingerprints, type RequestFingerprints } from './request-fingerprints.ts';
export { refuseResolveWhileInFlight, gatewayResponseDueAt, withoutOldestRequest } from './requests-in-flight.ts';
export { sessionStatus } from './session-status.ts';
export { findTypedCardNumbers, findTypedCardNumbersInSession, withoutTypedCardNumbers } from './typed-card-numbers.ts';
export { VersionConflict } from './version-conflict.ts';
export { withStoreRetry, withShortStoreRetry } from './with-retry.ts';
export { retryWhileChanged } from './retry-while-changed.ts';
