import { createHash } from 'node:crypto';
import {
  ActiveOrderService,
  ConfigService,
  isGraphQlErrorResult,
  OrderService,
  PaymentMethodService,
  TransactionalConnection,
  totalCoveredByPayments,
  UserInputError,
  idsAreEqual,
  type Order,
  type RequestContext,
} from '@vendure/core';
import { Inject, Injectable } from '@nestjs/common';
import { isTillgateError, type CreateSession, type Session } from '../../server/client/index.ts';
import { toCompanionAmount } from './amounts.ts';
import { CHANNEL_METADATA_KEY, ORDER_METADATA_KEY, PaymentSyncService } from './payments.ts';
import { PAYMENT_HANDLER_CODE, TILLGATE_OPTIONS, type TillgateOptionsWithClient } from './options.ts';
import { toSessionOrder } from './session-order.ts';
import { TillgateSession } from './session.entity.ts';

/** What the storefront's `<tillgate-checkout>` needs. */
export interface CheckoutView {
  orderCode: string;
  sessionId: string;
  token: string;
  /** The companion's address for the browser. */
  server: string;
  /** `open`: show the form. `processing`: a payment is in progress; show the form. `paid`: the order is placed. */
  status: 'open' | 'processing' | 'paid';
}

/** How often a call that another one overtook begins again. */
const TRIES = 5;

/** Opens the session of the active order, or has it follow the order. */
@Injectable()
export class CheckoutSessionService {
  readonly #tillgate: TillgateOptionsWithClient;
  readonly #connection: TransactionalConnection;
  readonly #activeOrders: ActiveOrderService;
  readonly #orders: OrderService;
  readonly #methods: PaymentMethodService;
  readonly #payments: PaymentSyncService;
  readonly #precision: number;

  constructor(
    @Inject(TILLGATE_OPTIONS) tillgate: TillgateOptionsWithClient,
    @Inject(TransactionalConnection) connection: TransactionalConnection,
    @Inject(ActiveOrderService) activeOrders: ActiveOrderService,
    @Inject(OrderService) orders: OrderService,
    @Inject(PaymentMethodService) methods: PaymentMethodService,
    @Inject(PaymentSyncService) payments: PaymentSyncService,
    @Inject(ConfigService) config: ConfigService,
  ) {
    this.#tillgate = tillgate;
    this.#connection = connection;
    this.#activeOrders = activeOrders;
    this.#orders = orders;
    this.#methods = methods;
    this.#payments = payments;
    this.#precision = config.entityOptions.moneyStrategy.precision ?? 2;
  }

  /** No transaction surrounds it: a lock held during a call of the companion would hold up its webhooks. */
  async open(ctx: RequestContext): Promise<CheckoutView> {
    const active = await this.#activeOrders.getActiveOrder(ctx, undefined);
    if (active === undefined) throw new UserInputError('There is no active order.');
    if (active.state === 'AddingItems') {
      const moved = await this.#orders.transitionToState(ctx, active.id, 'ArrangingPayment');
      if (isGraphQlErrorResult(moved)) throw new UserInputError(moved.transitionError);
    }
    await this.#refuseIneligible(ctx, active);
    for (let tries = 0; tries < TRIES; tries += 1) {
      const view = await this.#attempt(ctx, active);
      if (view !== undefined) return view;
    }
    throw new UserInputError('The order is being changed. Try again.');
  }

