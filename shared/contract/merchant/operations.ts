import * as z from 'zod/mini';
import { Alert } from './alerts.ts';
import { UndocumentedFields, OptimiseOrder, PayoutOrder } from '../../interface/undocumented-operations.ts';
import { filled } from '../../interface/identifiers.ts';
import { RequestId } from '../../interface/issuing/formats.ts';
import { Moment } from './moment.ts';

/** Bodies of operations other than payments: payouts, issuing, events, the audit log. */

/** The ID of a request. Default: derived from its Idempotency-Key. */
export { OptimiseOrder as OptimiseMethods, PayoutOrder as CreatePayout };
export type CreatePayout = z.infer<typeof PayoutOrder>;

/** Fields by the names of the gateway's documents; sent as given. */
export { UndocumentedFields };

/** The response as received. */
export const GatewayFields = z.looseObject({});

export const OperationStatusName = z.enum(['submitting', 'not_sent', 'unknown', 'in_progress', 'succeeded', 'refused']);

/** A gateway operation other than a payment. */
export const Operation = z.object({
  id: z.string(),
  /** `createCard`, `payout` ... */
  operation: z.string(),
  request_id: z.string(),
  order_id: z.nullable(z.string()),
  /** `unknown`: the outcome is not known yet; it is queried and never sent again. */
  status: OperationStatusName,
  /** The sent fields, and the result, without card numbers and codes. */
  request: GatewayFields,
  result: z.nullable(GatewayFields),
  code: z.nullable(z.string()),
  message: z.nullable(z.string()),
  /** Alerts that need a person; empty without any. */
  alerts: z.array(Alert),
  created_at: Moment,
  updated_at: Moment,
});
export type Operation = z.infer<typeof Operation>;

/** A query_operate_result by order_id, or by the request_id of the queried operation. */
export const QueryOperation = z.strictObject({
  order_id: z.optional(filled(64)),
  request_id: z.optional(RequestId),
});

/** The result that a person records for an unknown operation. */
export const Resolution = <T extends string>(statuses: readonly [T, ...T[]]) =>
  z.strictObject({ status: z.enum(statuses), reason: filled(500) });
