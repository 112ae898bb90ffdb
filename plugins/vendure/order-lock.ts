import { Order, OrderService, TransactionalConnection, type ID, type RequestContext } from '@vendure/core';
import { Inject, Injectable } from '@nestjs/common';

/** A database without row locks, such as SQLite, and a caller without a transaction. */
const UNLOCKED = ['LockNotSupportedOnGivenDriverError', 'PessimisticLockTransactionRequiredError'];

/** Lets one change of an order's payments happen at a time. */
@Injectable()
export class OrderLock {
  readonly #connection: TransactionalConnection;
  readonly #orders: OrderService;
  /** The work of this process by order, for databases without row locks. */
  readonly #queues = new Map<string, Promise<unknown>>();

  constructor(
    @Inject(TransactionalConnection) connection: TransactionalConnection,
    @Inject(OrderService) orders: OrderService,
  ) {
    this.#connection = connection;
    this.#orders = orders;
  }

  /**
   * Runs work in a transaction that holds the order's row; the order comes with its payments and their refunds.
   * It is undefined where no order of the channel has this code.
   */
  hold<T>(
    ctx: RequestContext,
    code: string,
    work: (ctx: RequestContext, order: Order | undefined) => Promise<T>,
  ): Promise<T> {
    return this.#inTurn(code, () =>
      this.#connection.withTransaction(ctx, async (transaction) => {
        const found = await this.#connection.getRepository(transaction, Order).findOne({ where: { code } });
        if (found === null) return work(transaction, undefined);
        await this.lock(transaction, found.id);
        const order = await this.#orders.findOne(transaction, found.id);
        if (order !== undefined) order.payments = await this.#orders.getOrderPayments(transaction, found.id);
        return work(transaction, order);
      }),
    );
  }

  /** Locks the order's row until the transaction of the context ends. */
  async lock(ctx: RequestContext, orderId: ID): Promise<void> {
    const query = this.#connection.getRepository(ctx, Order).createQueryBuilder('held');
    try {
      await query.setLock('pessimistic_write').where('held.id = :orderId', { orderId }).getOne();
    } catch (error) {
      if (!(error instanceof Error && UNLOCKED.includes(error.name))) throw error;
    }
  }

  async #inTurn<T>(code: string, work: () => Promise<T>): Promise<T> {
    const before = this.#queues.get(code) ?? Promise.resolve();
    const turn = before.then(work, work);
    this.#queues.set(code, turn);
    try {
      return await turn;
    } finally {
      if (this.#queues.get(code) === turn) this.#queues.delete(code);
    }
  }
}
