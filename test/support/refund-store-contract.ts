import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStore, type StoreOptions } from '../../server/store/open-store.ts';
import type { NewRefund } from '../../server/store/back-office-types.ts';
import type { PaymentChanges, PaymentRecord, SessionRecord, Store } from '../../server/store/store.ts';
import { alertCodesOf } from './alert-codes.ts';
import { addSession, beginPayment } from './store-contract.ts';

const NOW = Date.UTC(2030, 0, 1);

/** The contract of concurrent refunds and cancellations that every database passes. */
export function describeRefundStore(name: string, fresh: () => Promise<StoreOptions>): void {
  describe(`${name} store: refunds and cancellations`, () => {
    let store: Store;
    let other: Store;

    beforeAll(async () => {
      const options = await fresh();
      store = openStore(options);
      await store.ready;
      other = openStore(options);
    });

    afterAll(async () => {
      await store.close();
      await other.close();
    });

    const refund = async (payment: PaymentRecord, at = store): Promise<string> => {
      const [begun] = await at.beginRefunds([refundOf(payment)], NOW + 5, NOW + 10);
      return typeof begun === 'string' ? begun : String(begun?.kind);
    };
    const cancel = (payment: PaymentRecord, at = store): Promise<PaymentRecord | 'refunded' | undefined> =>
      at.updatePaymentUnlessRefunded({
        ...changeOf(payment, { pending_operation: 'cancel', pending_operation_at: NOW + 5 }),
        event: { kind: 'cancel_requested', detail: {} },
      });

    test('a payment with a reserved refund cannot be cancelled', async () => {
      const payment = await addPaid(store);
      expect(await refund(payment)).toBe('started');
      expect(await cancel(payment)).toBe('refunded');
      expect(await store.findPayment(payment.id)).toEqual(payment);
    });

    test('a payment being cancelled cannot be refunded, and can be refunded once the cancellation is refused', async () => {
      const payment = await addPaid(store);
      const asked = await cancel(payment);
      expect(asked).toMatchObject({ status: 'paid', pending_operation: 'cancel' });
      expect(await refund(payment)).toBe('being_cancelled');
      // The gateway refused the cancellation.
      await store.updatePayment(
        changeOf(asked as PaymentRecord, { pending_operation: null, pending_operation_at: null }),
      );
      expect(await refund(payment)).toBe('started');
    });

    test('a cancelled payment cannot be refunded', async () => {
      const payment = await addPaid(store);
      await store.updatePayment(changeOf(payment, { status: 'cancelled' }));
      expect(await refund(payment)).toBe('not_paid');
    });

    test('a refused refund does not block a cancellation', async () => {
      const payment = await addPaid(store);
      const [begun] = await store.beginRefunds([refundOf(payment)], NOW, NOW);
      const { id } = (begun as { refund: { id: string } }).refund;
      await store.updateRefund({ id, version: 1, changes: { status: 'refused' }, at: NOW + 1, checkAt: null });
      expect(await cancel(payment)).toMatchObject({ pending_operation: 'cancel' });
      expect(await cancel(payment)).toBeUndefined();
    });

    test('the other payment of a session paid twice pays it after one is cancelled, and an event is stored', async () => {
      const session = await addSession(store);
      const [first, second] = await payTwice(store, session, session);
      const cancelled = await close(store, second);
      expect(cancelled).toMatchObject({ status: 'cancelled', duplicate: false });
      expect(await store.findPayment(first.id)).toMatchObject({ status: 'paid', duplicate: false });
      expect(await store.findSession(session.id)).toMatchObject({
        status: 'paid',
        paid_payment_id: first.id,
        last_payment_id: first.id,
        active_payment_id: null,
      });
      const timeline = await store.listTimeline(first.id);
      expect(timeline.at(-1)).toMatchObject({
        kind: 'promoted',
        to_status: 'paid',
        detail: { instead_of: second.id },
      });
      const { entries } = await store.listWebhookEvents({ limit: 2 });
      expect(entries.map(({ ref, data }) => [ref, data]).sort()).toEqual(
        [
          [first.id, { status: 'paid', duplicate: false }],
          [second.id, { status: 'cancelled', duplicate: false }],
        ].sort(),
      );
      expect((await beginPayment(store, session)).kind).toBe('closed');
      await close(store, (await store.findPayment(first.id))!);
      expect(await store.findSession(session.id)).toMatchObject({ status: 'expired' });
    });

    test('the first payment still pays the session after its duplicate is cancelled', async () => {
      const session = await addSession(store);
      const [duplicate, payer] = await payTwice(store, session, session);
      await close(store, duplicate);
      expect(await store.findSession(session.id)).toMatchObject({ status: 'paid', paid_payment_id: payer.id });
      expect(await store.findPayment(payer.id)).toEqual(payer);
    });

    test('the duplicate of an order paid in two sessions is promoted after the other payment is cancelled', async () => {
      const session = await addSession(store);
      const twin = await addSession(store, { order_no: session.order_no });
      const [duplicate, payer] = await payTwice(store, twin, session);
      await close(store, payer);
      expect(await store.findPayment(duplicate.id)).toMatchObject({ status: 'paid', duplicate: false });
      expect(await store.findSession(session.id)).toMatchObject({ status: 'expired' });
      expect(await store.findSession(twin.id)).toMatchObject({ status: 'paid', paid_payment_id: duplicate.id });
    });

    test('one duplicate is left after one of three payments of an order is cancelled', async () => {
      const session = await addSession(store);
      const twin = await addSession(store, { order_no: session.order_no });
      const [late, payer] = await payTwice(store, session, session);
      const third = await pay(store, await startOf(store, twin));
      await close(store, payer);
      const left = [await store.findPayment(late.id), await store.findPayment(third.id)];
      expect(left.map((payment) => payment?.duplicate)).toEqual([false, true]);
      // The payment of the other session is cancelled; the remaining one still pays the order.
      await close(store, left[1]!);
      expect(await store.findPayment(late.id)).toEqual(left[0]);
      expect(await store.findSession(session.id)).toMatchObject({ status: 'paid', paid_payment_id: late.id });
    });

    test('a refunded duplicate is not promoted', async () => {
      const session = await addSession(store);
      const [duplicate, payer] = await payTwice(store, session, session);
      const [begun] = await store.beginRefunds([refundOf(duplicate)], NOW, NOW);
      const { id } = (begun as { refund: { id: string } }).refund;
      await store.updateRefund({ id, version: 1, changes: { status: 'refunded' }, at: NOW + 1, checkAt: null });
      await close(store, payer);
      expect(await store.findSession(session.id)).toMatchObject({ status: 'expired' });
      expect(await store.findPayment(duplicate.id)).toMatchObject({ status: 'paid', duplicate: true });
    });

    test('concurrent cancellations of both payments of a session leave none and expire the session, in 25 rounds', async () => {
      for (let round = 0; round < 25; round += 1) {
        const session = await addSession(store);
        const [duplicate, payer] = await payTwice(store, session, session);
        await Promise.all([closeWithRetry(store, payer.id), closeWithRetry(other, duplicate.id)]);
        const ends = await Promise.all([payer, duplicate].map(({ id }) => store.findPayment(id)));
        expect(ends.map((payment) => payment?.status)).toEqual(['cancelled', 'cancelled']);
        expect(await store.findSession(session.id)).toMatchObject({ status: 'expired' });
      }
    });

    test('a payment paid during the cancellation of another one pays the session, in 25 rounds', async () => {
      for (let round = 0; round < 25; round += 1) {
        const session = await addSession(store);
        const late = await abandon(store, await startOf(store, session));
        const payer = await pay(store, await startOf(store, session));
        await Promise.all([closeWithRetry(store, payer.id), pay(other, late)]);
        expect(await store.findPayment(late.id)).toMatchObject({ status: 'paid', duplicate: false });
        expect(await store.findSession(session.id)).toMatchObject({ status: 'paid', paid_payment_id: late.id });
      }
    });

    test('a duplicate has an alert unless it is fully refunded', async () => {
      const session = await addSession(store);
      const [duplicate] = await payTwice(store, session, session);
      const codesNow = async () => alertCodesOf((await store.findPayment(duplicate.id))!);
      expect(alertCodesOf(duplicate)).toEqual(['order_paid_twice']);
      expect(await codesNow()).toEqual(alertCodesOf(duplicate));
      const [begun] = await store.beginRefunds([refundOf(duplicate)], NOW, NOW);
      const { id } = (begun as { refund: { id: string } }).refund;
      const take = (version: number, status: 'accepted' | 'refused') =>
        store.updateRefund({ id, version, changes: { status }, at: NOW + version, checkAt: null });
      await take(1, 'accepted');
      expect(await codesNow()).toEqual([]);
      await take(2, 'refused');
      expect(await codesNow()).toEqual(alertCodesOf(duplicate));
    });

    test('a refund by transaction ID belongs to the payment that takes that ID at the same time, in 25 rounds', async () => {
      for (let round = 0; round < 25; round += 1) {
        const transactionId = crypto.randomUUID();
        const payment = await abandon(store, await startOf(store, await addSession(store)));
        const [begun] = await store.beginRefunds(
          [{ ...refundOf({ ...payment, transaction_id: transactionId }), payment_id: null }],
          NOW,
          NOW,
        );
        const { id } = (begun as { refund: { id: string } }).refund;
        const markRefunded = async (): Promise<unknown> => {
          const { version } = (await other.findRefund(id))!;
          const update = { id, version, changes: { status: 'refunded' as const }, at: NOW + 1, checkAt: null };
          return (await other.updateRefund(update)) ?? markRefunded();
        };
        const paid = {
          ...changeOf(payment, { status: 'paid', transaction_id: transactionId }),
          session: 'pay' as const,
        };
        await Promise.all([store.updatePayment(paid), markRefunded()]);
        expect(await store.findRefund(id)).toMatchObject({ payment_id: payment.id, status: 'refunded' });
        expect(await store.findPayment(payment.id)).toMatchObject({ status: 'paid', refunded: 1200 });
      }
    });

    test('one of a concurrent refund and cancellation succeeds, in either order', async () => {
      for (let round = 0; round < 40; round += 1) {
        const payment = await addPaid(store);
        const work = [() => refund(payment, other), () => cancel(payment)];
        const ended = await Promise.all((round % 2 === 0 ? work : work.reverse()).map((start) => start()));
        const told = ended.map((end) => (typeof end === 'string' ? end : 'cancelled')).sort();
        expect([
          ['being_cancelled', 'cancelled'],
          ['refunded', 'started'],
        ]).toContainEqual(told);
      }
    });
  });
}

