import { HistoryService, OrderService, type Order, type RequestContext } from '@vendure/core';
import { Inject, Injectable } from '@nestjs/common';

/** Notes in the history of an order, for the shop's staff. */
@Injectable()
export class OrderNotes {
  readonly #history: HistoryService;
  readonly #orders: OrderService;

  constructor(@Inject(HistoryService) history: HistoryService, @Inject(OrderService) orders: OrderService) {
    this.#history = history;
    this.#orders = orders;
  }

  /**
   * Writes a note, unless one is about the same payment or refund. Call it with the order locked.
   * @param subject the ID in the note's text
   * @returns whether it was written
   */
  async writeOnce(ctx: RequestContext, order: Order, subject: string, note: string): Promise<boolean> {
    if (await this.has(ctx, order, subject)) return false;
    await this.#orders.addNoteToOrder(ctx, { id: order.id, note, isPublic: false });
    return true;
  }

  async has(ctx: RequestContext, order: Order, subject: string): Promise<boolean> {
    const { items } = await this.#history.getHistoryForOrder(ctx, order.id, false, {
      filter: { type: { eq: 'ORDER_NOTE' } },
    });
    return items.some(({ data }) => ((data as { note?: string }).note ?? '').includes(` ${subject} `));
  }
}
