import * as z from 'zod/mini';
import { identityFields } from '../../../shared/interface/batch.ts';
import {
  NamedResponseBody,
  NamedFields,
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
export function callNamedOperation(
  context: GatewayContext,
  operation: NamedOperation,
  fields: NamedFields,
): Promise<GatewayResponse<NamedResponseBody>> {
  return callOperation(context, {
    operation,
    request: REQUESTS[operation],
    response: NamedResponseBody,
    fields,
    isUndocumented: true,
  });
}
