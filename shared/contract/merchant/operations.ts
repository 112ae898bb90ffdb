import * as z from 'zod/mini';
import { Alert } from './alerts.ts';
import { NamedFields, OptimiseOrder, PayoutOrder } from '../../interface/named-operations.ts';
import { filled } from '../../interface/identifiers.ts';
import { RequestId } from '../../interface/issuing/formats.ts';
import { Moment } from './payments.ts';

/** Bodies of the operations that are no payment: payouts, issuing, events, the audit log. */

/** Our number of a request where the caller gives none is drawn from its Idempotency-Key. */
export { OptimiseOrder as OptimiseMethods, PayoutOrder as CreatePayout };
export type CreatePayout = z.infer<typeof PayoutOrder>;

/** Fields as the gateway's own documents name them; they travel as given. */
export { NamedFields };

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

export const WebhookEventBody = z.object({
  id: z.string(),
  type: z.string(),
  /** The id of what it speaks of. */
  ref: z.string(),
  data: z.looseObject({}),
  /** `none`: there is no address for events. */
  state: z.enum(['waiting', 'delivered', 'given_up', 'none']),
  attempts: z.int(),
  created_at: Moment,
  delivered_at: z.nullable(Moment),
});
export type WebhookEventBody = z.infer<typeof WebhookEventBody>;

export const DeliveryAttemptBody = z.object({
  at: Moment,
  /** The shop's answer; null where none came. */
  status: z.nullable(z.int()),
  error: z.nullable(z.string()),
  duration_ms: z.int(),
});
export type DeliveryAttemptBody = z.infer<typeof DeliveryAttemptBody>;

export const WebhookEventWithDeliveries = z.extend(WebhookEventBody, { deliveries: z.array(DeliveryAttemptBody) });
export type WebhookEventWithDeliveries = z.infer<typeof WebhookEventWithDeliveries>;

export const AuditBody = z.object({
  id: z.string(),
  at: Moment,
  /** The first characters of the key's SHA-256. */
  key_id: z.string(),
  action: z.string(),
  target: z.nullable(z.string()),
  request_id: z.string(),
  /** HTTP status of the answer; null where the call was cut off. */
  status: z.nullable(z.int()),
});
