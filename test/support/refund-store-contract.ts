import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStore, type StoreOptions } from '../../server/store/index.ts';
import type { NewRefund } from '../../server/store/merchant-store.ts';
import type { PaymentChanges, PaymentRecord, Store } from '../../server/store/store.ts';
import { addSession, begin } from './store-contract.ts';

const NOW = Date.UTC(2030, 0, 1);

/** What every database has to do where a payment is refunded and cancelled at the same time. */
export function describeRefundStore(name: string, fresh: () => Promise<StoreOptions>): void {
  describe(`${name}: refunds and cancellations`, () => {
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
      at.updateUnlessRefunded({
        ...changeOf(payment, { decision: { kind: 'cancel', at: NOW + 5 } }),
        event: { kind: 'cancel_requested', detail: {} },
      });

    test('what is being refunded is not cancelled', async () => {
      const payment = await addPaid(store);
      expect(await refund(payment)).toBe('started');
      expect(await cancel(payment)).toBe('refunded');
      expect(await store.findPayment(payment.id)).toEqual(payment);
    });

    test('what is being cancelled is not refunded, and what was to be refunded is bound no longer', async () => {
      const payment = await addPaid(store);
      const asked = await cancel(payment);
      expect(asked).toMatchObject({ status: 'paid', decision: { kind: 'cancel' } });
      expect(await refund(payment)).toBe('being_cancelled');
      // The gateway refused the cancellation.
      await store.updatePayment(changeOf(asked as PaymentRecord, { decision: null }));
      expect(await refund(payment)).toBe('started');
    });

    test('what is cancelled is not refunded', async () => {
      const payment = await addPaid(store);
      await store.updatePayment(changeOf(payment, { status: 'cancelled' }));
      expect(await refund(payment)).toBe('not_paid');
    });

    test('a refund that was refused stands in no cancellation’s way', async () => {
      const payment = await addPaid(store);
      const [begun] = await store.beginRefunds([refundOf(payment)], NOW, NOW);
      const { id } = (begun as { refund: { id: string } }).refund;
      await store.updateRefund({ id, version: 1, changes: { status: 'refused' }, at: NOW + 1, checkAt: null });
      expect(await cancel(payment)).toMatchObject({ decision: { kind: 'cancel' } });
      expect(await cancel(payment)).toBeUndefined();
    });

    test('of a refund and a cancellation at the same time one gets through, in either order', async () => {
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
  const begun = await begin(store, await addSession(store));
  if (begun.kind !== 'started') throw new Error(`not started: ${begun.kind}`);
  const transactionId = crypto.randomUUID();
  const paid = await store.updatePayment({
    ...changeOf(begun.payment, { status: 'paid', transactionId }),
    session: 'pay',
  });
  if (paid === undefined) throw new Error('not paid');
  return paid;
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

function refundOf({ id, transactionId, orderNo, currency, amount }: PaymentRecord): NewRefund {
  const name = crypto.randomUUID();
  const what = { transactionId: String(transactionId), orderNo, currency, amount, refundAmount: amount };
  return { id: `ref_${name}`, paymentId: id, ...what, reason: 'broken', reference: name };
}
