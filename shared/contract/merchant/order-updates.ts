import * as z from 'zod/mini';
import { batchOf, namesOneTransaction, transactionReference } from './batches.ts';

const flag = z.enum(['0', '1']);

/** The outcome of a risk-scored payment, for the gateway's risk product. */
export const OrderUpdateItem = z
  .strictObject({
    ...transactionReference,
    /** 0: fail, 1: success. */
    status: flag,
    /** 0: without 3-D Secure, 1: with it. */
    ispass3d: flag,
  })
  .check(namesOneTransaction);
export type OrderUpdateItem = z.infer<typeof OrderUpdateItem>;

/** The body of `POST /v1/orders/update`. */
export const UpdateOrders = z.strictObject({ orders: batchOf(OrderUpdateItem) });
export type UpdateOrders = z.infer<typeof UpdateOrders>;