async function addPaid(store: Store): Promise<PaymentRecord> {
  return pay(store, await startOf(store, await addSession(store)));
}

async function startOf(store: Store, session: SessionRecord): Promise<PaymentRecord> {
  const begun = await beginPayment(store, session);
  if (begun.kind !== 'started') throw new Error(`not started: ${begun.kind}`);
  return begun.payment;
}

async function pay(store: Store, payment: PaymentRecord): Promise<PaymentRecord> {
  const transactionId = crypto.randomUUID();
  const paid = await store.updatePayment({
    ...changeOf(payment, { status: 'paid', transaction_id: transactionId }),
    session: 'pay',
  });
  if (paid === undefined) throw new Error('not paid');
  return paid;
}

async function abandon(store: Store, payment: PaymentRecord): Promise<PaymentRecord> {
  const left = await store.updatePayment({ ...changeOf(payment, { status: 'abandoned' }), session: 'release' });
  if (left === undefined) throw new Error('not abandoned');
  return left;
}

/** An abandoned payment that is paid later, and the payment that paid the order before it. */
async function payTwice(
  store: Store,
  of: SessionRecord,
  before: SessionRecord,
): Promise<[duplicate: PaymentRecord, payer: PaymentRecord]> {
  const late = await abandon(store, await startOf(store, of));
  const payer = await pay(store, await startOf(store, before));
  const duplicate = await pay(store, late);
  if (!duplicate.duplicate || payer.duplicate) throw new Error('not a duplicate');
  return [duplicate, payer];
}

