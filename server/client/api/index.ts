// Made from the routes of the merchant API by test/architecture/client.test.ts. Do not edit.
import { audit, type AuditApi } from './audit.ts';
import { balance, type BalanceApi } from './balance.ts';
import { cancellations, type CancellationsApi } from './cancellations.ts';
import { captures, type CapturesApi } from './captures.ts';
import { cardsSessions, type CardsSessionsApi } from './cards-sessions.ts';
import { disputes, type DisputesApi } from './disputes.ts';
import { events, type EventsApi } from './events.ts';
import { issuing, type IssuingApi } from './issuing.ts';
import { logistics, type LogisticsApi } from './logistics.ts';
import { operations, type OperationsApi } from './operations.ts';
import { orders, type OrdersApi } from './orders.ts';
import { paymentMethods, type PaymentMethodsApi } from './payment-methods.ts';
import { payments, type PaymentsApi } from './payments.ts';
import { payouts, type PayoutsApi } from './payouts.ts';
import { redirectPayments, type RedirectPaymentsApi } from './redirect-payments.ts';
import { refunds, type RefundsApi } from './refunds.ts';
import { reports, type ReportsApi } from './reports.ts';
import { reviews, type ReviewsApi } from './reviews.ts';
import { savedCards, type SavedCardsApi } from './saved-cards.ts';
import { sessions, type SessionsApi } from './sessions.ts';
import { subscriptions, type SubscriptionsApi } from './subscriptions.ts';
import { transactions, type TransactionsApi } from './transactions.ts';
import { users, type UsersApi } from './users.ts';

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
  sessions,
  payments,
  refunds,
  reviews,
  captures,
  cancellations,
  orders,
  transactions,
  disputes,
  subscriptions,
  savedCards,
  cardsSessions,
  payouts,
  balance,
  logistics,
  paymentMethods,
  redirectPayments,
  issuing,
  events,
  operations,
  audit,
  users,
  reports,
} as const satisfies Record<keyof TillgateApi, object>;
