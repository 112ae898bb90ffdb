// Made from the routes of the merchant API by test/architecture/client.test.ts. Do not edit.
import { auditEndpoints, type AuditApi } from './audit.ts';
import { balanceEndpoints, type BalanceApi } from './balance.ts';
import { cancellationsEndpoints, type CancellationsApi } from './cancellations.ts';
import { capturesEndpoints, type CapturesApi } from './captures.ts';
import { cardsSessionsEndpoints, type CardsSessionsApi } from './cards-sessions.ts';
import { disputesEndpoints, type DisputesApi } from './disputes.ts';
import { eventsEndpoints, type EventsApi } from './events.ts';
import { issuingEndpoints, type IssuingApi } from './issuing.ts';
import { logisticsEndpoints, type LogisticsApi } from './logistics.ts';
import { operationsEndpoints, type OperationsApi } from './operations.ts';
import { ordersEndpoints, type OrdersApi } from './orders.ts';
import { paymentMethodsEndpoints, type PaymentMethodsApi } from './payment-methods.ts';
import { paymentsEndpoints, type PaymentsApi } from './payments.ts';
import { payoutsEndpoints, type PayoutsApi } from './payouts.ts';
import { redirectPaymentsEndpoints, type RedirectPaymentsApi } from './redirect-payments.ts';
import { refundsEndpoints, type RefundsApi } from './refunds.ts';
import { reportsEndpoints, type ReportsApi } from './reports.ts';
import { reviewsEndpoints, type ReviewsApi } from './reviews.ts';
import { savedCardsEndpoints, type SavedCardsApi } from './saved-cards.ts';
import { sessionsEndpoints, type SessionsApi } from './sessions.ts';
import { subscriptionsEndpoints, type SubscriptionsApi } from './subscriptions.ts';
import { transactionsEndpoints, type TransactionsApi } from './transactions.ts';
import { usersEndpoints, type UsersApi } from './users.ts';

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
  sessions: sessionsEndpoints,
  payments: paymentsEndpoints,
  refunds: refundsEndpoints,
  reviews: reviewsEndpoints,
  captures: capturesEndpoints,
  cancellations: cancellationsEndpoints,
  orders: ordersEndpoints,
  transactions: transactionsEndpoints,
  disputes: disputesEndpoints,
  subscriptions: subscriptionsEndpoints,
  savedCards: savedCardsEndpoints,
  cardsSessions: cardsSessionsEndpoints,
  payouts: payoutsEndpoints,
  balance: balanceEndpoints,
  logistics: logisticsEndpoints,
  paymentMethods: paymentMethodsEndpoints,
  redirectPayments: redirectPaymentsEndpoints,
  issuing: issuingEndpoints,
  events: eventsEndpoints,
  operations: operationsEndpoints,
  audit: auditEndpoints,
  users: usersEndpoints,
  reports: reportsEndpoints,
} as const satisfies Record<keyof TillgateApi, object>;
