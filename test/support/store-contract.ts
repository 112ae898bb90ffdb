import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStore, migrateStore, type StoreOptions } from '../../server/store/open-store.ts';
import { MIGRATIONS } from '../../server/store/migrate.ts';
import type { NewWebhookEvent, SavedCardRecord } from '../../server/store/back-office-types.ts';
import { PRUNED_RECORD_KINDS, type PrunedRecordKind } from '../../server/store/prune.ts';
import type { NewPayment, PaymentRecord, PaymentUpdate, SessionRecord, Store } from '../../server/store/store.ts';
import type { GatewayIdTakenError } from '../../server/store/store-errors.ts';
import type { VelocityLimit } from '../../server/store/risk-types.ts';
import { newPayment, newSession } from './store-records.ts';

const NOW = Date.UTC(2030, 0, 1);
const ALERT = { code: 'outcome_unknown' as const, detail: { reason: 'look' }, raised_at: NOW };

/** The store contract that every database passes; `fresh` creates an empty database. */
export function describeStore(name: string, fresh: () => Promise<StoreOptions>): void {
  describe(name, () => {
    let options: StoreOptions;
    let store: Store;

    beforeAll(async () => {
      options = await fresh();
      store = openStore(options);
      await store.ready;
    });

    afterAll(() => store.close());

    test('a session is found unchanged by ID and by token hash', async () => {
      const session = await addSession(store);
      expect(await store.findSession(session.id)).toEqual(session);
      expect(await store.findSessionByTokenHash(session.token_hash)).toEqual(session);
      expect(await store.findSession('ses_none')).toBeUndefined();
    });

    test('one of 1,000 concurrent payments of a session starts', async () => {
      const session = await addSession(store);
      const results = await Promise.all(
        Array.from({ length: 1_000 }, (_, index) =>
          beginPayment(store, session, { attempt_id: `attempt-${String(index % 500)}` }),
        ),
      );
      const kinds = results.map((result) => result.kind);
      expect(kinds.filter((kind) => kind === 'started')).toHaveLength(1);
      expect(kinds.filter((kind) => kind === 'exists')).toHaveLength(1);
      expect(kinds.filter((kind) => kind === 'busy')).toHaveLength(998);
      expect(await store.listSessionPayments(session.id)).toHaveLength(1);
      expect(await store.findSession(session.id)).toMatchObject({ status: 'processing', attempts: 1 });
    });

    test('of concurrent payments that count towards one limit as many start as it allows', async () => {
      const limit = { kind: 'card', key: crypto.randomUUID(), max: 7, within: 3_600_000 } as const;
      const sessions = await Promise.all(Array.from({ length: 40 }, () => addSession(store)));
      const pay = (session: SessionRecord) => beginPayment(store, session, {}, NOW, false, [limit]);
      const results = await Promise.all(sessions.map(pay));
      expect(results.filter(({ kind }) => kind === 'started')).toHaveLength(limit.max);
      expect(results.filter(({ kind }) => kind === 'limited')).toHaveLength(sessions.length - limit.max);
      // From the fifth on, paid ones are to be subtracted again.
      expect(results.filter((result) => result.kind === 'started' && result.crowded.length > 0)).toHaveLength(4);
      const refused = sessions[results.findIndex(({ kind }) => kind === 'limited')]!;
      expect(await store.findSession(refused.id)).toEqual(refused);
    });

    test('of concurrent results one with the transaction of another payment fails, and the others are stored', async () => {
      const sessions = await Promise.all(Array.from({ length: 20 }, () => addSession(store)));
      const begun = await Promise.all(sessions.map((session) => startPayment(store, session)));
      const stored = await Promise.allSettled(
        begun.map((payment, index) => {
          const changes = { status: 'paid', transaction_id: index < 2 ? sessions[0]!.order_no : payment.id } as const;
          return payAtOnce(store, payment, { changes });
        }),
      );
      const failed = stored.filter((result) => result.status === 'rejected');
      expect(failed.map(({ reason }) => (reason as GatewayIdTakenError).field)).toEqual(['transaction_id']);
      const after = await Promise.all(begun.map(({ id }) => store.findPayment(id)));
      expect(after.filter((payment) => payment?.status === 'paid')).toHaveLength(19);
      expect(await store.findSession(sessions[7]!.id)).toMatchObject({ status: 'paid', paid_payment_id: begun[7]!.id });
    });

    test.each(['submitting', 'unknown', 'pending', 'held'] as const)(
      'a payment that is %s keeps other sessions of its order from being paid, with orders paid once',
      async (status) => {
        const first = await addSession(store);
        const second = await addSession(store, { order_no: first.order_no });
        const stranger = await addSession(store);
        const payment = await startPayment(store, first);
        const changed = await change(store, payment, { changes: { status }, session: 'keep' });
        expect(await beginOnce(store, second)).toEqual({ kind: 'busy' });
        expect(await beginOnce(store, stranger)).toMatchObject({ kind: 'started' });
        await change(store, changed!, { changes: { status: 'declined' }, session: 'release' });
        expect(await beginOnce(store, second)).toMatchObject({ kind: 'started' });
      },
    );

    test('a paid order gets no payment in another session and no new session, with orders paid once', async () => {
      const first = await addSession(store);
      const second = await addSession(store, { order_no: first.order_no });
      await change(store, await startPayment(store, first), { changes: { status: 'paid' }, session: 'pay' });
      expect(await beginOnce(store, second)).toEqual({ kind: 'order_paid' });
      expect(await store.findSession(second.id)).toMatchObject({ status: 'expired' });
      expect(await store.createSession({ ...second, id: 'ses_third', token_hash: 'third' }, true)).toBe(false);
      expect(await store.findSession('ses_third')).toBeUndefined();
    });

    test('a second payment of the same amount for an order is a duplicate, and one of another amount is not', async () => {
      const first = await addSession(store);
      const again = await addSession(store, { order_no: first.order_no });
      const rest = await addSession(store, { order_no: first.order_no, amount: '3.00' });
      const payments: (PaymentRecord | undefined)[] = [];
      for (const session of [first, again, rest]) {
        payments.push(await payAtOnce(store, await startPayment(store, session)));
      }
      expect(payments.map((payment) => payment?.duplicate)).toEqual([false, true, false]);
    });

    test('one of two payments of an order that are paid at the same time is a duplicate, in 25 rounds', async () => {
      const other = openStore(options);
      for (let round = 0; round < 25; round += 1) {
        const first = await addSession(store);
        const second = await addSession(store, { order_no: first.order_no });
        const [one, two] = [await startPayment(store, first), await startPayment(store, second)];
        const paid = await Promise.all([payAtOnce(store, one), payAtOnce(other, two)]);
        expect(paid.map((payment) => payment?.duplicate).sort()).toEqual([false, true]);
      }
      await other.close();
    });

    test('the second of two passed challenges in two sessions of an order is a duplicate', async () => {
      const first = await addSession(store);
      const second = await addSession(store, { order_no: first.order_no });
      const waiting: PaymentRecord[] = [];
      for (const session of [first, second]) {
        const payment = await startPayment(store, session);
        const changed = await change(store, payment, { changes: { status: 'action_required' }, session: 'keep' });
        waiting.push(changed!);
      }
      const paid = await Promise.all(
        waiting.map((payment) => change(store, payment, { changes: { status: 'paid' }, session: 'pay' })),
      );
      expect(paid.map((payment) => payment?.duplicate).sort()).toEqual([false, true]);
    });

    test('one of 60 concurrent sessions of an order starts a payment, with orders paid once', async () => {
      const other = openStore(options);
      const sessions = [await addSession(store)];
      for (let index = 1; index < 60; index += 1) {
        sessions.push(await addSession(store, { order_no: sessions[0]!.order_no }));
      }
      const results = await Promise.all(
        sessions.map((session, index) => beginOnce(index % 2 ? store : other, session)),
      );
      expect(results.filter((result) => result.kind === 'started')).toHaveLength(1);
      expect(results.filter((result) => result.kind === 'busy')).toHaveLength(59);
      await other.close();
    });

    test('a submit without an outcome has a job from its tenth second on, and its first entry without a stored row', async () => {
      const payment = await startPayment(store, await addSession(store));
      const refs = async (now: number) => (await store.claimJobs('reconcile', now, 10_000, 1)).map((job) => job.ref);
      expect(await refs(NOW + 9_999)).not.toContain(payment.id);
      expect(await refs(NOW + 10_000)).toContain(payment.id);
      const first = { kind: 'submitted', at: NOW, version: 1, from_status: null, to_status: 'submitting', detail: {} };
      expect(await store.listTimeline(payment.id)).toEqual([
        { id: `${payment.id}.1`, payment_id: payment.id, ...first },
      ]);
      await change(store, payment, { changes: { status: 'paid' }, session: 'pay', reconcileAt: null });
      expect(await refs(NOW + 1e9)).not.toContain(payment.id);
      expect((await store.listTimeline(payment.id)).map(({ kind }) => kind)).toEqual(['submitted', 'test']);
    });

    test('a job planned or claimed by a clock far ahead is still claimed', async () => {
      const ahead = NOW + 300 * 86_400_000;
      const claimed = await startPayment(store, await addSession(store));
      await store.claimJobs('reconcile', ahead, 10_000, 120_000);
      const planned = await startPayment(store, await addSession(store, { expires_at: ahead + 1 }), ahead);
      // What is due comes first, then what a clock far ahead has claimed.
      const claim = () => store.claimJobs('reconcile', NOW + 10_000, 10_000, 120_000);
      const refs = [...(await claim()), ...(await claim())].map((job) => job.ref);
      expect(refs).toEqual(expect.arrayContaining([claimed.id, planned.id]));
      expect(await store.claimJobs('reconcile', NOW + 10_000, 10_000, 120_000)).toEqual([]);
    });

    test('a search for jobs that a clock far ahead plans ends, although that clock plans more', async () => {
      const ahead = NOW + 300 * 86_400_000;
      const plan = (...refs: string[]) =>
        Promise.all(refs.map((ref) => store.ensureJob('webhook:far', `far-${ref}`, ahead)));
      const claim = async (now = NOW) => (await store.claimJobs('webhook:far', now, 2, 120_000)).map(({ ref }) => ref);
      await plan('a', 'b', 'c');
      expect([await claim(), await claim()]).toEqual([['far-a', 'far-b'], ['far-c']]);
      await plan('d');
      expect(await claim()).toEqual([]);
      expect(await claim(NOW + 300_000)).toEqual(['far-a', 'far-b']);
      expect(await claim(NOW + 300_000)).toEqual(['far-c', 'far-d']);
      expect(await claim(NOW + 300_000)).toEqual([]);
    });

    test('two stores on one database start a session’s payment once', async () => {
      const other = openStore(options);
      const session = await addSession(store);
      const results = await Promise.all(
        Array.from({ length: 60 }, (_, index) =>
          beginPayment(index % 2 ? store : other, session, { attempt_id: `a-${String(index)}` }),
        ),
      );
      expect(results.filter((result) => result.kind === 'started')).toHaveLength(1);
      await other.close();
    });

    test('a released session takes payments until its attempts are used up, and a restored attempt does not count', async () => {
      const session = await addSession(store);
      for (let index = 0; index < 3; index += 1) {
        const payment = await startPayment(store, session);
        await change(store, payment, { changes: { status: 'not_sent' }, session: 'restore' });
      }
      for (let index = 0; index < 5; index += 1) {
        const payment = await startPayment(store, session);
        await change(store, payment, { changes: { status: 'declined' }, session: 'release' });
      }
      expect((await beginPayment(store, session)).kind).toBe('exhausted');
    });

    test('an expired, a paid and an overdue session are closed', async () => {
      const ended = await addSession(store);
      expect(await store.expireIdleSession(ended.id)).toBe(true);
      expect(await store.expireIdleSession(ended.id)).toBe(false);
      expect(await beginPayment(store, ended)).toEqual({ kind: 'closed', status: 'expired' });
      const late = await addSession(store, { expires_at: NOW - 1 });
      expect(await beginPayment(store, late)).toEqual({ kind: 'closed', status: 'expired' });
      const paid = await addSession(store);
      await change(store, await startPayment(store, paid), { changes: { status: 'paid' }, session: 'pay' });
      expect(await beginPayment(store, paid)).toEqual({ kind: 'closed', status: 'paid' });
    });

    test('an order is changed once for each version, while its session is open and no payment came meanwhile', async () => {
      const update = (session: SessionRecord, amount: string, at = NOW) =>
        store.updateSession({ ...session, amount, request: { ...session.request, amount }, at });
      const session = await addSession(store);
      const results = await Promise.all(['1.00', '2.00', '3.00'].map((amount) => update(session, amount)));
      expect(results.filter(Boolean)).toHaveLength(1);
      const changed = (await store.findSession(session.id))!;
      const amount = `${String(results.indexOf(true) + 1)}.00`;
      expect(changed).toEqual({ ...session, version: 2, amount, request: { ...session.request, amount } });
      expect(await beginPayment(store, session)).toEqual({ kind: 'changed', session: changed });
      expect(await beginOnce(store, session)).toEqual({ kind: 'changed', session: changed });
      const payment = await startPayment(store, changed);
      expect(payment.amount).toBe(amount);
      expect(await update(changed, '9.00')).toBe(false);
      const declined = await change(store, payment, { changes: { status: 'declined' }, session: 'release' });
      // The caller did not know of that payment.
      expect(await update(changed, '9.00')).toBe(false);
      expect(await update({ ...changed, last_payment_id: payment.id }, '9.00')).toBe(true);
      // The late result of a payment of the order before does not pay the changed one.
      const paid = await change(store, declined!, { changes: { status: 'paid' }, session: 'pay' });
      expect(paid).toMatchObject({ status: 'paid', duplicate: true });
      expect(await store.findSession(session.id)).toMatchObject({ status: 'open', amount: '9.00', version: 3 });
      const late = await addSession(store, { expires_at: NOW });
      expect(await update(late, '9.00')).toBe(false);
      const ended = await addSession(store);
      await store.expireIdleSession(ended.id);
      expect(await update(ended, '9.00')).toBe(false);
    });

    test('one of two updates of the same version succeeds', async () => {
      const payment = await startPayment(store, await addSession(store));
      const results = await Promise.all(
        (['paid', 'declined'] as const).map((status) =>
          change(store, payment, { changes: { status }, session: 'keep' }),
        ),
      );
      expect(results.filter((result) => result !== undefined)).toHaveLength(1);
      const events = await store.listTimeline(payment.id);
      expect(events.map((event) => event.from_status)).toEqual([null, 'submitting']);
    });

    test('a second payment of a paid session is a duplicate, and the session keeps its payment', async () => {
      const session = await addSession(store);
      const first = await startPayment(store, session);
      await change(store, first, { changes: { status: 'abandoned' }, session: 'release' });
      const second = await startPayment(store, session);
      await change(store, second, { changes: { status: 'paid' }, session: 'pay' });
      const abandoned = (await store.findPayment(first.id))!;
      const late = await change(store, abandoned, { changes: { status: 'paid' }, session: 'pay' });
      expect(late).toMatchObject({ status: 'paid', duplicate: true });
      expect(await store.findSession(session.id)).toMatchObject({ status: 'paid', paid_payment_id: second.id });
    });

    test('an update stores every field that it names', async () => {
      const payment = await startPayment(store, await addSession(store));
      const changed = await change(store, payment, {
        changes: {
          status: 'action_required',
          transaction_id: 'T-1-00001',
          action: { type: 'challenge', url: 'https://acs.example', method: 'POST', fields: {}, window_size: '02' },
          result: { order_no: 'T-1', risk_reasons: [{ name: 'velocity', status: 'pass' }] },
          alerts: [ALERT],
          returned_at: NOW + 5,
          decline_code: 'declined',
        },
        session: 'keep',
      });
      expect(await store.findPayment(payment.id)).toEqual(changed);
      expect(changed).toMatchObject({ version: 2, returned_at: NOW + 5, alerts: [ALERT], transaction_id: 'T-1-00001' });
    });

    test('a job is claimed once, becomes due again after its lease, and a new schedule overrides an old claim', async () => {
      const other = openStore(options);
      await drainJobs(store);
      const due = await Promise.all([1, 2, 3, 4, 5, 6].map(async () => startPayment(store, await addSession(store))));
      const claimed = await Promise.all(
        Array.from({ length: 6 }, (_, index) =>
          (index % 2 ? store : other).claimJobs('reconcile', NOW + 20_000, 2, 60_000),
        ),
      );
      const refs = claimed.flat().map((job) => job.ref);
      expect(refs.sort()).toEqual(due.map((payment) => payment.id).sort());
      expect(await store.claimJobs('reconcile', NOW + 20_000, 10, 60_000)).toEqual([]);
      expect(await store.claimJobs('reconcile', NOW + 90_000, 10, 60_000)).toHaveLength(6);
      const old = claimed.flat().find((job) => job.ref === due[0]!.id)!;
      await change(store, due[0]!, { changes: { status: 'paid' }, session: 'pay', reconcileAt: null });
      await store.finishOrRescheduleJob(old, NOW + 1);
      const again = await store.claimJobs('reconcile', NOW + 9_000_000, 10, 1);
      expect(again.map((job) => job.ref)).not.toContain(due[0]!.id);
      expect(again).toHaveLength(5);
      await other.close();
    });

    test('payments are listed newest first, page by page and by filter', async () => {
      const made: PaymentRecord[] = [];
      for (let index = 0; index < 7; index += 1) {
        const payment = await startPayment(store, await addSession(store, { order_no: 'LIST-1' }), NOW + index);
        await change(store, payment, { changes: { status: 'declined' }, session: 'release' });
        made.push(payment);
      }
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await store.listPayments({ orderNo: 'LIST-1', limit: 3, cursor });
        seen.push(...page.payments.map((payment) => payment.id));
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      expect(seen).toEqual(made.map((payment) => payment.id).reverse());
      const some = await store.listPayments({ orderNo: 'LIST-1', from: NOW + 2, to: NOW + 4, limit: 10 });
      expect(some.payments).toHaveLength(2);
      expect((await store.listPayments({ email: 'nobody@example.com', limit: 1 })).payments).toEqual([]);
      await expect(store.listPayments({ limit: 1, cursor: 'broken' })).rejects.toMatchObject({
        code: 'invalid_request',
      });
    });

    test('a notification is stored once, and unverified notifications are limited', async () => {
      const payment = await startPayment(store, await addSession(store));
      const record = (body: string, verified = false) =>
        store.recordNotification(
          {
            id: `ntf_${crypto.randomUUID()}`,
            payment_id: payment.id,
            body_hash: body,
            fields: { a: 'b' },
            verified,
            address: 'public',
            at: NOW,
          },
          2,
          NOW,
        );
      expect(await record('1')).toBe('stored');
      expect(await record('1')).toBe('duplicate');
      expect(await record('2')).toBe('stored');
      expect(await record('3')).toBe('full');
      expect(await record('4', true)).toBe('stored');
      const together = await Promise.all(Array.from({ length: 20 }, () => record('5', true)));
      expect(together.filter((result) => result === 'stored')).toHaveLength(1);
    });

    test('a verified notification replaces its unverified copy', async () => {
      const payment = await startPayment(store, await addSession(store));
      const record = (id: string, verified: boolean) =>
        store.recordNotification(
          { id, payment_id: payment.id, body_hash: 'same', fields: { a: 'b' }, verified, address: 'public', at: NOW },
          1,
          NOW,
        );
      const [early, late] = [`ntf_${crypto.randomUUID()}`, `ntf_${crypto.randomUUID()}`];
      expect(await record(early, false)).toBe('stored');
      expect(await record(`ntf_${crypto.randomUUID()}`, false)).toBe('duplicate');
      const together = await Promise.all(
        Array.from({ length: 8 }, (_, at) => record(at === 0 ? late : `ntf_${crypto.randomUUID()}`, true)),
      );
      expect(together.toSorted()).toEqual([...Array.from({ length: 7 }, () => 'duplicate'), 'stored']);
      expect(await store.findNotification(early)).toBeUndefined();
      expect(await record(early, false)).toBe('duplicate');
      const due = (await store.claimJobs('notification', NOW, 1_000, 1)).map(({ ref }) => ref);
      expect(due).not.toContain(early);
    });

    test('queries after unverified notifications are counted across callers', async () => {
      const payment = await startPayment(store, await addSession(store));
      const taken = await Promise.all(Array.from({ length: 50 }, () => store.takeNotificationQuery(payment.id, 3)));
      expect(taken.filter(Boolean)).toHaveLength(3);
    });

    test('each day restores one query up to the limit, and return queries are counted separately', async () => {
      const { id } = await startPayment(store, await addSession(store));
      const take = async (days: number): Promise<number> => {
        let count = 0;
        while (await store.takeNotificationQuery(id, 3, days)) count += 1;
        return count;
      };
      const returned = await Promise.all(Array.from({ length: 20 }, () => store.takeReturnQuery(id, 10)));
      expect(returned.filter(Boolean)).toHaveLength(10);
      expect([await take(0), await take(0), await take(1), await take(1), await take(3)]).toEqual([3, 0, 1, 0, 2]);
      expect([await take(100), await take(100)]).toEqual([3, 0]);
    });

    test('breakers and limits written by a clock that was ahead do not apply after it is corrected', async () => {
      const HOUR = 3_600_000;
      const name = crypto.randomUUID();
      const stop = (refusesUntil: number) => ({ refusesUntil, trips: 1 });
      expect(await store.tripBreaker(name, stop(NOW + 26 * HOUR), NOW + 25 * HOUR)).toBe(true);
      expect(await store.tripBreaker(name, stop(NOW + HOUR), NOW)).toBe(true);
      expect(await store.tripBreaker(name, stop(NOW + HOUR + 1), NOW + 1)).toBe(false);
      expect(await store.readBreaker(name)).toEqual(stop(NOW + HOUR));

      const limit = (key: string) => [{ kind: 'card', key, max: 1, within: HOUR } as const];
      const [ahead, today] = [crypto.randomUUID(), crypto.randomUUID()];
      await store.countSubmitTowardsLimits(limit(ahead), NOW + 5 * HOUR);
      await store.countSubmitTowardsLimits(limit(today), NOW);
      expect(await store.findOverLimit(limit(ahead), NOW)).toBe('card');
      await store.pruneRiskRecords(NOW, NOW + HOUR + 60_000, 0);
      expect(await store.findOverLimit(limit(ahead), NOW)).toBeUndefined();
      expect(await store.findOverLimit(limit(today), NOW)).toBe('card');
    });

    test('at most three declined cards of a network count for the whole shop, and a network without a paid card is a suspect', async () => {
      const at = NOW + 3e9;
      const decline = { status: 'declined', decline_code: 'insufficient_funds' } as const;
      const tryCard = async (network: string, last4: string, paid = false): Promise<void> => {
        const session = await addSession(store, { expires_at: at + 1 });
        const payment = await startPayment(store, session, at, { card_bin: '400000', card_last4: last4, network });
        await change(store, payment, { changes: paid ? { status: 'paid' } : decline, session: 'release' });
      };
      for (let card = 0; card < 6; card += 1) await tryCard('bad', `100${String(card)}`);
      for (let card = 0; card < 5; card += 1) await tryCard('office', `200${String(card)}`, card === 0);
      for (let card = 0; card < 3; card += 1) await tryCard('clumsy', `300${String(card)}`);
      expect(await store.countTriedCards(at, at + 9, 1_000)).toEqual({
        cards: 14,
        refused: 13,
        spread: { cards: 10, refused: 9 },
        suspects: ['bad'],
      });
      await store.pruneRiskRecords(at + 2, at + 3_600_000, at + 1);
      // Networks are pruned: each card counts for its session.
      expect(await store.countTriedCards(at, at + 9, 1_000)).toMatchObject({ suspects: [], spread: { refused: 13 } });
    });

    test('declined renewals of subscriptions do not count as card tries', async () => {
      const at = NOW + 1e9;
      const first = await startPayment(store, await addSession(store, { expires_at: at + 1 }), at);
      const declined = { status: 'declined', decline_code: 'insufficient_funds' } as const;
      await change(store, first, { changes: declined, session: 'release' });
      expect(await store.countTriedCards(at, at + 9, 1_000)).toMatchObject({ cards: 1, refused: 1 });
      for (const [index, status] of (['declined', 'paid'] as const).entries()) {
        const renewal = {
          id: `pay_${crypto.randomUUID()}`,
          first: { ...first, card_last4: `000${String(index)}` },
          status,
          amount: '24.00',
          result: {},
          transactionId: crypto.randomUUID(),
          recurringId: 'r-1',
          declineCode: status === 'declined' ? declined.decline_code : null,
          source: 'notification',
          at: at + 1,
          deductionTime: null,
        } as const;
        expect(await store.addRenewal(renewal)).toMatchObject({ status, card_last4: `000${String(index)}` });
      }
      expect(await store.countTriedCards(at, at + 9, 1_000)).toMatchObject({ cards: 1, refused: 1 });
    });

    test('an idempotency key runs once, replays its response, rejects another body and expires', async () => {
      const key = crypto.randomUUID();
      const claims = await Promise.all(
        Array.from({ length: 20 }, () =>
          store.beginIdempotentRequest({ key: key, fingerprint: 'f', now: NOW, lapseMs: 1_000 }),
        ),
      );
      expect(claims.filter((claim) => claim.kind === 'started')).toHaveLength(1);
      expect(await store.beginIdempotentRequest({ key: key, fingerprint: 'other', now: NOW, lapseMs: 1_000 })).toEqual({
        kind: 'mismatch',
      });
      expect(
        await store.beginIdempotentRequest({ key: key, fingerprint: 'f', now: NOW + 2_000, lapseMs: 1_000 }),
      ).toEqual({
        kind: 'started',
        claim: { key, at: NOW + 2_000 },
      });
      await store.finishIdempotentRequest({ key, at: NOW + 2_000 }, 201, '{"a":1}');
      expect(await store.beginIdempotentRequest({ key: key, fingerprint: 'f', now: NOW, lapseMs: 1_000 })).toEqual({
        kind: 'replay',
        status: 201,
        body: '{"a":1}',
      });
      const dropped = crypto.randomUUID();
      await store.beginIdempotentRequest({ key: dropped, fingerprint: 'f', now: NOW, lapseMs: 1_000 });
      await store.releaseIdempotencyClaim({ key: dropped, at: NOW });
      expect(
        await store.beginIdempotentRequest({ key: dropped, fingerprint: 'g', now: NOW, lapseMs: 1_000 }),
      ).toMatchObject({
        kind: 'started',
      });
    });

    test('concurrent instances migrate an empty database once', async () => {
      const empty = await fresh();
      const applied = await Promise.all(Array.from({ length: 4 }, () => migrateStore(empty)));
      expect(applied.flat()).toEqual(MIGRATIONS.map(({ name }) => name));
      expect(await migrateStore(empty)).toEqual([]);
    });

    test('a card saved concurrently by one shopper is stored once', async () => {
      const shopperId = crypto.randomUUID();
      const payments = await Promise.all(
        Array.from({ length: 8 }, async () => startPayment(store, await addSession(store))),
      );
      const other = openStore(options);
      await Promise.all(
        payments.map((payment, index) =>
          change(index % 2 ? store : other, payment, {
            changes: { status: 'paid', card_expiry: null },
            session: 'pay',
            savedCard: cardOf(shopperId, { token: `tok-${String(index)}`, created_at: NOW + index }),
          }),
        ),
      );
      await other.close();
      const { entries } = await store.listSavedCards({ shopperId, limit: 20 });
      expect(entries).toHaveLength(1);
      expect(entries[0]).toMatchObject({ shopper_id: shopperId, last4: '4242', expiry: '12/31', brand: 'visa' });
    });

    test('a newer token replaces the token of the same saved card, and other cards stay', async () => {
      const shopperId = crypto.randomUUID();
      const keep = async (changes: Partial<SavedCardRecord>): Promise<void> => {
        const payment = await startPayment(store, await addSession(store));
        await change(store, payment, { changes: {}, session: 'keep', savedCard: cardOf(shopperId, changes) });
      };
      await keep({ id: 'card_first', token: 'tok-a' });
      await keep({ id: 'card_second', token: 'tok-b', created_at: NOW + 1 });
      expect(await store.findSavedCard('card_first', shopperId)).toMatchObject({ token: 'tok-b', created_at: NOW + 1 });
      expect(await store.findSavedCard('card_second', shopperId)).toBeUndefined();
      await keep({ id: 'card_third', token: 'tok-b', expiry: '01/33', created_at: NOW + 2 });
      expect(await store.findSavedCard('card_first', shopperId)).toMatchObject({ expiry: '01/33' });
      await keep({ id: 'card_odd', token: 'tok-c', expiry: null, brand: null, created_at: NOW + 3 });
      await keep({ id: 'card_twin', token: 'tok-d', expiry: null, brand: null, created_at: NOW + 4 });
      const { entries } = await store.listSavedCards({ shopperId, limit: 20 });
      expect(entries.map((card) => [card.id, card.token])).toEqual([
        ['card_odd', 'tok-d'],
        ['card_first', 'tok-b'],
      ]);
    });

    test('a similar card of another bank does not replace the saved card', async () => {
      const shopperId = crypto.randomUUID();
      const cards = [
        cardOf(shopperId, { bin: '424242', token: 'tok-bank' }),
        cardOf(shopperId, { bin: '453201', token: 'tok-other' }),
      ];
      for (const savedCard of cards) {
        const payment = await startPayment(store, await addSession(store));
        await change(store, payment, { changes: {}, session: 'keep', savedCard });
      }
      for (const card of cards) expect(await store.findSavedCard(card.id, shopperId)).toEqual(card);
    });

    test('a saved card is found, listed and deleted only for its own shopper', async () => {
      const shopperId = crypto.randomUUID();
      for (let index = 0; index < 3; index += 1) {
        const payment = await startPayment(store, await addSession(store));
        const savedCard = cardOf(shopperId, {
          id: `card_${shopperId}_${String(index)}`,
          token: `tok-${String(index)}`,
          last4: `000${String(index)}`,
          created_at: NOW + index,
        });
        await change(store, payment, { changes: {}, session: 'keep', savedCard });
      }
      const name = `card_${shopperId}_1`;
      expect(await store.findSavedCard(name, 'somebody-else')).toBeUndefined();
      expect(await store.deleteSavedCard(name, 'somebody-else')).toBe(false);
      const first = await store.listSavedCards({ shopperId, limit: 2 });
      expect(first.entries.map((card) => card.last4)).toEqual(['0002', '0001']);
      const rest = await store.listSavedCards({ shopperId, limit: 2, cursor: first.nextCursor! });
      expect(rest.entries.map((card) => card.last4)).toEqual(['0000']);
      const defaultCard = async (): Promise<string | undefined> => (await store.findDefaultCard(shopperId))?.last4;
      expect(await defaultCard()).toBe('0002');
      expect(await store.setDefaultCard(name, 'somebody-else', NOW)).toBe(false);
      expect(await defaultCard()).toBe('0002');
      expect(await store.setDefaultCard(`card_${shopperId}_0`, shopperId, NOW)).toBe(true);
      expect(await store.setDefaultCard(name, shopperId, NOW + 1)).toBe(true);
      expect(await defaultCard()).toBe('0001');
      // Saved again, with a newer token, it stays the default.
      const payment = await startPayment(store, await addSession(store));
      const savedCard = cardOf(shopperId, { token: 'tok-1', last4: '0001', created_at: NOW + 9 });
      await change(store, payment, { changes: {}, session: 'keep', savedCard });
      expect(await store.findDefaultCard(shopperId)).toMatchObject({ id: name, default_since: NOW + 1 });
      expect(await store.deleteSavedCard(name, shopperId)).toBe(true);
      expect(await defaultCard()).toBe('0000');
      expect(await store.findDefaultCard('somebody-else')).toBeUndefined();
      expect(await store.deleteSavedCard(name)).toBe(false);
      expect((await store.listSavedCards({ shopperId, limit: 20 })).entries).toHaveLength(2);
    });

    test('sessions are listed newest first by current status', async () => {
      const orderNo = `LIST-${crypto.randomUUID().slice(0, 8)}`;
      const open = await addSession(store, { order_no: orderNo, created_at: NOW });
      const busy = await addSession(store, { order_no: orderNo, created_at: NOW + 1 });
      const waiting = await startPayment(store, busy);
      await change(store, waiting, { changes: { status: 'action_required' }, session: 'keep' });
      const paid = await addSession(store, { order_no: orderNo, created_at: NOW + 2 });
      const late = await addSession(store, { order_no: orderNo, created_at: NOW + 3, expires_at: NOW });
      const ended = await addSession(store, { order_no: orderNo, created_at: NOW + 4 });
      await store.expireIdleSession(ended.id);
      await change(store, await startPayment(store, paid), { changes: { status: 'paid' }, session: 'pay' });
      const idsOf = async (status?: SessionRecord['status'], limit = 10): Promise<string[]> =>
        (await store.listSessions({ orderNo, status, now: NOW, limit })).entries.map((session) => session.id);
      expect(await idsOf()).toEqual([ended.id, late.id, paid.id, busy.id, open.id]);
      expect(await idsOf('open')).toEqual([open.id]);
      expect(await idsOf('processing')).toEqual([busy.id]);
      expect(await idsOf('paid')).toEqual([paid.id]);
      expect(await idsOf('expired')).toEqual([ended.id, late.id]);
      const page = await store.listSessions({ orderNo, now: NOW, limit: 4 });
      const next = await store.listSessions({ orderNo, now: NOW, limit: 4, cursor: page.nextCursor! });
      expect(next.entries.map((session) => session.id)).toEqual([open.id]);
    });

    test('deliveries of an event are planned once for each endpoint, also by two companions at once', async () => {
      const own = openStore(await fresh());
      const payment = await startPayment(own, await addSession(own));
      const event = newEvent(payment.id);
      await change(own, payment, { changes: { status: 'paid' }, session: 'pay', events: () => [event] });
      const plan = (): Promise<void> => own.scheduleDeliveries(event.id, ['default', 'erp'], NOW);
      await Promise.all([plan(), plan()]);
      const [job, ...others] = await own.claimJobs('webhook:erp', NOW, 5, 1_000);
      expect(others).toEqual([]);
      const taken = { endpoint: 'erp', at: NOW, status: 200, error: null, duration_ms: 1 };
      await own.recordDeliveryAttempt(event.id, taken, 'delivered');
      await own.finishOrRescheduleJob(job!, null);
      await plan();
      expect(await own.claimJobs('webhook:erp', NOW, 5, 1_000)).toEqual([]);
      expect(await own.findWebhookEvent(event.id)).toMatchObject({ state: 'waiting', attempts: 1 });
      await own.recordDeliveryAttempt(event.id, { ...taken, endpoint: 'default' }, 'delivered');
      expect(await own.findWebhookEvent(event.id)).toMatchObject({
        state: 'delivered',
        attempts: 2,
        delivered_at: NOW,
      });
      expect(await own.redeliverEvent('evt_none', ['erp'], NOW)).toBe(false);
      await own.close();
    });

    test('two endpoints that end at once leave the event delivered', async () => {
      const own = openStore(await fresh());
      const payment = await startPayment(own, await addSession(own));
      const event = newEvent(payment.id);
      await change(own, payment, { changes: { status: 'paid' }, session: 'pay', events: () => [event] });
      const endpoints = ['a', 'b', 'c', 'd'];
      await own.scheduleDeliveries(event.id, endpoints, NOW);
      await Promise.all(
        endpoints.map((endpoint) =>
          own.recordDeliveryAttempt(
            event.id,
            { endpoint, at: NOW, status: 200, error: null, duration_ms: 1 },
            'delivered',
          ),
        ),
      );
      expect(await own.findWebhookEvent(event.id)).toMatchObject({ state: 'delivered', attempts: 4 });
      await own.close();
    });

    test('pruning deletes old records in batches and keeps payments', async () => {
      const own = openStore(await fresh());
      const old = NOW - 100 * 86_400_000;
      const before = NOW - 90 * 86_400_000;
      const paid = await addSession(own, { created_at: old });
      const payment = await startPayment(own, paid);
      const [ended, waiting] = [newEvent(payment.id), newEvent(payment.id)];
      await change(own, payment, { changes: { status: 'paid' }, session: 'pay', events: () => [ended, waiting] });
      await own.scheduleDeliveries(ended.id, ['default'], old);
      const delivery = { endpoint: 'default', at: old, status: 200, error: null, duration_ms: 1 };
      await own.recordDeliveryAttempt(ended.id, delivery, 'delivered');
      const open = await addSession(own, { created_at: NOW });
      const left = [];
      for (let count = 0; count < 7; count += 1) left.push(await addSession(own, { created_at: old + count }));
      const unknown = await startPayment(own, await addSession(own, { created_at: old }), old);
      for (const [at, paymentId] of [
        [old, payment.id],
        [NOW, payment.id],
        [old, unknown.id],
      ] as const) {
        const id = crypto.randomUUID();
        await own.recordNotification(
          { id, payment_id: paymentId, body_hash: id, fields: {}, verified: true, address: 'public', at },
          9,
          at,
        );
      }
      for (const now of [old, NOW]) {
        const audit = {
          id: crypto.randomUUID(),
          at: now,
          key_id: 'k',
          user_name: null,
          action: 'a',
          target: null,
          request_id: 'r',
          via: 'api' as const,
          status: null,
        };
        await own.beginIdempotentRequest({ key: String(now), fingerprint: 'f', now, lapseMs: 1, audit });
      }
      const steps = [];
      for (let more = true; more;) {
        const step = await own.prune({ what: 'sessions', before, limit: 3 });
        steps.push(step.deleted);
        ({ more } = step);
      }
      expect(steps).toEqual([expect.any(Number), 3, 3, expect.any(Number)]);
      expect(steps.reduce((sum, count) => sum + count)).toBe(7);
      for (const { id } of left) expect(await own.findSession(id)).toBeUndefined();
      for (const { id } of [paid, open]) expect(await own.findSession(id)).toBeDefined();
      const deleted = async (what: PrunedRecordKind): Promise<number> =>
        (await own.prune({ what, before, limit: 100 })).deleted;
      expect(await deleted('sessions'), 'each is looked at once').toBe(0);
      // All events have the same age; a waiting one stays until it is delivered or given up.
      expect((await own.prune({ what: 'events', before: NOW + 2, limit: 100 })).deleted).toBe(1);
      expect(await own.findWebhookEvent(ended.id)).toBeUndefined();
      expect(await own.listDeliveryAttempts(ended.id)).toEqual([]);
      expect(await own.findWebhookEvent(waiting.id)).toBeDefined();
      expect(await deleted('notifications'), 'not those of an open payment').toBe(1);
      await change(own, unknown, { changes: { status: 'declined' }, session: 'release' });
      const later = [await deleted('notifications'), await deleted('notifications')];
      expect(later, 'once it has ended, the next run deletes them').toEqual([1, 0]);
      expect(await deleted('answers')).toBe(1);
      expect(await deleted('audit')).toBe(1);
      for (const what of PRUNED_RECORD_KINDS) expect(await deleted(what)).toBe(0);
      expect(await own.findPruned()).toBeUndefined();
      for (const at of [NOW + 5, NOW]) await own.keepPruned(at);
      expect(await own.findPruned()).toBe(NOW);
      expect(await own.findPayment(payment.id)).toMatchObject({ status: 'paid' });
      expect(await own.listTimeline(payment.id)).toHaveLength(2);
      await own.close();
    });

    test('closing all sessions expires those that could be paid and keeps payments in progress', async () => {
      const own = openStore(await fresh());
      const open = await addSession(own);
      const busy = await addSession(own);
      const payment = await startPayment(own, busy);
      const paid = await addSession(own);
      await change(own, await startPayment(own, paid), { changes: { status: 'paid' }, session: 'pay' });
      await addSession(own, { expires_at: NOW });
      expect(await own.expireAllUnpaidSessions(NOW + 5)).toBe(2);
      expect(await own.expireAllUnpaidSessions(NOW + 5)).toBe(0);
      expect(await beginPayment(own, open, {}, NOW + 5)).toEqual({ kind: 'closed', status: 'expired' });
      await change(own, payment, { changes: { status: 'declined' }, session: 'release' });
      expect(await beginPayment(own, busy, {}, NOW + 5)).toEqual({ kind: 'closed', status: 'expired' });
      expect(await own.findSession(paid.id)).toMatchObject({ status: 'paid', expires_at: paid.expires_at });
      await own.close();
    });

    test('a job ensured by several stores is planned once', async () => {
      const ref = crypto.randomUUID();
      const other = openStore(options);
      await Promise.all(
        Array.from({ length: 10 }, (_, index) => (index % 2 ? store : other).ensureJob('prune', ref, NOW + index)),
      );
      await other.close();
      const claimed = await store.claimJobs('prune', NOW + 100, 100, 1_000);
      expect(claimed.filter((job) => job.ref === ref)).toHaveLength(1);
    });

    test('ping resolves for a writable store', async () => {
      await expect(store.ping()).resolves.toBeUndefined();
    });
  });
}

