import {
  InternalServerError,
  LanguageCode,
  PaymentMethodHandler,
  Refund,
  TransactionalConnection,
  UserInputError,
  ConfigService,
  type Injector,
} from '@vendure/core';
import {
  isTillgateError,
  type Payment as TillgatePayment,
  type RefundStatus,
  type TillgateClient,
} from '../../server/client/index.ts';
import { isRefundedOrInProgress } from '../refunds/void-or-refund-payment.ts';
import { toCompanionAmount, toVendureAmount } from './amounts.ts';
import { OrderLock } from './order-lock.ts';
import { PAYMENT_HANDLER_CODE, TILLGATE_OPTIONS, type TillgateOptionsWithClient } from './options.ts';
import { PaymentOrderMismatchError } from './unplaced-payment.ts';

/** What the webhook hands to `createPayment`. */
export interface CreatePaymentMetadata {
  payment: TillgatePayment;
  /** Vendure's integer. */
  amount: number;
}

interface Parts {
  client: TillgateClient;
  connection: TransactionalConnection;
  orderLock: OrderLock;
  precision: number;
}

let parts: Parts;

/** Payments through Tillgate: create a payment method with this handler. */
export const tillgatePaymentHandler = new PaymentMethodHandler({
  code: PAYMENT_HANDLER_CODE,
  description: [{ languageCode: LanguageCode.en, value: 'Tillgate' }],
  args: {},

  init(injector: Injector) {
    parts = {
      client: injector.get<TillgateOptionsWithClient>(TILLGATE_OPTIONS).client,
      connection: injector.get(TransactionalConnection),
      orderLock: injector.get(OrderLock),
      precision: injector.get(ConfigService).entityOptions.moneyStrategy.precision ?? 2,
    };
  },

  createPayment(ctx, _order, amount, _args, metadata) {
    // The metadata of the Shop API is the browser's.
    if (ctx.apiType !== 'admin') throw new UserInputError('The webhook adds this payment to the order.');
    const { payment, amount: paid } = metadata as unknown as CreatePaymentMetadata;
    if (amount !== paid) throw new PaymentOrderMismatchError('the total changed while the payment was added');
    return {
      amount,
      state: payment.status === 'paid' ? 'Settled' : 'Authorized',
      transactionId: payment.id,
      metadata: { transaction_id: payment.transaction_id, method: payment.method, card: payment.card },
    };
  },

  async settlePayment(ctx, order, payment) {
    await parts.orderLock.lock(ctx, order.id);
    const after = await change(payment.transactionId, 'held', (id) => parts.client.payments.capture(id));
    const captured = toVendureAmount(after.captured_amount ?? after.amount, parts.precision);
    if (after.status === 'paid' && captured === payment.amount) return { success: true };
    const amount = after.status === 'paid' ? `: ${after.captured_amount ?? after.amount} ${after.currency}` : '';
    return {
      success: false,
      state: payment.state as 'Authorized',
      errorMessage: `The companion's payment is ${after.status}${amount}.`,
    };
  },

  async cancelPayment(ctx, order, payment) {
    await parts.orderLock.lock(ctx, order.id);
    const after = await change(payment.transactionId, undefined, (id) => parts.client.payments.cancel(id));
    if (after.status === 'cancelled' || after.status === 'declined') return { success: true };
    return {
      success: false,
      state: payment.state as 'Authorized',
      errorMessage: `The companion's payment is ${after.status}.`,
    };
  },

  async createRefund(ctx, input, amount, order, payment) {
    await parts.orderLock.lock(ctx, order.id);
    // The same until a refund is stored: if its response is lost, the repetition is the same refund.
    const stored = await parts.connection.getRepository(ctx, Refund).count({ where: { payment: { id: payment.id } } });
    const key = `vendure-refund-${payment.transactionId}-${String(stored)}-${String(amount)}`;
    const refund = {
      payment_id: payment.transactionId,
      refund_amount: toCompanionAmount(amount, parts.precision),
      refund_reason: input.reason || 'Refund',
    };
    const { refunds } = await parts.client.refunds
      .create({ refunds: [refund] }, { idempotencyKey: key })
      .catch((error: unknown) => {
        if (!isTillgateError(error) || !error.isOutcomeUnknown) throw error;
        throw new InternalServerError('The companion did not answer. Repeat the refund: it is made once.');
      });
    const [outcome] = refunds;
    if (!outcome?.refund) return { state: 'Failed', transactionId: '', metadata: outcome?.error ?? {} };
    // The response to a repetition is that of the first time.
    const { id, status } = await parts.client.refunds.get(outcome.refund.id);
    return { state: toVendureRefundState(status), transactionId: id, metadata: {} };
  },
});

/** Vendure's state of a refund. Money that is on its way may still come back. */
export function toVendureRefundState(status: RefundStatus): 'Settled' | 'Pending' | 'Failed' {
  if (status === 'refunded') return 'Settled';
  return isRefundedOrInProgress(status) ? 'Pending' : 'Failed';
}

/** Makes a change of a payment, unless it is made; what the payment is afterwards tells whether it was. */
async function change(
  id: string,
  from: TillgatePayment['status'] | undefined,
  make: (id: string) => Promise<unknown>,
): Promise<TillgatePayment> {
  const before = await parts.client.payments.get(id);
  const isDue = from === undefined ? before.status === 'held' || before.status === 'paid' : before.status === from;
  if (!isDue) return before;
  await make(id).catch((error: unknown) => {
    if (!isTillgateError(error)) throw error;
  });
  return parts.client.payments.get(id);
}
