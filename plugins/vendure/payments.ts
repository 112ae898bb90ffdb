import {
  ConfigService,
  EventBus,
  InternalServerError,
  isGraphQlErrorResult,
  Logger,
  OrderService,
  PaymentMethodService,
  Refund,
  RequestContextService,
  TransactionalConnection,
  totalCoveredByPayments,
  type Order,
  type Payment as VendurePayment,
  type RequestContext,
} from '@vendure/core';
import { Inject, Injectable } from '@nestjs/common';
import type { Payment, Refund as TillgateRefund } from '../../server/client/index.ts';
import { parseAmount } from '../../shared/money.ts';
import { voidOrRefundPayment } from '../refunds/void-or-refund-payment.ts';
import { toCompanionAmount, toVendureAmount } from './amounts.ts';
import { OrderLock } from './order-lock.ts';
import { OrderNotes } from './order-notes.ts';
import { PAYMENT_HANDLER_CODE, LOG_CONTEXT, TILLGATE_OPTIONS, type TillgateOptionsWithClient } from './options.ts';
import { toVendureRefundState, type CreatePaymentMetadata } from './payment-handler.ts';
import { PaymentOrderMismatchError, UnplacedPaymentEvent } from './unplaced-payment.ts';

/** Where a session's metadata says which order it is for. */
export const CHANNEL_METADATA_KEY = 'vendure_channel';
export const ORDER_METADATA_KEY = 'vendure_order';

/** Brings an order to what the companion says of its payments. Each call may be repeated, in any order. */
@Injectable()
export class PaymentSyncService {
  readonly #tillgate: TillgateOptionsWithClient;
  readonly #connection: TransactionalConnection;
  readonly #contexts: RequestContextService;
  readonly #orders: OrderService;
  readonly #methods: PaymentMethodService;
  readonly #events: EventBus;
  readonly #lock: OrderLock;
  readonly #notes: OrderNotes;
  readonly #precision: number;

  constructor(
    @Inject(TILLGATE_OPTIONS) tillgate: TillgateOptionsWithClient,
    @Inject(TransactionalConnection) connection: TransactionalConnection,
    @Inject(RequestContextService) contexts: RequestContextService,
    @Inject(OrderService) orders: OrderService,
    @Inject(PaymentMethodService) methods: PaymentMethodService,
    @Inject(EventBus) events: EventBus,
    @Inject(OrderLock) lock: OrderLock,
    @Inject(OrderNotes) notes: OrderNotes,
    @Inject(ConfigService) config: ConfigService,
  ) {
    this.#tillgate = tillgate;
    this.#connection = connection;
    this.#contexts = contexts;
    this.#orders = orders;
    this.#methods = methods;
    this.#events = events;
    this.#lock = lock;
    this.#notes = notes;
    this.#precision = config.entityOptions.moneyStrategy.precision ?? 2;
  }

  /**
   * Adds, settles or cancels the order's payment as the companion's payment says. Does nothing for a payment that is
   * not from this shop, and while it is unknown whether money moved.
   */
  async apply(paymentId: string): Promise<void> {
    const payment = await this.#tillgate.client.payments.get(paymentId);
    const place = await this.#findPaymentSessionState(payment.session_id);
    if (place === undefined) return;
    try {
      await this.#lock.hold(place.ctx, place.code, (ctx, order) => this.#place(ctx, order, payment));
    } catch (error) {
      if (!(error instanceof PaymentOrderMismatchError)) throw error;
      await this.#refuse(place.ctx, place.code, payment, error.message);
    }
  }

