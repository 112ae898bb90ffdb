import type { Transaction } from 'kysely';
import {
  beginIssuingOrPayoutOperation,
  findIssuingOrPayoutOperation,
  listIssuingOrPayoutOperations,
  updateIssuingOrPayoutOperation,
} from './operations.ts';
import { finishAuditEntry, listAudit, recordAudit } from './audit.ts';
import { beginRefunds, findRefund, listRefunds, updateRefund } from './refunds.ts';
import { reserveCardAddition, createCardsSession, findCardsSession } from './cards-sessions.ts';
import {
  deleteSavedCard,
  findDefaultCard,
  findSavedCard,
  findTokenOfOtherShopper,
  listSavedCards,
  setDefaultCard,
  type OwnedCardToken,
} from './saved-cards.ts';
import type { Database, Db, Tables } from './schema.ts';
import { listDisputes, listDisputesOfPayment, setDisputeDeadline } from './disputes.ts';
import { addPaymentNote, listPaymentNotes } from './payment-notes.ts';
import { findSubscription, listSubscriptions, updateSubscription } from './subscriptions.ts';
import {
  findWebhookEvent,
  listDeliveryAttempts,
  listEventDeliveriesByEndpoint,
  listWebhookEvents,
  scheduleDeliveries,
  recordDeliveryAttempt,
  redeliverEvent,
} from './webhook-events.ts';
import type {
  NewRefund,
  RefundRefusalReason,
  BeginRefundResult,
  RefundUpdate,
  Page,
  RefundFilter,
  SubscriptionChanges,
  NewIssuingOrPayoutOperation,
  IssuingOrPayoutOperationUpdate,
  IssuingOrPayoutOperationFilter,
  ListedWebhookEvent,
  NewWebhookEvent,
  WebhookEventFilter,
  SubscriptionFilter,
  SavedCardFilter,
  AuditFilter,
  DisputeFilter,
} from './back-office-types.ts';
import type {
  AuditEntryRecord,
  AuditEntryWithOrder,
  DisputeWithOrder,
  DisputeRecord,
  IssuingOrPayoutOperationRecord,
  PaymentNoteRecord,
  RefundRecord,
  RefundWithPayment,
  CardsSessionRecord,
  SavedCardRecord,
  SubscriptionRecord,
  DeliveryAttemptRecord,
  EndpointDeliveryRecord,
  WebhookEventRecord,
} from './back-office-tables.ts';

/**
 * The calls for what follows a payment: refunds, subscriptions, disputes, notes, saved cards, operations, events, the
 * audit log. Times are milliseconds since the epoch. Methods reject with CheckoutError `store_unavailable`.
 */
export interface BackOfficeStore {
  /**
   * Stores the intent of refunds in one transaction, each as `submitting`, and reserves their amounts. Under
   * concurrency the refunds of a transaction never exceed the paid amount, and a payment that is being cancelled is
   * not refunded. Returns one result per refund, in order.
   */
  beginRefunds(
    refunds: readonly NewRefund[],
    at: number,
    checkAt: number,
  ): Promise<(BeginRefundResult | RefundRefusalReason)[]>;
  /** Undefined if the version has changed. */
  updateRefund(update: RefundUpdate): Promise<RefundRecord | undefined>;
  findRefund(id: string): Promise<RefundRecord | undefined>;
  listRefunds(filter: RefundFilter): Promise<Page<RefundWithPayment>>;

  findSubscription(recurringId: string): Promise<SubscriptionRecord | undefined>;
  listSubscriptions(filter: SubscriptionFilter): Promise<Page<SubscriptionRecord>>;
  /** Undefined if there is no such subscription. */
  updateSubscription(
    recurringId: string,
    changes: SubscriptionChanges,
    at: number,
    events?: (after: SubscriptionRecord) => readonly NewWebhookEvent[],
  ): Promise<SubscriptionRecord | undefined>;

