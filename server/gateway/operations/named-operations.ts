import * as z from 'zod/mini';
import { CheckoutError } from '../../../shared/errors.ts';
import { identityFields } from '../../../shared/interface/batch.ts';
import {
  NamedResponseBody,
  NamedFields,
  isRequestId,
  OptimiseRequest,
  PayoutRequest,
} from '../../../shared/interface/named-operations.ts';
import { callOperation, type GatewayResponse } from '../call-operation.ts';
import type { GatewayContext } from '../context.ts';

/** Operations whose payload the interface does not show: what is given travels, what comes is given back (4.10). */
export type NamedOperation =
  'payout' | 'optimise' | 'uploadLogistics' | 'payoutQuery' | 'payoutBalance' | 'unsettledAmount';

const REQUESTS: Readonly<Record<NamedOperation, z.ZodMiniType<Record<string, unknown>>>> = {
  payout: z.intersection(z.looseObject(identityFields), PayoutRequest),
  optimise: z.intersection(z.looseObject(identityFields), OptimiseRequest),
  uploadLogistics: z.intersection(z.looseObject(identityFields), NamedFields),
  payoutQuery: z.intersection(z.looseObject(identityFields), NamedFields),
  payoutBalance: z.intersection(z.looseObject(identityFields), NamedFields),
  unsettledAmount: z.intersection(z.looseObject(identityFields), NamedFields),
};

/**
 * Sends one of the operations that the interface only names.
 * @throws CheckoutError `gateway_invalid_request` before anything is sent
 */
export async function callNamedOperation(
  context: GatewayContext,
  operation: NamedOperation,
  fields: NamedFields,
): Promise<GatewayResponse<NamedResponseBody>> {
  if (operation === 'payout' || operation === 'optimise') refuseRequestId(context, fields);
  return callOperation(context, {
    operation,
    request: REQUESTS[operation],
    response: NamedResponseBody,
    fields,
    isUndocumented: true,
  });
}

/** @throws CheckoutError `gateway_invalid_request` for a request_id that has not the profile's shape */
function refuseRequestId({ profile }: GatewayContext, { request_id: id }: NamedFields): void {
  if (typeof id !== 'string' || isRequestId(id, profile.request_id)) return;
  throw new CheckoutError('gateway_invalid_request', undefined, {
    fields: [{ path: 'request_id', code: 'format', rule: 'a UUID' }],
  });
}
