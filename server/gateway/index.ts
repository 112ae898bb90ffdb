/** `tillgate/gateway`: typed clients for the service's interface. */
export {
  createAcquiringClient,
  type AcquiringClient,
  type AcquiringClientOptions,
  type DigestMismatch,
} from './acquiring-client.ts';
export {
  type ApmPaymentInput,
  type AuthoriseResponse as AuthoriseAnswer,
  type AuthoriseInput,
  type DirectPaymentInput,
} from './operations/authorise.ts';
export {
  type QueriedStatus as QueriedMeaning,
  type TransactionQueryResponse as TransactionQueryAnswer,
  type TransactionQueryInput,
} from './operations/query-transactions.ts';
export { type GatewayResponse as Answer } from './call.ts';
export { type BatchItemResponse as ItemAnswer, type ItemStatus } from './match-items.ts';
export {
  type BatchResponse as BatchAnswer,
  type RefundResponse as RefundAnswer,
  type RefundSearchResponse as RefundSearchAnswer,
  type RefundSearchInput,
} from './operations/refunds.ts';
export {
  type CancelResponse as CancelAnswer,
  type CaptureResponse as CaptureAnswer,
  type ReviewResponse as ReviewAnswer,
  type UpdateOrdersResponse as UpdateOrdersAnswer,
} from './operations/transaction-batches.ts';
export { type CancelSubscriptionResponse as CancelSubscriptionAnswer } from './operations/cancel-subscription.ts';
export { type RedirectPaymentForm, type RedirectPaymentInput } from './operations/redirect-payment.ts';
export {
  createIssuingClient,
  type IssuingResponse as IssuingAnswer,
  type IssuingClient,
  type IssuingClientOptions,
  type IssuingRequest,
  type IssuingResult,
} from './issuing-client.ts';
export { ISSUING_OPERATION_NAMES, ISSUING_WRITES, type IssuingOperationName } from './issuing-operations.ts';
export { signIssuingRequest, verifyIssuingSign, type IssuingSigner } from './issuing-sign.ts';
export { type NotificationFields } from './notification.ts';
export { computeDigest, verifyDigest, type DigestValues } from './digest.ts';
export { DEFAULT_PROFILE } from './default-profile.ts';
export { createProfile, type GatewayProfile, type OperationProfile, type ProfileOverrides } from './profile.ts';
export { DEFAULT_DEADLINES, createTransport, type Deadlines, type TransportResult as Sent, type Transport } from './transport.ts';
export { UnreadableMessage as UnreadableAnswer } from './decode-body.ts';
export { CheckoutError, isCheckoutError, type ErrorCode, type FieldError } from '../../shared/errors.ts';
export { type PaymentResult, type RiskReason } from '../../shared/interface/payment-result.ts';
export { type ApmPaymentRequest, type DirectPaymentRequest } from '../../shared/interface/payment-request.ts';
