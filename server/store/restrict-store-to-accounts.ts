import type { AccountFilter } from './back-office-types.ts';
import type { Store } from './store.ts';

/**
 * The store as it is seen with some of the accounts: records of other accounts are neither found nor listed, counted or
 * changed. Timelines, notes and other parts of a record are read by the ID of a record that was found.
 */
export function restrictStoreToAccounts(store: Store, accounts: readonly string[]): Store {
  const own = async <T extends { account: string }>(found: Promise<T | undefined>): Promise<T | undefined> => {
    const entry = await found;
    return entry !== undefined && accounts.includes(entry.account) ? entry : undefined;
  };
  const limited = <Filter extends AccountFilter>(filter: Filter): Filter => ({ ...filter, accounts });
  return {
    ...store,
    findSession: (id) => own(store.findSession(id)),
    findSessionByTokenHash: (hash) => own(store.findSessionByTokenHash(hash)),
    listSessions: (filter) => store.listSessions(limited(filter)),
    expireIdleSession: async (id) => (await own(store.findSession(id))) !== undefined && store.expireIdleSession(id),
    findPayment: (id) => own(store.findPayment(id)),
    findPaymentByAttempt: (sessionId, attemptId) => own(store.findPaymentByAttempt(sessionId, attemptId)),
    findPaymentByTransaction: (id, of = {}) => store.findPaymentByTransaction(id, { ...of, accounts }),
    listPayments: (filter) => store.listPayments(limited(filter)),
    findRefund: (id) => own(store.findRefund(id)),
    listRefunds: (filter) => store.listRefunds(limited(filter)),
    findSubscription: (recurringId) => own(store.findSubscription(recurringId)),
    listSubscriptions: (filter) => store.listSubscriptions(limited(filter)),
    updateSubscription: async (recurringId, ...change) =>
      (await own(store.findSubscription(recurringId))) && store.updateSubscription(recurringId, ...change),
    listSavedCards: (filter) => store.listSavedCards(limited(filter)),
    findSavedCard: (id, shopperId) => own(store.findSavedCard(id, shopperId)),
    findCardsSession: (hash) => own(store.findCardsSession(hash)),
    findDefaultCard: (shopperId, named = accounts) =>
      store.findDefaultCard(
        shopperId,
        named.filter((name) => accounts.includes(name)),
      ),
    setDefaultCard: async (id, shopperId, at) =>
      (await own(store.findSavedCard(id, shopperId))) !== undefined && store.setDefaultCard(id, shopperId, at),
    deleteSavedCard: (id, shopperId) => store.deleteSavedCard(id, shopperId, accounts),
    listDisputes: (filter) => store.listDisputes(limited(filter)),
    setDisputeDeadline: (id, dueAt, at) => store.setDisputeDeadline(id, dueAt, at, accounts),
    findIssuingOrPayoutOperation: (id) => own(store.findIssuingOrPayoutOperation(id)),
    listIssuingOrPayoutOperations: (filter) => store.listIssuingOrPayoutOperations(limited(filter)),
    findWebhookEvent: (id) => own(store.findWebhookEvent(id)),
    listWebhookEvents: (filter) => store.listWebhookEvents(limited(filter)),
    redeliverEvent: async (id, endpoints, at) =>
      (await own(store.findWebhookEvent(id))) !== undefined && store.redeliverEvent(id, endpoints, at),
    listAudit: (filter) => store.listAudit({ ...filter, ordersOf: accounts }),
    countEntriesNeedingAttention: () => store.countEntriesNeedingAttention(accounts),
    readGrossVolume: (from, now) => store.readGrossVolume(from, now, accounts),
    countTriedCards: (since, until, limit) => store.countTriedCards(since, until, limit, accounts),
    isTrustedShopper: (email, before) => store.isTrustedShopper(email, before, accounts),
    listAccountsWithPayments: () => Promise.resolve([...accounts]),
  };
}
