import { createHash } from 'node:crypto';
import * as z from '../../shared/zod.ts';
import {
  CreatePayout,
  GatewayResponseFields,
  UndocumentedFields,
  IssuingOrPayoutResponseBody,
  OptimiseMethods,
} from '../../shared/contract/merchant/operations.ts';
import {
  callPassThroughOperation,
  createPayout,
  type PassThroughOperation,
  toApiIssuingOrPayoutOperation,
  type IssuingOrPayoutOperationWithResult,
} from '../operations/index.ts';
import { refuseUnknownCurrency } from '../context/index.ts';
import { depsForOrder, depsForRequestedAccount } from '../companion-deps.ts';
import { accountQuery } from './accounts.ts';
import { GATEWAY_READ_ERRORS, GATEWAY_WRITE_ERRORS } from './errors.ts';
import { defineRoute, type ApiResponse, type ApiRoute } from './route.ts';

/**
 * 201 once the operation is done, 202 while its outcome is unknown. The response stored for a replay holds no card
 * data.
 */
export function toIssuingOrPayoutApiResponse({ operation, result }: IssuingOrPayoutOperationWithResult): ApiResponse {
  const body = { operation: toApiIssuingOrPayoutOperation(operation), result: operation.result };
  return {
    status: operation.status === 'succeeded' ? 201 : 202,
    body: { ...body, result: result ?? operation.result },
    kept: body,
    target: operation.id,
  };
}

/** A UUID derived from a call's Idempotency-Key, so a repeated call is the same payout. */
export function requestIdOfIdempotencyKey(seed: string): string {
  const hex = createHash('sha256').update(`request ${seed}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const read = (path: string, operation: PassThroughOperation, summary: string): ApiRoute =>
  defineRoute({
    method: 'POST',
    path,
    group: 'Payouts and balances',
    name: operation,
    summary,
    description:
      'The interface shows no fields of this operation: the given fields are sent and the response is returned, card ' +
      'numbers truncated and bank accounts reduced to the last four.',
    scope: operation === 'uploadLogistics' ? 'pay' : 'read',
    errors: ['gateway_invalid_request', ...GATEWAY_READ_ERRORS],
    operation,
    query: z.strictObject(accountQuery),
    body: UndocumentedFields,
    answer: { status: 200, schema: GatewayResponseFields },
    idempotency: operation === 'uploadLogistics' ? 'optional' : 'none',
    async handle({ deps, body, query }) {
      return { body: await callPassThroughOperation(depsForRequestedAccount(deps, query.account), operation, body) };
    },
  });

export const payoutRoutes: readonly ApiRoute[] = [
  defineRoute({
    method: 'POST',
    path: '/payouts',
    group: 'Payouts and balances',
    name: 'createPayout',
    summary: 'Pay out to a beneficiary',
    description: 'Sent once for each request_id. Default: derived from the Idempotency-Key.',
    scope: 'payout',
    errors: ['gateway_invalid_request', ...GATEWAY_WRITE_ERRORS],
    operation: 'payout',
    query: z.strictObject(accountQuery),
    body: CreatePayout,
    answer: { status: 201, also: 202, schema: IssuingOrPayoutResponseBody },
    idempotency: 'required',
    async handle({ deps, body, query, seed }) {
      return toIssuingOrPayoutApiResponse(
        await createPayout(depsForOrder(deps, { account: query.account, currency: body.payment_currency }), {
          ...body,
          request_id: body.request_id ?? requestIdOfIdempotencyKey(seed),
        }),
      );
    },
  }),
  read('/payouts/query', 'queryPayouts', 'Ask about payouts'),
  read('/balance/payout', 'queryPayoutBalance', 'What can be paid out'),
  read('/balance/unsettled', 'queryUnsettledAmount', 'Payments that are not settled yet'),
  read('/logistics', 'uploadLogistics', 'Upload logistics information in a batch'),
  defineRoute({
    method: 'POST',
    path: '/payment-methods/optimise',
    group: 'Payments',
    name: 'optimisePaymentMethods',
    summary: 'List payment methods by their acceptance',
    scope: 'read',
    errors: ['gateway_invalid_request', ...GATEWAY_READ_ERRORS],
    operation: 'optimisePaymentMethods',
    query: z.strictObject(accountQuery),
    body: OptimiseMethods,
    answer: { status: 200, schema: GatewayResponseFields },
    idempotency: 'none',
    async handle({ deps, body, query }) {
      const own = depsForRequestedAccount(deps, query.account);
      const request_id = body.request_id ?? crypto.randomUUID();
      refuseUnknownCurrency('currency', body.currency, own.gateway.profile);
      return { body: await callPassThroughOperation(own, 'optimisePaymentMethods', { ...body, request_id }) };
    },
  }),
];
