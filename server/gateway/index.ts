/** `tillgate/gateway`: typed clients for the service's interface. */
export {
  createAcquiringClient,
  type AcquiringClient,
  type AcquiringClientOptions,
  type DigestMismatch,
} from './acquiring-client.ts';
export { type ApmPaymentInput, type AuthoriseInput, type DirectPaymentInput } from './operations/authorise.ts';
export { type AuthoriseCallResult } from './operations/authorise-response.ts';
export { type TransactionQueryCallResult, type TransactionQueryInput } from './operations/query-transactions.ts';
export { type AcquiringCallResult } from './call-operation.ts';
export { type MatchedBatchItem, type BatchItemStatus } from './match-items.ts';
export {
  type BatchCallResult,
  type RefundCallResult,
  type RefundSearchCallResult,
  type RefundSearchInput,
} from './operations/refunds.ts';
export {
  type CancelCallResult,
  type CaptureCallResult,
  type ReviewCallResult,
  type UpdateOrdersCallResult,
} from './operations/reviews-captures-voids.ts';
export { type CancelSubscriptionCallResult } from './operations/cancel-subscription.ts';
export { type RedirectPaymentForm, type RedirectPaymentInput } from './operations/redirect-payment.ts';
export {
  createIssuingClient,
  type IssuingCallResult,
  type IssuingClient,
  type IssuingClientOptions,
  type IssuingRequest,
  type IssuingResultBody,
} from './issuing-client.ts';
export { signIssuingRequest, verifyIssuingSign, type IssuingSigner } from './issuing-sign.ts';
export { type NotificationFields } from './notification.ts';
export { computeDigest, verifyDigest, type DigestRecipeValues } from './digest.ts';
export {
  DEFAULT_PROFILE,
  ISSUING_OPERATION_NAMES,
  ISSUING_WRITES,
  createProfile,
  type IssuingOperationName,
  type QueriedTransactionStatus,
  type GatewayProfile,
  type OperationProfile,
  type ProfileOverrides,
} from './profile/index.ts';
export {
  DEFAULT_CALL_TIMEOUTS,
  createTransport,
  type CallTimeouts,
  type TransportResult,
  type Transport,
} from './transport.ts';
export { UnreadableMessageError } from './decode-body.ts';
export { CheckoutError, isCheckoutError, type ErrorCode, type FieldError } from '../../shared/errors.ts';
export { type PaymentResult, type RiskReason } from '../../shared/interface/payment-result.ts';
export { type ApmPaymentRequest, type DirectPaymentRequest } from '../../shared/interface/payment-request.ts';
