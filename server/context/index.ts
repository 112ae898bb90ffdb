/**
 * Dependencies of all use cases, and rules that several of them share: IDs, retries, batches, mismatches, requests in flight.
 * Knows no payment, refund or operation by its rules.
 */
export { toApiAlert } from './alert-body.ts';
export { toBatches, toBatchesOfDistinctKeys } from './batches.ts';
export { CURRENCY_RULE_TEXT, unknownCurrencyErrors, isKnownCurrency, refuseUnknownCurrency } from './currencies.ts';
export { createSessionChangeNotifier, type PaymentDeps, waitForBackgroundWork, trackBackgroundWork } from './deps.ts';
export { findAgreedGatewayRecord } from './find-agreed-gateway-record.ts';
export { findMismatchedField } from './find-mismatch.ts';
export {
  isCredentialRefusalFromGateway,
  describeGatewayRefusal,
  gatewayCallFailureOfThrown,
  toGatewayReadError,
  toNotSentError,
} from './gateway-error.ts';
export {
  toCanonicalJson,
  createId,
  createSessionToken,
  deriveSessionTokenOfCall,
  fingerprintSubmit,
  hashSessionToken,
  isSessionToken,
} from './ids.ts';
export type { ShopperClientInfo } from './shopper-client-info.ts';
export { createRequestFingerprints, type RequestFingerprints } from './request-fingerprints.ts';
export { refuseResolutionWhileInFlight, gatewayResponseDeadline, removeAnsweredRequest } from './requests-in-flight.ts';
export { sessionStatusAt } from './session-status.ts';
export {
  findCardNumbersInSubmit,
  findCardNumbersInPersonFields,
  maskCardNumbersInFreeTexts,
} from './typed-card-numbers.ts';
export { VersionConflictError } from './version-conflict.ts';
export { storeResultWithRetryThenBackground, storeResultWithRetry } from './with-retry.ts';
export { retryWhileChanged } from './retry-while-changed.ts';
