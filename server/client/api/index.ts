// Made from the routes of the merchant API by test/architecture/client.test.ts. Do not edit.
import { auditCalls, type AuditApi } from './audit.ts';
import { balanceCalls, type BalanceApi } from './balance.ts';
import { cancellationsCalls, type CancellationsApi } from './cancellations.ts';
import { capturesCalls, type CapturesApi } from './captures.ts';
import { cardsSessionsCalls, type CardsSessionsApi } from './cards-sessions.ts';
import { disputesCalls, type DisputesApi } from './disputes.ts';
import { eventsCalls, type EventsApi } from './events.ts';
import { issuingCalls, type IssuingApi } from './issuing.ts';
import { logisticsCalls, type LogisticsApi } from './logistics.ts';
import { operationsCalls, type OperationsApi } from './operations.ts';
import { ordersCalls, type OrdersApi } from './orders.ts';
import { paymentMethodsCalls, type PaymentMethodsApi } from './payment-methods.ts';
import { paymentsCalls, type PaymentsApi } from './payments.ts';
import { payoutsCalls, type PayoutsApi } from './payouts.ts';
import { redirectPaymentsCalls, type RedirectPaymentsApi } from './redirect-payments.ts';
import { refundsCalls, type RefundsApi } from './refunds.ts';
import { reportsCalls, type ReportsApi } from './reports.ts';
import { reviewsCalls, type ReviewsApi } from './reviews.ts';
import { savedCardsCalls, type SavedCardsApi } from './saved-cards.ts';
import { sessionsCalls, type SessionsApi } from './sessions.ts';
import { subscriptionsCalls, type SubscriptionsApi } from './subscriptions.ts';
import { transactionsCalls, type TransactionsApi } from './transactions.ts';
import { usersCalls, type UsersApi } from './users.ts';

export type * from './audit.ts';
export type * from './balance.ts';
export type * from './cancellations.ts';
export type * from './captures.ts';
export type * from './cards-sessions.ts';
export type * from './disputes.ts';
export type * from './events.ts';
export type * from './issuing.ts';
export type * from './logistics.ts';
export type * from './operations.ts';
export type * from './orders.ts';
export type * from './payment-methods.ts';
export type * from './payments.ts';
export type * from './payouts.ts';
export type * from './redirect-payments.ts';
export type * from './refunds.ts';
export type * from './reports.ts';
export type * from './reviews.ts';
export type * from './saved-cards.ts';
export type * from './sessions.ts';
export type * from './subscriptions.ts';
export type * from './transactions.ts';
export type * from './users.ts';

/** The calls of the merchant API by subject. */
export interface TillgateApi {
  sessions: SessionsApi;
  payments: PaymentsApi;
  refunds: RefundsApi;
  reviews: ReviewsApi;
  captures: CapturesApi;
  cancellations: CancellationsApi;
  orders: OrdersApi;
  transactions: TransactionsApi;
  disputes: DisputesApi;
  subscriptions: SubscriptionsApi;
  savedCards: SavedCardsApi;
  cardsSessions: CardsSessionsApi;
  payouts: PayoutsApi;
  balance: BalanceApi;
  logistics: LogisticsApi;
  paymentMethods: PaymentMethodsApi;
  redirectPayments: RedirectPaymentsApi;
  issuing: IssuingApi;
  events: EventsApi;
  operations: OperationsApi;
  audit: AuditApi;
  users: UsersApi;
  reports: ReportsApi;
}

/** The calls as data. */
export const API_CALLS = {
  sessions: sessionsCalls,
  payments: paymentsCalls,
  refunds: refundsCalls,
  reviews: reviewsCalls,
  captures: capturesCalls,
  cancellations: cancellationsCalls,
  orders: ordersCalls,
  transactions: transactionsCalls,
  disputes: disputesCalls,
  subscriptions: subscriptionsCalls,
  savedCards: savedCardsCalls,
  cardsSessions: cardsSessionsCalls,
  payouts: payoutsCalls,
  balance: balanceCalls,
  logistics: logisticsCalls,
  paymentMethods: paymentMethodsCalls,
  redirectPayments: redirectPaymentsCalls,
  issuing: issuingCalls,
  events: eventsCalls,
  operations: operationsCalls,
  audit: auditCalls,
  users: usersCalls,
  reports: reportsCalls,
} as const satisfies Record<keyof TillgateApi, object>;