  /** A shopper's cards, newest first. */
  listSavedCards(filter: SavedCardFilter): Promise<Page<SavedCardRecord>>;
  /** Undefined if no card has this ID, or it belongs to another shopper. */
  findSavedCard(id: string, shopperId: string): Promise<SavedCardRecord | undefined>;
  /** The shopper's default card: the one chosen last, else the newest; undefined without any. */
  findDefaultCard(shopperId: string, accounts?: readonly string[]): Promise<SavedCardRecord | undefined>;
  /** Makes a card the shopper's default; false if the shopper has no such card. */
  setDefaultCard(id: string, shopperId: string, at: number): Promise<boolean>;
  createCardsSession(session: CardsSessionRecord): Promise<void>;
  findCardsSession(tokenHash: string): Promise<CardsSessionRecord | undefined>;
  /** Counts that the shopper begins to add a card; false once they began `max` times. */
  reserveCardAddition(id: string, max: number): Promise<boolean>;
  /** The oldest saved card of another shopper with the same token of the account. */
  findTokenOfOtherShopper(card: OwnedCardToken): Promise<SavedCardRecord | undefined>;
  /** Deletes a card; false if there was none. With `shopperId` only a card of that shopper. */
  deleteSavedCard(id: string, shopperId?: string, accounts?: readonly string[]): Promise<boolean>;

  listDisputesOfPayment(paymentId: string): Promise<DisputeRecord[]>;
  /** Newest first. */
  listDisputes(filter: DisputeFilter): Promise<Page<DisputeWithOrder>>;
  /** Records the deadline of a dispute, in ms; null removes it. Undefined if there is no such dispute. */
  setDisputeDeadline(
    id: string,
    dueAt: number | null,
    at: number,
    accounts?: readonly string[],
  ): Promise<DisputeWithOrder | undefined>;
  addPaymentNote(note: PaymentNoteRecord): Promise<void>;
  /** Oldest first. */
  listPaymentNotes(paymentId: string): Promise<PaymentNoteRecord[]>;

  /** Stores the intent of an operation. Returns the existing one if its request_id was used before. */
  beginIssuingOrPayoutOperation(
    operation: NewIssuingOrPayoutOperation,
    at: number,
    checkAt: number,
  ): Promise<{ kind: 'started' | 'exists'; operation: IssuingOrPayoutOperationRecord }>;
  updateIssuingOrPayoutOperation(
    update: IssuingOrPayoutOperationUpdate,
  ): Promise<IssuingOrPayoutOperationRecord | undefined>;
  findIssuingOrPayoutOperation(id: string): Promise<IssuingOrPayoutOperationRecord | undefined>;
  listIssuingOrPayoutOperations(filter: IssuingOrPayoutOperationFilter): Promise<Page<IssuingOrPayoutOperationRecord>>;

  findWebhookEvent(id: string): Promise<WebhookEventRecord | undefined>;
  listWebhookEvents(filter: WebhookEventFilter): Promise<Page<ListedWebhookEvent>>;
  listDeliveryAttempts(eventId: string): Promise<DeliveryAttemptRecord[]>;
  /** The event at each endpoint that received it or has to. */
  listEventDeliveriesByEndpoint(eventId: string): Promise<EndpointDeliveryRecord[]>;
  /** Plans the first delivery of an event to each endpoint; an endpoint that has a plan keeps it. */
  scheduleDeliveries(eventId: string, endpoints: readonly string[], at: number): Promise<void>;
  /** Records a try and its effect on the event. */
  recordDeliveryAttempt(
    eventId: string,
    delivery: DeliveryAttemptRecord,
    state: EndpointDeliveryRecord['state'],
  ): Promise<void>;
  /** Schedules an event for delivery again, to these endpoints; false if there is no such event. */
  redeliverEvent(eventId: string, endpoints: readonly string[], at: number): Promise<boolean>;

  recordAudit(entry: AuditEntryRecord): Promise<void>;
  finishAuditEntry(id: string, status: number, target: string | null): Promise<void>;
  listAudit(filter: AuditFilter): Promise<Page<AuditEntryWithOrder>>;
}

