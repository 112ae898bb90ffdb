import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { restrictStoreToAccounts, type NewRefund, type PaymentRecord, type Store } from '../../server/store/index.ts';
import { openStore, type StoreOptions } from '../../server/store/open-store.ts';
import { addSession, beginPayment } from './store-contract.ts';

const NOW = Date.UTC(2030, 0, 1);
const ACCOUNTS = ['default', 'uk'] as const;

/** The contract about records of several accounts that every database passes. */
export function describeAccountsStore(name: string, fresh: () => Promise<StoreOptions>): void {
  describe(`${name} store: accounts`, () => {
    let store: Store;

    beforeAll(async () => {
      store = openStore(await fresh());
      await store.ready;
    });
    afterAll(() => store.close());

    const view = (account: string): Store => restrictStoreToAccounts(store, [account]);

    /** A paid payment; its result is stored in one statement on PostgreSQL, or in a transaction. */
    const pay = async (
      account: string,
      { order_no, transaction_id, isPlain = false }: { order_no: string; transaction_id: string; isPlain?: boolean },
      oncePerOrder = false,
    ): Promise<PaymentRecord | string> => {
      const session = await addSession(store, { account, order_no });
      const begun = await beginPayment(store, session, { account_id: `id of ${account}` }, NOW, oncePerOrder);
      if (begun.kind !== 'started') return begun.kind;
      const paid = await store.updatePayment({
        id: begun.payment.id,
        version: begun.payment.version,
        ...(isPlain ? { seen: begun.payment, reconcileAt: null } : {}),
        changes: { status: 'paid', transaction_id },
        session: 'pay',
        oncePerOrder,
        event: { kind: 'test', detail: {} },
        at: NOW + 1,
        events: (after) => [
          { id: `evt_${after.id}`, account, type: 'payment.paid', ref: after.id, data: {}, deliver_at: null },
        ],
      });
      return paid ?? 'gone';
    };
    const paidIn = async (account: string, order_no = crypto.randomUUID(), isPlain = false): Promise<PaymentRecord> => {
      const payment = await pay(account, { order_no, transaction_id: `${order_no}-00001`, isPlain });
      if (typeof payment === 'string') throw new Error(payment);
      return payment;
    };

    test.each([true, false])(
      'an order number of two accounts is two orders (in one statement: %s)',
      async (isPlain) => {
        const order_no = crypto.randomUUID();
        for (const account of ACCOUNTS) {
          expect(await paidIn(account, order_no, isPlain)).toMatchObject({ account, duplicate: false, alerts: [] });
        }
        const again = await pay('uk', { order_no, transaction_id: `${order_no}-00002`, isPlain });
        expect(again).toMatchObject({ account: 'uk', duplicate: true });
      },
    );

    test('an order that is paid once is paid once in each account', async () => {
      const order_no = crypto.randomUUID();
      for (const account of ACCOUNTS) {
        expect(await pay(account, { order_no, transaction_id: `${order_no}-1` }, true)).toMatchObject({ account });
        expect(await pay(account, { order_no, transaction_id: `${order_no}-2` }, true)).toBe('order_paid');
      }
    });

    test('a cancelled payment is not replaced by the duplicate of another account', async () => {
      const order_no = crypto.randomUUID();
      const [mine, theirs] = [await paidIn('default', order_no), await paidIn('uk', order_no)];
      const duplicate = await paidIn('uk', order_no).catch(() => undefined);
      expect(duplicate).toBeUndefined();
      const extra = await pay('uk', { order_no, transaction_id: `${order_no}-00002` });
      expect(extra).toMatchObject({ duplicate: true });
      await store.updatePayment({
        id: mine.id,
        version: mine.version,
        changes: { status: 'cancelled' },
        session: 'close',
        event: { kind: 'test', detail: {} },
        at: NOW + 2,
      });
      expect(await store.findPayment((extra as PaymentRecord).id)).toMatchObject({ duplicate: true });
      expect(await store.findPayment(theirs.id)).toMatchObject({ duplicate: false });
    });

    const refundOf = ({ id, account, transaction_id, order_no, currency, amount }: PaymentRecord): NewRefund => {
      const number = crypto.randomUUID();
      const what = {
        account,
        transaction_id: String(transaction_id),
        order_no,
        currency,
        amount,
        refund_amount: amount,
      };
      return { id: `ref_${number}`, payment_id: id, ...what, reason: 'broken', reference: number };
    };

    test('refunds of one transaction ID in two accounts are reserved apart', async () => {
      const order_no = crypto.randomUUID();
      const payments = [await paidIn('default', order_no), await paidIn('uk', order_no)];
      for (const payment of payments) {
        const [begun] = await store.beginRefunds([refundOf(payment)], NOW, NOW);
        expect(begun).toMatchObject({ kind: 'started', refund: { account: payment.account, payment_id: payment.id } });
        expect(await store.beginRefunds([refundOf(payment)], NOW, NOW)).toEqual(['exceeds']);
      }
      const third = await paidIn('default');
      expect(
        await store.updatePaymentUnlessRefunded({
          id: third.id,
          version: third.version,
          changes: {},
          session: 'keep',
          event: { kind: 'test', detail: {} },
          at: NOW,
        }),
      ).toMatchObject({ id: third.id });
    });

    test('a view finds, lists, counts and changes records of its accounts only', async () => {
      const payments = { default: await paidIn('default'), uk: await paidIn('uk') };
      const refunds = Object.values(payments).map(refundOf);
      await store.beginRefunds(refunds, NOW, NOW);
      for (const account of ACCOUNTS) {
        const [mine, theirs] = account === 'uk' ? [payments.uk, payments.default] : [payments.default, payments.uk];
        const own = view(account);
        expect(await own.findPayment(mine.id)).toEqual(await store.findPayment(mine.id));
        expect(await own.findPayment(theirs.id)).toBeUndefined();
        expect(await own.findSession(theirs.session_id)).toBeUndefined();
        expect(await own.findPaymentByTransaction(String(theirs.transaction_id))).toBeUndefined();
        expect(await own.findPaymentByAttempt(theirs.session_id, theirs.attempt_id)).toBeUndefined();
        expect(await own.expireIdleSession(theirs.session_id)).toBe(false);
        expect(await own.findWebhookEvent(`evt_${theirs.id}`)).toBeUndefined();
        expect(await own.redeliverEvent(`evt_${theirs.id}`, ['default'], NOW)).toBe(false);
        for (const { id, account: of } of refunds) {
          expect((await own.findRefund(id))?.account).toBe(of === account ? account : undefined);
        }
        const lists = [
          (await own.listPayments({ limit: 100 })).payments,
          (await own.listPayments({ search: theirs.order_no.slice(3), limit: 100 })).payments,
          (await own.listPayments({ search: theirs.order_no, limit: 100 })).payments,
          (await own.listSessions({ now: NOW, limit: 100 })).entries,
          (await own.listRefunds({ limit: 100 })).entries,
          (await own.listWebhookEvents({ limit: 100 })).entries,
        ];
        expect(new Set(lists.flat().map((entry) => entry.account))).toEqual(new Set([account]));
        const both = await store.listPayments({ account: theirs.account, limit: 100 });
        expect(both.payments.map(({ id }) => id)).toContain(theirs.id);
        expect((await own.listPayments({ account: theirs.account, limit: 100 })).payments).toEqual([]);
      }
      const [mine = 0, theirs = 0, all] = await Promise.all([view('default'), view('uk'), store].map(volumeOf));
      expect(mine).toBeGreaterThan(0);
      expect(theirs).toBeGreaterThan(0);
      expect(mine + theirs).toBe(all);
    });

    const volumeOf = async (at: Store): Promise<number> =>
      (await at.readGrossVolume(NOW - 3_600_000, NOW + 3_600_000)).reduce((sum, row) => sum + row.paidCount, 0);

    test('the accounts of all payments are listed by name', async () => {
      await paidIn('asia');
      expect(await store.listAccountsWithPayments()).toEqual(['asia', 'default', 'uk']);
    });
  });
}