/** The end of a cancellation. */
function close(store: Store, payment: PaymentRecord): Promise<PaymentRecord | undefined> {
  return store.updatePayment({
    ...changeOf(payment, { status: 'cancelled' }),
    session: 'close',
    events: ({ id, status, duplicate }) => [
      {
        id: crypto.randomUUID(),
        account: 'default',
        type: 'test',
        ref: id,
        data: { status, duplicate },
        deliver_at: null,
      },
    ],
  });
}

async function closeWithRetry(store: Store, id: string): Promise<void> {
  while ((await close(store, (await store.findPayment(id))!)) === undefined);
}

function changeOf(payment: PaymentRecord, changes: PaymentChanges) {
  return {
    id: payment.id,
    version: payment.version,
    changes,
    session: 'keep' as const,
    event: { kind: 'test', detail: {} },
    at: NOW + 1,
  };
}

function refundOf({
  id,
  account,
  transaction_id: transactionId,
  order_no: orderNo,
  currency,
  amount,
}: PaymentRecord): NewRefund {
  const name = crypto.randomUUID();
  const what = {
    account,
    transaction_id: String(transactionId),
    order_no: orderNo,
    currency,
    amount,
    refund_amount: amount,
  };
  return { id: `ref_${name}`, payment_id: id, ...what, reason: 'broken', reference: name };
}
