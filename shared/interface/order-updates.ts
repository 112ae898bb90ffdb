import * as z from '../zod.ts';
import { batchResponseFields, acquiringAuthenticationFields } from './batch.ts';
import { FIELD_LIMITS, TransactionIdOfAnySystem } from './formats.ts';

const flag = z.enum(['0', '1']);

/** The outcome of one risk-scored order (interface 2.4, order update item). */
export const OrderUpdate = z.strictObject({
  transaction_id: TransactionIdOfAnySystem,
  /** 0: fail, 1: success. */
  status: flag,
  /** 0: without 3-D Secure, 1: with it. */
  ispass3d: flag,
});
export type OrderUpdate = z.infer<typeof OrderUpdate>;

/** `POST /v1/updateOrders` (interface 4.3). */
export const UpdateOrdersRequest = z.strictObject({
  ...acquiringAuthenticationFields,
  update_orders: z.array(OrderUpdate).check(z.minLength(1), z.maxLength(FIELD_LIMITS.update_orders)),
});
export type UpdateOrdersRequest = z.infer<typeof UpdateOrdersRequest>;

/** The response (interface 4.3): its status covers the whole batch. */
export const UpdateOrdersResponseBody = z.object(batchResponseFields);
export type UpdateOrdersResponseBody = z.infer<typeof UpdateOrdersResponseBody>;