  /** Brings the order's refund to the companion's state; the order's notes tell of one that it lacks. */
  async applyRefund({ id, payment_id: paymentId }: TillgateRefund): Promise<void> {
    if (paymentId === null) return;
    const { client } = this.#tillgate;
    const payment = await client.payments.get(paymentId);
    const place = await this.#findPaymentSessionState(payment.session_id);
    if (place === undefined) return;
    await this.#lock.hold(place.ctx, place.code, async (ctx, order) => {
      if (order === undefined) return;
      const refund = await client.refunds.get(id);
      const state = toVendureRefundState(refund.status);
      const stored = await this.#connection.getRepository(ctx, Refund).findOne({ where: { transactionId: id } });
      if (stored === null) {
        const isKnown = findPayment(order, payment) !== undefined;
        const text = `Refund ${id} of ${refund.refund_amount} ${refund.currency}`;
        if (state === 'Settled' && isKnown)
          await this.#notes.writeOnce(
            ctx,
            order,
            id,
            `${text} is none of this order. If a refund failed here, repeat it: it is made once.`,
          );
        if (state === 'Failed' && !isKnown) {
          await this.#notes.writeOnce(ctx, order, id, `${text} failed. Refund payment ${payment.id} in another way.`);
        }
      } else if (stored.state === 'Pending' && state === 'Settled') {
        await this.#orders.settleRefund(ctx, { id: stored.id, transactionId: id });
      } else if (stored.state === 'Pending' && state === 'Failed') {
        await this.#orders.transitionRefundToState(ctx, stored.id, 'Failed');
      }
    });
  }

  async #findPaymentSessionState(sessionId: string): Promise<{ ctx: RequestContext; code: string } | undefined> {
    const { metadata } = await this.#tillgate.client.sessions.get(sessionId);
    const [channelOrToken, code] = [metadata[CHANNEL_METADATA_KEY], metadata[ORDER_METADATA_KEY]];
    if (channelOrToken === undefined || code === undefined) return undefined;
    return { ctx: await this.#contexts.create({ apiType: 'admin', channelOrToken }), code };
  }

  /** @throws PaymentOrderMismatchError if money came and the order cannot take it */
  async #place(ctx: RequestContext, order: Order | undefined, payment: Payment): Promise<void> {
    const known = order && findPayment(order, payment);
    if (order !== undefined && known !== undefined) return this.#follow(ctx, order, known, payment);
    if (payment.status !== 'paid' && payment.status !== 'held') return;
    if (order === undefined) throw new PaymentOrderMismatchError('the order does not exist');
    const reason = this.#findReasonAgainst(order, payment);
    if (reason !== undefined || (await this.#notes.has(ctx, order, payment.id))) {
      throw new PaymentOrderMismatchError(reason ?? 'it was refused before');
    }
    if (order.state === 'AddingItems') {
      const moved = await this.#orders.transitionToState(ctx, order.id, 'ArrangingPayment');
      if (isGraphQlErrorResult(moved)) throw new PaymentOrderMismatchError(moved.transitionError);
    }
    const facts: CreatePaymentMetadata = { payment, amount: this.#takenFrom(payment) };
    const method = await this.#findMethod(ctx);
    const added = await this.#orders.addPaymentToOrder(ctx, order.id, { method, metadata: { ...facts } });
    if (isGraphQlErrorResult(added)) throw new PaymentOrderMismatchError(added.message);
    // The order's own rules may have refused the transition, for want of stock.
    if (added.active) throw new PaymentOrderMismatchError('the order cannot be placed');
  }

  /** A payment that the order has already. */
  async #follow(ctx: RequestContext, order: Order, known: VendurePayment, payment: Payment): Promise<void> {
    const isOver = payment.status === 'cancelled' || payment.status === 'declined';
    if (known.state === 'Cancelled' && !isOver)
      throw new PaymentOrderMismatchError('the shop has cancelled this payment');
    if (known.state !== 'Authorized' && known.state !== 'Settled') return;
    if (isOver) await refuseError(this.#orders.cancelPayment(ctx, known.id));
    if (known.state === 'Settled' || payment.status !== 'paid') return;
    if (this.#takenFrom(payment) === known.amount) await refuseError(this.#orders.settlePayment(ctx, known.id));
    else {
      const text = `Of payment ${payment.id} only ${String(payment.captured_amount)} ${payment.currency} is captured.`;
      await this.#notes.writeOnce(ctx, order, payment.id, `${text} Settle the rest by hand.`);
    }
  }

  #findReasonAgainst(order: Order, payment: Payment): string | undefined {
    const due = order.totalWithTax - totalCoveredByPayments(order);
    if (due <= 0) return 'the order is paid already';
    if (!order.active) return `the order is ${order.state}`;
    if (payment.duplicate) return 'another payment of the order took the same amount';
    if (parseAmount(payment.refunded_amount) > 0n) return 'it is refunded in part';
    if (order.currencyCode !== payment.currency) return `the order is in ${order.currencyCode}`;
    if (due !== this.#takenFrom(payment))
      return `it now costs ${toCompanionAmount(due, this.#precision)} ${order.currencyCode}`;
    return undefined;
  }

  #takenFrom(payment: Payment): number {
    return toVendureAmount(payment.captured_amount ?? payment.amount, this.#precision);
  }

  async #findMethod(ctx: RequestContext): Promise<string> {
    const methods = await this.#methods.getActivePaymentMethods(ctx);
    const method = methods.find(({ handler }) => handler.code === PAYMENT_HANDLER_CODE);
    if (method === undefined) throw new InternalServerError('The channel has no enabled payment method of Tillgate.');
    return method.code;
  }

  /** Records that the payment is refused, and then gives the money back: never the other way round. */
  async #refuse(ctx: RequestContext, code: string, payment: Payment, reason: string): Promise<void> {
    const isRaised = this.#tillgate.options.unplacedPayments === 'raise';
    const what = `Payment ${payment.id} of ${payment.captured_amount ?? payment.amount} ${payment.currency}`;
    const then = isRaised ? 'Refund or void it, or place the order by hand.' : 'It is refunded or voided in full.';
    const note = `${what} was not added to this order: ${reason}. ${then}`;
    const isNew = await this.#lock.hold(ctx, code, async (transaction, order) => {
      const known = order && findPayment(order, payment);
      if (known !== undefined && known.state !== 'Cancelled') return undefined;
      return order === undefined || this.#notes.writeOnce(transaction, order, payment.id, note);
    });
    if (isNew === undefined) return;
    const refund = { reason, idempotencyKey: `vendure-unplaced-${payment.id}` };
    const isBack = isRaised || (await voidOrRefundPayment(this.#tillgate.client, payment, refund));
    if (!isNew && isBack) return;
    Logger.error(`${code}: ${note}`, LOG_CONTEXT);
    const action = isRaised ? 'raised' : isBack ? 'refunded' : 'failed';
    await this.#events.publish(new UnplacedPaymentEvent({ ctx, payment, orderCode: code, reason, action }));
  }
}

function findPayment(order: Order, payment: Payment): VendurePayment | undefined {
  return order.payments.find(({ transactionId }) => transactionId === payment.id);
}

async function refuseError(result: Promise<object>): Promise<void> {
  const done = await result;
  if (isGraphQlErrorResult(done as VendurePayment))
    throw new InternalServerError((done as { message: string }).message);
}
