import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AlertRecord } from '../../server/store/alerts.ts';
import { openStore, type StoreOptions } from '../../server/store/open-store.ts';
import type { NewPayment, Store } from '../../server/store/store.ts';
import { newPayment, newSession } from './store-records.ts';

const HOUR = 3_600_000;
const NOW = Date.UTC(2030, 0, 15, 12);

/** The contract of the console's queries that every database passes. */
export function describeConsoleStore(name: string, fresh: () => Promise<StoreOptions>): void {
  describe(`${name} store for the console`, () => {
    let options: StoreOptions;
    let store: Store;
    let count = 0;

    beforeAll(async () => {
      options = await fresh();
      store = openStore(options);
      await store.ready;
    });
    afterAll(() => store.close());

    /** A payment that is paid at a moment, and cancelled at `cancelledAt`. */
    async function pay(
      at: number,
      {
        currency = 'EUR',
        cancelledAt = 0,
        alerts,
        ...known
      }: Partial<NewPayment> & { cancelledAt?: number; alerts?: readonly AlertRecord[] } = {},
    ): Promise<string> {
      count += 1;
      const id = `pay_${String(count)}`;
      const session = newSession({ currency, amount: '10.50', created_at: NOW, expires_at: NOW + 10_000 * HOUR });
      await store.createSession(session);
      await store.beginPayment({
        payment: newPayment(session, { id, ...known }),
        sessionVersion: session.version,
        at,
        maxAttempts: 5,
      });
      const change = (version: number, status: 'paid' | 'cancelled', when: number) =>
        store.updatePayment({
          id,
          version,
          changes: { status, ...(alerts === undefined ? {} : { alerts }) },
          session: 'keep',
          event: { kind: 'queried', detail: {} },
          at: when,
        });
      await change(1, 'paid', at);
      // A result that changes nothing is not counted.
      await change(2, 'paid', at + 1);
      if (cancelledAt > 0) await change(3, 'cancelled', cancelledAt);
      return id;
    }

    test('the gross volume is summed by quarter of an hour, and sums of past hours are kept', async () => {
      const long = NOW - 5 * HOUR;
      await pay(long);
      await pay(long + 60_000, { currency: 'USD' });
      await pay(long, { cancelledAt: NOW });
      const read = async (): Promise<string[]> =>
        (await store.readGrossVolume(NOW - 24 * HOUR, NOW))
          .map((row) =>
            [(row.at - NOW) / HOUR, row.currency, row.paid, row.paidCount, row.cancelled, row.cancelledCount].join(' '),
          )
          .sort();
      const expected = ['-5 EUR 2100 2 0 0', '-5 USD 1050 1 0 0', '0 EUR 0 0 1050 1'];
      expect(await read()).toEqual(expected);
      expect(await read()).toEqual(expected);
      const other = openStore(options);
      expect((await other.readGrossVolume(NOW - 24 * HOUR, NOW)).length).toBe(3);
      expect(await other.readGrossVolume(NOW - HOUR, NOW)).toHaveLength(1);
      await other.close();
      // The current hour is not cached.
      await pay(NOW);
      expect(await read()).toContain('0 EUR 1050 1 1050 1');
    });

    test('refunds count in the gross volume unless they are refused', async () => {
      const from = NOW + 48 * HOUR;
      const refund = (id: string) => ({
        id,
        account: 'default',
        payment_id: null,
        transaction_id: `T-${id}`,
        order_no: 'A-1',
        currency: 'EUR',
        amount: '24.00',
        refund_amount: '4.00',
        reason: 'broken',
        reference: id,
      });
      const begun = await store.beginRefunds([refund('ref_1'), refund('ref_2')], from, from);
      expect(begun).toHaveLength(2);
      const take = (id: string, version: number, status: 'accepted' | 'refused') =>
        store.updateRefund({ id, version, changes: { status }, at: from, checkAt: null });
      const one = await take('ref_1', 1, 'accepted');
      const two = await take('ref_2', 1, 'accepted');
      const read = async () =>
        (await store.readGrossVolume(from, from + HOUR)).map((row) => [row.refunded, row.refundCount]);
      expect(await read()).toEqual([[800n, 2]]);
      expect(one).toMatchObject({ status: 'accepted' });
      await take('ref_2', two!.version, 'refused');
      expect(await read()).toEqual([[400n, 1]]);
    });

    test('a payment with an alert is listed and counted as needing attention', async () => {
      const before = await store.countEntriesNeedingAttention();
      const alert = {
        code: 'contradicting_result' as const,
        detail: { source: 'query', reported: 'declined', status: 'paid' },
        raised_at: NOW,
      };
      await pay(NOW + 100 * HOUR, { alerts: [alert] });
      const after = await store.countEntriesNeedingAttention();
      expect(after).toEqual({ ...before, alertedPayments: before.alertedPayments + 1 });
      const { payments } = await store.listPayments({ attention: true, limit: 10 });
      expect(payments.map(({ alerts }) => alerts)).toEqual([[alert]]);
    });

    test('a console session is stored, touched, deleted and pruned once it is old', async () => {
      const session = { token_hash: 'a', user_id: null, key_id: 'k', created_at: NOW, seen_at: NOW };
      await store.addConsoleSession(session, 0);
      await store.touchConsoleSession('a', NOW + 5);
      expect((await store.findConsoleSession('a'))?.session).toEqual({ ...session, seen_at: NOW + 5 });
      await store.addConsoleSession({ ...session, token_hash: 'b', created_at: NOW + 10 }, NOW + 1);
      expect(await store.findConsoleSession('a')).toBeUndefined();
      await store.deleteConsoleSession('b');
      expect(await store.findConsoleSession('b')).toBeUndefined();
    });

    test('a search matches parts of texts in any case, last four digits and amounts, newest first, page by page', async () => {
      const from = NOW + 300 * HOUR;
      const card = { card_brand: 'visa', card_last4: '0005' };
      const first = await pay(from, { order_no: 'KP-77_1', shopper_email: 'Maria.Silva@example.com', ...card });
      const second = await pay(from + 1, { order_no: 'kp-77%2', shopper_email: 'joao.silva@example.com' });
      const third = await pay(from + 2, { order_no: 'KP-88', shopper_email: null, amount: '77.00' });
      const search = async (text: string, more = {}): Promise<string[]> => {
        const { payments } = await store.listPayments({ search: text, from, limit: 10, ...more });
        return payments.map(({ id }) => id);
      };
      expect(await search('p-77')).toEqual([second, first]);
      expect(await search('SILVA@ex')).toEqual([second, first]);
      expect(await search('0005')).toEqual([first]);
      expect(await search('77')).toEqual([third, second, first]);
      expect(await search('77,0')).toEqual([third]);
      expect(await search('77_')).toEqual([first]);
      expect(await search('77%')).toEqual([second]);
      expect(await search('\\')).toEqual([]);
      expect(await search('silva', { status: 'declined' })).toEqual([]);
      expect(await search('silva', { to: from + 1 })).toEqual([first]);
      expect(await search('silva', { email: 'joao.silva@example.com' })).toEqual([second]);
      expect(await search('silva', { orderNo: 'KP-77_1' })).toEqual([first]);
      expect(await search('silva', { transactionId: 'T-of-another' })).toEqual([]);
      expect(await search('silva', { recurringId: 'R-of-another' })).toEqual([]);
      const page = await store.listPayments({ search: 'silva', from, limit: 1 });
      expect(page.payments.map(({ id }) => id)).toEqual([second]);
      expect(await search('silva', { cursor: page.nextCursor! })).toEqual([first]);
    });

    test('a search for a whole order number, email or transaction ID finds only its payments', async () => {
      const from = NOW + 400 * HOUR;
      const whole = await pay(from, { order_no: 'Z-1', shopper_email: 'a@z.example' });
      await pay(from + 1, { order_no: 'Z-10', shopper_email: 'aa@z.example' });
      const update = {
        id: whole,
        version: 3,
        session: 'keep',
        event: { kind: 'queried', detail: {} },
        at: from,
      } as const;
      await store.updatePayment({ ...update, changes: { transaction_id: 'T-Z-1' } });
      for (const text of ['Z-1', 'a@z.example', 'T-Z-1']) {
        const { payments } = await store.listPayments({ search: text, limit: 10 });
        expect(
          payments.map(({ id }) => id),
          text,
        ).toEqual([whole]);
      }
      const { payments } = await store.listPayments({ search: 'a@z.example', email: 'aa@z.example', limit: 10 });
      expect(payments).toEqual([]);
    });

    test('notes on a payment are listed in the order of their time', async () => {
      const note = (id: string, at: number) => ({
        id,
        payment_id: 'pay_noted',
        at,
        author: 'k',
        author_name: id === 'note_a' ? 'Ana' : null,
        text: `Note ${id}`,
      });
      await store.addPaymentNote(note('note_b', 2));
      await store.addPaymentNote(note('note_a', 1));
      await store.addPaymentNote({ ...note('note_c', 3), payment_id: 'pay_other' });
      expect(await store.listPaymentNotes('pay_noted')).toEqual([note('note_a', 1), note('note_b', 2)]);
    });

    test('disputes of all payments are listed page by page', async () => {
      expect(await store.listDisputes({ limit: 1 })).toEqual({ entries: [], nextCursor: null });
      for (const place of [1, 2, 3]) {
        const at = NOW + 200 * HOUR + place;
        await pay(at);
        const id = `pay_${String(count)}`;
        const dispute = {
          id: `dsp_${String(place)}`,
          account: 'default',
          payment_id: id,
          transaction_id: 'T',
          status: 'received',
          reason: null,
          code: null,
          due_at: null,
          created_at: at,
          updated_at: at,
        } as const;
        await store.updatePayment({
          id,
          version: 3,
          changes: {},
          session: 'keep',
          event: { kind: 'disputed', detail: {} },
          at,
          dispute,
        });
      }
      const first = await store.listDisputes({ status: 'received', limit: 2 });
      expect(first.entries.map(({ id }) => id)).toEqual(['dsp_3', 'dsp_2']);
      const second = await store.listDisputes({ status: 'received', limit: 2, cursor: first.nextCursor! });
      expect(second).toMatchObject({ entries: [{ id: 'dsp_1', amount: '10.50', currency: 'EUR' }], nextCursor: null });
      const due = NOW + 300 * HOUR;
      expect(await store.setDisputeDeadline('dsp_1', due, NOW)).toMatchObject({ due_at: due, updated_at: NOW });
      expect(await store.setDisputeDeadline('dsp_none', due, NOW)).toBeUndefined();
      expect((await store.listDisputes({ status: 'won', limit: 2 })).entries).toEqual([]);
    });
  });
}