/** An event that is due now. */
function newEvent(ref: string): NewWebhookEvent {
  return { id: `evt_${crypto.randomUUID()}`, account: 'default', type: 'payment.paid', ref, data: {}, deliver_at: NOW };
}

export async function addSession(store: Store, changes: Partial<SessionRecord> = {}): Promise<SessionRecord> {
  const session = newSession(changes);
  await store.createSession(session);
  return session;
}

export function beginPayment(
  store: Store,
  session: SessionRecord,
  changes: Partial<NewPayment> = {},
  at = NOW,
  oncePerOrder = false,
  limits: readonly VelocityLimit[] = [],
) {
  const known = { shopper_email: 'ana@example.com', card_bin: '424242', card_last4: '4242' };
  const payment = newPayment(session, { ...known, ...changes });
  return store.beginPayment({
    payment,
    sessionVersion: session.version,
    oncePerOrder,
    maxAttempts: 5,
    limits,
    at,
  });
}

/** Like {@link beginPayment}, with orders paid once. */
const beginOnce = (store: Store, session: SessionRecord) => beginPayment(store, session, {}, NOW, true);

async function startPayment(
  store: Store,
  session: SessionRecord,
  at = NOW,
  changes: Parameters<typeof beginPayment>[2] = {},
): Promise<PaymentRecord> {
  const result = await beginPayment(store, session, changes, at);
  if (result.kind !== 'started') throw new Error(`not started: ${result.kind}`);
  return result.payment;
}

