import * as z from '../../zod.ts';
import { Alert } from './alerts.ts';
import {
  UndocumentedFields,
  OptimiseMethodsRequestWithOptionalId,
  PayoutRequestWithOptionalId,
} from '../../interface/undocumented-operations.ts';
import { RequestId, requiredText } from '../../interface/formats.ts';
import { UtcTime } from './utc-time.ts';

/** Bodies of operations other than payments: payouts, issuing, events, the audit log. */

/** The requests of payouts and of the query for payment methods, with the gateway's names; `request_id` may be left out. */
export { OptimiseMethodsRequestWithOptionalId as OptimiseMethods, PayoutRequestWithOptionalId as CreatePayout };
export type CreatePayout = z.infer<typeof PayoutRequestWithOptionalId>;
export type OptimiseMethods = z.infer<typeof OptimiseMethodsRequestWithOptionalId>;

/** Fields by the names of the gateway's documents; sent as given. */
export { UndocumentedFields };

/** Fields of an issuing operation that changes something. */
export const IssuingRequestFields = z.intersection(
  UndocumentedFields,
  z.looseObject({ request_id: z.optional(RequestId) }),
);
export type IssuingRequestFields = z.infer<typeof IssuingRequestFields>;

/** The response as received. */
export const GatewayResponseFields = z.looseObject({});
export type GatewayResponseFields = z.infer<typeof GatewayResponseFields>;

/** The state of an operation at the gateway that is not a payment: a payout, a card, a recharge. */
export const IssuingOrPayoutStatus = z.enum([
  'submitting',
  'not_sent',
  'unknown',
  'in_progress',
  'succeeded',
  'refused',
]);
export type IssuingOrPayoutStatus = z.infer<typeof IssuingOrPayoutStatus>;

/** A gateway operation other than a payment. */
export const IssuingOrPayoutOperation = z.object({
  id: z.string(),
  /** The account of the gateway; `default` is that of the environment. */
  account: z.string(),
  /** `createCard`, `payout` ... */
  operation: z.string(),
  request_id: z.string(),
  order_id: z.nullable(z.string()),
  /** `unknown`: the outcome is not known yet; it is queried and never sent again. */
  status: IssuingOrPayoutStatus,
  /** The sent fields, and the result, without card numbers and codes. */
  request: GatewayResponseFields,
  result: z.nullable(GatewayResponseFields),
  code: z.nullable(z.string()),
  message: z.nullable(z.string()),
  /** Alerts that need a person; empty without any. */
  alerts: z.array(Alert),
  created_at: UtcTime,
  updated_at: UtcTime,
});
export type IssuingOrPayoutOperation = z.infer<typeof IssuingOrPayoutOperation>;

/** The response of an operation: its status and its result. */
export const IssuingOrPayoutResponseBody = z.object({
  operation: IssuingOrPayoutOperation,
  result: z.nullable(GatewayResponseFields),
});
export type IssuingOrPayoutResponseBody = z.infer<typeof IssuingOrPayoutResponseBody>;

/** A query_operate_result by order_id, or by the request_id of the queried operation. */
export const CardOperationResultQuery = z.strictObject({
  order_id: z.optional(requiredText(64)),
  request_id: z.optional(RequestId),
});

/** The result that a person records for an unknown operation. */
export const resolutionSchemaOf = <T extends string>(statuses: readonly [T, ...T[]]) =>
  z.strictObject({ status: z.enum(statuses), reason: requiredText(500) });