export function createBackOfficeStore(
  database: Database['kind'],
  read: <T>(work: (db: Db) => Promise<T>) => Promise<T>,
  transact: <T>(work: (trx: Transaction<Tables>) => Promise<T>) => Promise<T>,
): BackOfficeStore {
  return {
    beginRefunds: (refunds, at, checkAt) => transact((trx) => beginRefunds(trx, database, refunds, { at, checkAt })),
    updateRefund: (update) => transact((trx) => updateRefund(trx, database, update)),
    findRefund: (id) => read((db) => findRefund(db, id)),
    listRefunds: (filter) => read((db) => listRefunds(db, filter)),
    findSubscription: (recurringId) => read((db) => findSubscription(db, recurringId)),
    listSubscriptions: (filter) => read((db) => listSubscriptions(db, filter)),
    updateSubscription: (recurringId, changes, at, events) =>
      transact((trx) => updateSubscription(trx, recurringId, changes, { at, events })),
    listSavedCards: (filter) => read((db) => listSavedCards(db, filter)),
    createCardsSession: (session) => transact((trx) => createCardsSession(trx, session)),
    findCardsSession: (tokenHash) => read((db) => findCardsSession(db, tokenHash)),
    reserveCardAddition: (id, max) => transact((trx) => reserveCardAddition(trx, id, max)),
    findDefaultCard: (shopperId, accounts) => read((db) => findDefaultCard(db, shopperId, accounts)),
    setDefaultCard: (id, shopperId, at) => transact((trx) => setDefaultCard(trx, id, shopperId, at)),
    findSavedCard: (id, shopperId) => read((db) => findSavedCard(db, id, shopperId)),
    findTokenOfOtherShopper: (card) => read((db) => findTokenOfOtherShopper(db, card)),
    deleteSavedCard: (id, shopperId, accounts) => transact((trx) => deleteSavedCard(trx, id, { shopperId, accounts })),
    listDisputesOfPayment: (paymentId) => read((db) => listDisputesOfPayment(db, paymentId)),
    listDisputes: (filter) => read((db) => listDisputes(db, filter)),
    setDisputeDeadline: (id, dueAt, at, accounts) =>
      transact((trx) => setDisputeDeadline(trx, id, { due_at: dueAt, updated_at: at }, accounts)),
    addPaymentNote: (note) => transact((trx) => addPaymentNote(trx, note)),
    listPaymentNotes: (paymentId) => read((db) => listPaymentNotes(db, paymentId)),
    beginIssuingOrPayoutOperation: (operation, at, checkAt) =>
      transact((trx) => beginIssuingOrPayoutOperation(trx, operation, at, checkAt)),
    updateIssuingOrPayoutOperation: (update) => transact((trx) => updateIssuingOrPayoutOperation(trx, update)),
    findIssuingOrPayoutOperation: (id) => read((db) => findIssuingOrPayoutOperation(db, id)),
    listIssuingOrPayoutOperations: (filter) => read((db) => listIssuingOrPayoutOperations(db, filter)),
    findWebhookEvent: (id) => read((db) => findWebhookEvent(db, id)),
    listWebhookEvents: (filter) => read((db) => listWebhookEvents(db, filter)),
    listDeliveryAttempts: (eventId) => read((db) => listDeliveryAttempts(db, eventId)),
    listEventDeliveriesByEndpoint: (eventId) => read((db) => listEventDeliveriesByEndpoint(db, eventId)),
    scheduleDeliveries: (eventId, endpoints, at) => transact((trx) => scheduleDeliveries(trx, eventId, endpoints, at)),
    recordDeliveryAttempt: (eventId, delivery, state) =>
      transact((trx) => recordDeliveryAttempt(trx, eventId, delivery, state)),
    redeliverEvent: (eventId, endpoints, at) => transact((trx) => redeliverEvent(trx, eventId, endpoints, at)),
    recordAudit: (entry) => transact((trx) => recordAudit(trx, entry)),
    finishAuditEntry: (id, status, target) => transact((trx) => finishAuditEntry(trx, id, status, target)),
    listAudit: (filter) => read((db) => listAudit(db, filter)),
  };
}
