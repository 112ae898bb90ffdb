/** `tillgate/gateway`: typed clients for the service's interface. */
export { createAcquiringClient, type AcquiringClient, type AcquiringClientOptions } from './acquiring-client.ts';
export {
  type ApmPaymentInput,
  type AuthoriseAnswer,
  type AuthoriseInput,
  type DirectPaymentInput,
} from './operations/authorise.ts';
export {
  type QueriedMeaning,
  type TransactionQueryAnswer,
  type TransactionQueryInput,
} from './operations/query-transactions.ts';
export { type NotificationFields } from './notification.ts';
export { computeDigest, verifyDigest, type DigestValues } from './digest.ts';
export {
  DEFAULT_PROFILE,
  createProfile,
  type GatewayProfile,
  type OperationProfile,
  type ProfileOverrides,
} from './profile.ts';
export { DEFAULT_DEADLINES, createTransport, type Deadlines, type Sent, type Transport } from './transport.ts';
export { UnreadableAnswer } from './decode-body.ts';
export { CheckoutError, isCheckoutError, type ErrorCode, type FieldError } from '../../shared/errors.ts';
export { type PaymentResult, type RiskReason } from '../../shared/interface/payment-result.ts';
export { type ApmPaymentRequest, type DirectPaymentRequest } from '../../shared/interface/payment-request.ts';
