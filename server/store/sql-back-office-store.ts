import type { Transaction } from 'kysely';
import type { BackOfficeStore } from './back-office-store.ts';
import { beginOperation, findOperation, listOperations, updateOperation } from './operations.ts';
import { finishAudit, listAudit, recordAudit } from './audit.ts';
import { beginRefunds, findRefund, listRefunds, updateRefund } from './refunds.ts';
import { deleteSavedCard, findSavedCard, findTokenOwner, listSavedCards } from './saved-cards.ts';
import type { Database, Db, Tables } from './schema.ts';
import { listDisputes, setDisputeDeadline } from './disputes.ts';
import { addPaymentNote, listPaymentNotes } from './payment-notes.ts';
import { findSubscription, listSubscriptions, updateSubscription } from './subscriptions.ts';
import { findWebhookEvent, listDeliveries, listWebhookEvents, recordDelivery, redeliver } from './webhook-events.ts';

/** The part of the store for what follows a payment. */
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
    findSavedCard: (id, shopperId) => read((db) => findSavedCard(db, id, shopperId)),
    findTokenOwner: (card) => read((db) => findTokenOwner(db, card)),
    deleteSavedCard: (id, shopperId) => transact((trx) => deleteSavedCard(trx, id, shopperId)),
    listDisputes: (paymentId) => read((db) => listDisputes(db, paymentId)),
    setDisputeDeadline: (id, dueAt, at) => transact((trx) => setDisputeDeadline(trx, id, dueAt, at)),
    addPaymentNote: (note) => transact((trx) => addPaymentNote(trx, note)),
    listPaymentNotes: (paymentId) => read((db) => listPaymentNotes(db, paymentId)),
    beginOperation: (operation, at, checkAt) => transact((trx) => beginOperation(trx, operation, at, checkAt)),
    updateOperation: (update) => transact((trx) => updateOperation(trx, update)),
    findOperation: (id) => read((db) => findOperation(db, id)),
    listOperations: (filter) => read((db) => listOperations(db, filter)),
    findWebhookEvent: (id) => read((db) => findWebhookEvent(db, id)),
    listWebhookEvents: (filter) => read((db) => listWebhookEvents(db, filter)),
    listDeliveries: (eventId) => read((db) => listDeliveries(db, eventId)),
    recordDelivery: (eventId, delivery, state) => transact((trx) => recordDelivery(trx, eventId, delivery, state)),
    redeliver: (eventId, at) => transact((trx) => redeliver(trx, eventId, at)),
    recordAudit: (entry) => transact((trx) => recordAudit(trx, entry)),
    finishAudit: (id, status, target) => transact((trx) => finishAudit(trx, id, status, target)),
    listAudit: (filter) => read((db) => listAudit(db, filter)),
  };
}
