import * as z from 'zod/mini';
import { Alert } from './alerts.ts';
import { UndocumentedFields, OptimiseOrder, PayoutOrder } from '../../interface/undocumented-operations.ts';
import { filled } from '../../interface/identifiers.ts';
import { RequestId } from '../../interface/issuing/formats.ts';
import { Moment } from './moment.ts';

/** Bodies of the operations that are no payment: payouts, issuing, events, the audit log. */

/** Our number of a request where the caller gives none is drawn from its Idempotency-Key. */
export { OptimiseOrder as OptimiseMethods, PayoutOrder as CreatePayout };
export type CreatePayout = z.infer<typeof PayoutOrder>;

/** Fields as the gateway's own documents name them; they travel as given. */
export { UndocumentedFields };

/** What came back, as it came. */
export const GatewayFields = z.looseObject({});

export const OperationStatusName = z.enum(['submitting', 'not_sent', 'unknown', 'in_progress', 'succeeded', 'refused']);

/** An operation at the gateway that is no payment. */
export const Operation = z.object({
  id: z.string(),
  /** `createCard`, `payout` ... */
  operation: z.string(),
  request_id: z.string(),
  order_id: z.nullable(z.string()),
  /** `unknown`: nobody can say yet whether it was done; it is asked about and never sent again. */
  status: OperationStatusName,
  /** Fields as sent, and the result, without card numbers and codes. */
  request: GatewayFields,
  result: z.nullable(GatewayFields),
  code: z.nullable(z.string()),
  message: z.nullable(z.string()),
  /** What a person should look at; empty where all is well. */
  alerts: z.array(Alert),
  created_at: Moment,
  updated_at: Moment,
});
export type Operation = z.infer<typeof Operation>;

/** A query_operate_result by order_id, or by the request_id of the operation asked about. */
export const QueryOperation = z.strictObject({
  order_id: z.optional(filled(64)),
  request_id: z.optional(RequestId),
});

/** A person settles what nobody else could. */
export const Resolution = <T extends string>(statuses: readonly [T, ...T[]]) =>
  z.strictObject({ status: z.enum(statuses), reason: filled(500) });
