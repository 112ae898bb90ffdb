/** `tillgate/server`: the companion that holds the merchant's secrets. */
export { createCheckoutServer, type CheckoutServer } from './create-checkout-server.ts';
export { type CheckoutServerOptions } from './settings/index.ts';
export { type PaymentFacts, type ScreenPayment, type ScreeningDecision } from './risk/screen-payment.ts';
export { type PriceList } from './baskets/index.ts';
export { type PriceOrder } from './baskets/index.ts';
export { type PricedOrder } from './baskets/index.ts';
export { type CreateBasket } from '../shared/contract/index.ts';
export { type Logger, type LogFacts, type LogLevel } from './observability/index.ts';
export { type ProfileOverrides } from './gateway/profile/index.ts';
export { CheckoutError, isCheckoutError, type ErrorCode, type FieldError } from '../shared/errors.ts';
export { serve, type Served } from './http/index.ts';
export { toNodeHandler } from './http/index.ts';
/** Bodies of the merchant API: what a shop's server sends, and what it gets. */
export {
  type Bank,
  type Billing,
  type CreateSession,
  type Delivery,
  type FieldDescription,
  type InstallmentPlan,
  type SessionItem,
  type SessionMethod,
  type SessionStatus,
  type Shopper,
} from '../shared/contract/index.ts';
export {
  type Decision,
  type Dispute,
  type OpenedSession,
  type Payment,
  type PaymentStatusName,
  type PaymentWithTimeline,
  type Session,
  type SyncedPayment,
  type TimelineEntry,
} from '../shared/contract/merchant/payments.ts';
export {
  type CancelSubscription,
  type CreateRefunds,
  type CreateReviews,
  type OrderUpdateItem,
  type QueryTransactions,
  type Refund,
  type RefundItem,
  type RefundOutcome,
  type RefundStatusName,
  type ReviewItem,
  type SearchRefunds,
  type Subscription,
  type UpdateOrders,
} from '../shared/contract/merchant/batches.ts';
export {
  type CreatePayout,
  type Operation,
  type DeliveryAttemptBody,
  type WebhookEventBody,
  type WebhookEventWithDeliveries,
} from '../shared/contract/merchant/operations.ts';
