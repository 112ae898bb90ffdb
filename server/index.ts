/** `tillgate/server`: the companion that holds the merchant's secrets. */
export { createCheckoutServer, type CheckoutServer } from './create-checkout-server.ts';
export { type CheckoutServerOptions } from './settings/index.ts';
export type { PaymentToScreen, PaymentScreener, ScreeningDecision } from './risk/index.ts';
export { type PriceList } from './baskets/index.ts';
export { type BasketPricer } from './baskets/index.ts';
export { type PricedBasketOrder } from './baskets/index.ts';
export { type CreateBasketSession } from '../shared/contract/index.ts';
export { type Logger, type LogFields, type LogLevel } from './observability/index.ts';
export { type ProfileOverrides } from './gateway/profile/index.ts';
export { CheckoutError, isCheckoutError, type ErrorCode, type FieldError } from '../shared/errors.ts';
export { serve, type RunningServer } from './http/index.ts';
export { toNodeHandler } from './http/index.ts';
/** Bodies of the merchant API: what a shop's server sends, and what it gets. */
export {
  type Bank,
  type BillingAddress,
  type CreateSession,
  type UpdateSession,
  type DeliveryAddress,
  type RequestedField,
  type InstallmentPlan,
  type SessionItem,
  type SessionMethod,
  type SessionStatus,
  type Shopper,
} from '../shared/contract/index.ts';
export type {
  PaymentActionResultBody,
  CreateReviews,
  ReviewEntry,
} from '../shared/contract/merchant/reviews-captures-voids.ts';
export type { Dispute } from '../shared/contract/merchant/disputes.ts';
export type { CreateCardsSession, CreatedCardsSession } from '../shared/contract/merchant/cards-sessions.ts';
export type { CreatedPayment, CreatePaymentRequest } from '../shared/contract/merchant/create-payment.ts';
export type { CreatedSession, Session, UpdatedSession } from '../shared/contract/merchant/sessions.ts';
export type {
  Payment,
  PaymentStatus,
  DetailedPayment,
  SyncedPayment,
  TimelineEntry,
} from '../shared/contract/merchant/payments.ts';
export type { CancelSubscription, Subscription } from '../shared/contract/merchant/subscriptions.ts';
export type {
  CreateRefunds,
  Refund,
  RefundEntry,
  RefundEntryResult,
  RefundStatus,
  SearchRefunds,
} from '../shared/contract/merchant/refunds.ts';
export type { RiskOutcomeItem, ReportRiskOutcomes } from '../shared/contract/merchant/risk-outcomes.ts';
export type { QueryTransactions } from '../shared/contract/merchant/transaction-query.ts';
export type { CreatePayout, IssuingOrPayoutOperation } from '../shared/contract/merchant/operations.ts';
export type {
  DeliveryAttemptBody,
  ListedWebhookEvent,
  WebhookEventBody,
  WebhookEventWithDeliveries,
} from '../shared/contract/merchant/webhook-events.ts';
