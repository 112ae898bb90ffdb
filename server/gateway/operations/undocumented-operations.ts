import * as z from '../../../shared/zod.ts';
import { CheckoutError } from '../../../shared/errors.ts';
import { acquiringAuthenticationFields } from '../../../shared/interface/batch.ts';
import {
  UndocumentedResponseBody,
  UndocumentedFields,
  findRequestIdErrors,
  OptimiseMethodsRequest,
  PayoutRequest,
} from '../../../shared/interface/undocumented-operations.ts';
import { callAcquiringOperation, type AcquiringCallResult } from '../call-operation.ts';
import type { GatewayCallContext } from '../context.ts';

/**
 * Operations whose payload the interface does not show: the given fields are sent, and the response is returned (4.10).
 */
type UndocumentedOperation =
  'payout' | 'optimise' | 'uploadLogistics' | 'payoutQuery' | 'payoutBalance' | 'unsettledAmount';

const REQUESTS: Readonly<Record<UndocumentedOperation, z.ZodMiniType<Record<string, unknown>>>> = {
  payout: z.intersection(z.looseObject(acquiringAuthenticationFields), PayoutRequest),
  optimise: z.intersection(z.looseObject(acquiringAuthenticationFields), OptimiseMethodsRequest),
  uploadLogistics: z.intersection(z.looseObject(acquiringAuthenticationFields), UndocumentedFields),
  payoutQuery: z.intersection(z.looseObject(acquiringAuthenticationFields), UndocumentedFields),
  payoutBalance: z.intersection(z.looseObject(acquiringAuthenticationFields), UndocumentedFields),
  unsettledAmount: z.intersection(z.looseObject(acquiringAuthenticationFields), UndocumentedFields),
};

/**
 * Sends one of the operations that the interface names without a payload.
 * @throws CheckoutError `gateway_invalid_request` before anything is sent
 */
export async function callUndocumentedOperation(
  context: GatewayCallContext,
  operation: UndocumentedOperation,
  fields: UndocumentedFields,
): Promise<AcquiringCallResult<UndocumentedResponseBody>> {
  if (operation === 'payout' || operation === 'optimise') refuseRequestId(context, fields);
  return callAcquiringOperation(context, {
    operation,
    request: REQUESTS[operation],
    response: UndocumentedResponseBody,
    fields,
    isUndocumented: true,
  });
}

/** @throws CheckoutError `gateway_invalid_request` for a request_id without the profile's shape */
function refuseRequestId({ profile }: GatewayCallContext, { request_id: id }: UndocumentedFields): void {
  const fields = typeof id === 'string' ? findRequestIdErrors(id, profile.request_id) : [];
  if (fields.length > 0) throw new CheckoutError('gateway_invalid_request', undefined, { fields });
}