/** The result of a plain submit, which PostgreSQL stores in one statement. */
export function payAtOnce(
  store: Store,
  seen: PaymentRecord,
  more: Partial<Pick<PaymentUpdate, 'changes' | 'events' | 'at'>> = {},
): Promise<PaymentRecord | undefined> {
  return store.updatePayment({
    id: seen.id,
    version: seen.version,
    seen,
    at: NOW + 1,
    changes: { status: 'paid' },
    session: 'pay',
    reconcileAt: null,
    event: { kind: 'paid', detail: {} },
    ...more,
  });
}

function change(
  store: Store,
  payment: PaymentRecord,
  update: Pick<Parameters<Store['updatePayment']>[0], 'changes' | 'session' | 'reconcileAt' | 'savedCard' | 'events'>,
) {
  return store.updatePayment({
    id: payment.id,
    version: payment.version,
    at: NOW + 1,
    event: { kind: 'test', detail: { source: 'test' } },
    ...update,
  });
}

function cardOf(shopperId: string, changes: Partial<SavedCardRecord> = {}): SavedCardRecord {
  return {
    id: `card_${crypto.randomUUID()}`,
    account: 'default',
    account_id: '',
    shopper_id: shopperId,
    token: crypto.randomUUID(),
    brand: 'visa',
    bin: '424242',
    last4: '4242',
    expiry: '12/31',
    holder: 'Ana Souza',
    default_since: null,
    created_at: NOW,
    ...changes,
  };
}

async function drainJobs(store: Store): Promise<void> {
  const jobs = await store.claimJobs('reconcile', NOW + 1e12, 10_000, 1);
  for (const job of jobs) {
    const payment = await store.findPayment(job.ref);
    // A submit without an outcome would get its job again.
    if (payment?.status === 'submitting')
      await change(store, payment, { changes: { status: 'unknown' }, session: 'keep' });
    await store.finishOrRescheduleJob(job, null);
  }
  if (jobs.length > 0) await drainJobs(store);
}