  async #refuseIneligible(ctx: RequestContext, { id }: Order): Promise<void> {
    const active = await this.#methods.getActivePaymentMethods(ctx);
    const method = active.find(({ handler }) => handler.code === PAYMENT_HANDLER_CODE);
    const quotes = await this.#orders.getEligiblePaymentMethods(ctx, id);
    const quote = quotes.find((one) => idsAreEqual(one.id, method?.id));
    if (quote?.isEligible === true) return;
    throw new UserInputError(quote?.eligibilityMessage ?? 'The channel has no enabled payment method of Tillgate.');
  }

  /** Undefined: something changed meanwhile, begin again. */
  async #attempt(ctx: RequestContext, { id, code }: Order): Promise<CheckoutView | undefined> {
    const order = await this.#orders.findOne(ctx, id);
    if (order === undefined) throw new UserInputError('There is no active order.');
    const row = await this.#connection.getRepository(ctx, TillgateSession).findOne({ where: { orderCode: code } });
    if (!order.active && row !== null) return this.#view(row, 'paid');
    order.payments = await this.#orders.getOrderPayments(ctx, id);
    const due = order.totalWithTax - totalCoveredByPayments(order);
    if (due <= 0) throw new UserInputError('Nothing of this order is left to pay.');
    const body = await this.#toBody(ctx, order, due);
    if (row === null) return this.#create(ctx, body, code, { count: 1, unplaced: 0 });
    const session = await this.#tillgate.client.sessions.get(row.sessionId);
    if (session.status === 'paid') return this.#afterPayment(ctx, session, row, order, body);
    if (session.status === 'processing') {
      if (session.payment_id !== null) await this.#payments.apply(session.payment_id);
      const after = await this.#orders.findOne(ctx, id);
      return this.#view(row, after?.active === false ? 'paid' : 'processing');
    }
    if (session.status === 'open' && session.attempts_left > 0 && session.currency === body.currency) {
      return this.#update(ctx, session, row, body);
    }
    return this.#replace(ctx, session, row, body);
  }

  /** The session took a payment: the order has it, or the payment was refused and the order needs another session. */
  async #afterPayment(
    ctx: RequestContext,
    session: Session,
    row: TillgateSession,
    order: Order,
    body: CreateSession,
  ): Promise<CheckoutView | undefined> {
    if (session.payment_id !== null) await this.#payments.apply(session.payment_id);
    const after = await this.#orders.findOne(ctx, order.id);
    if (after?.active === false) return this.#view(row, 'paid');
    const numbers = { count: row.count + 1, unplaced: row.unplaced + 1 };
    return this.#create(ctx, body, row.orderCode, numbers, row);
  }

  async #update(
    ctx: RequestContext,
    session: Session,
    row: TillgateSession,
    body: CreateSession,
  ): Promise<CheckoutView | undefined> {
    const digest = digestOf(body);
    if (row.digest === digest) return this.#view(row, 'open');
    const { amount, items, item_total, shipping, handling, discount, billing, delivery } = body;
    const changed = { amount, items, item_total, shipping, handling, discount, billing, delivery };
    try {
      await this.#tillgate.client.sessions.update(session.id, { version: session.version, ...changed });
    } catch (error) {
      if (!isTillgateError(error)) throw error;
      if (error.code === 'payment_in_progress') return this.#replace(ctx, session, row, body);
      if (['version_conflict', 'session_closed', 'session_expired'].includes(error.code)) return undefined;
      throw error;
    }
    await this.#connection.getRepository(ctx, TillgateSession).update({ id: row.id }, { digest });
    return this.#view(row, 'open');
  }

  /** Ends a session that cannot follow the order, and opens another; one that is being paid stays. */
  async #replace(
    ctx: RequestContext,
    session: Session,
    row: TillgateSession,
    body: CreateSession,
  ): Promise<CheckoutView | undefined> {
    if (session.status === 'open') {
      try {
        await this.#tillgate.client.sessions.expire(session.id);
      } catch (error) {
        if (isTillgateError(error) && error.code === 'wrong_state') return this.#view(row, 'processing');
        throw error;
      }
    }
    return this.#create(ctx, body, row.orderCode, { count: row.count + 1, unplaced: row.unplaced }, row);
  }

  /** The same count is the same session, even if two tabs ask for it at once. */
  async #create(
    ctx: RequestContext,
    body: CreateSession,
    orderCode: string,
    numbers: { count: number; unplaced: number },
    before?: TillgateSession,
  ): Promise<CheckoutView | undefined> {
    // A payment that was refused has used the number: another one of the same amount would count as a duplicate.
    const orderNo = numbers.unplaced === 0 ? orderCode : `${orderCode}.${String(numbers.unplaced + 1)}`;
    const { client } = this.#tillgate;
    const repository = this.#connection.getRepository(ctx, TillgateSession);
    for (let { count } = numbers; ; count += 1) {
      try {
        const idempotencyKey = `vendure-session-${orderCode}-${String(count)}`;
        const session = await client.sessions.create({ ...body, order_no: orderNo }, { idempotencyKey });
        const row = {
          ...numbers,
          orderCode,
          count,
          sessionId: session.id,
          token: session.token,
          digest: digestOf(body),
        };
        if (before === undefined) await repository.insert(row);
        else {
          const { affected } = await repository.update({ id: before.id, count: before.count }, row);
          if (affected === 0) return undefined;
        }
        return this.#view(row, 'open');
      } catch (error) {
        // A session with this count was opened for another basket, and nobody was given it.
        if (isTillgateError(error) && error.code === 'idempotency_key_reused') continue;
        if (before === undefined && (await repository.findOne({ where: { orderCode } })) !== null) return undefined;
        throw error;
      }
    }
  }

  async #toBody(ctx: RequestContext, order: Order, due: number): Promise<CreateSession> {
    const { options } = this.#tillgate;
    return {
      ...toSessionOrder(order, due, (value) => toCompanionAmount(value, this.#precision)),
      ...(await options.session?.(ctx, order)),
      order_no: order.code,
      currency: order.currencyCode,
      amount: toCompanionAmount(due, this.#precision),
      return_url: options.returnUrl.replaceAll('{code}', encodeURIComponent(order.code)),
      metadata: { [CHANNEL_METADATA_KEY]: ctx.channel.token, [ORDER_METADATA_KEY]: order.code },
    };
  }

  #view(row: { orderCode: string; sessionId: string; token: string }, status: CheckoutView['status']): CheckoutView {
    const { publicUrl, url } = this.#tillgate.options;
    return { orderCode: row.orderCode, sessionId: row.sessionId, token: row.token, server: publicUrl ?? url, status };
  }
}

function digestOf(body: CreateSession): string {
  return createHash('sha256').update(JSON.stringify(body)).digest('hex');
}
