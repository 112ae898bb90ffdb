import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import {
  CreatePayout,
  GatewayFields,
  UndocumentedFields,
  OperationResponseBody,
  OptimiseMethods,
} from '../../shared/contract/merchant/operations.ts';
import { CreateSession, InstallmentPlan, SessionDevice, SessionMethod } from '../../shared/contract/create-session.ts';
import { FIELD_LENGTH_BOUNDS, requiredText, textUpTo } from '../../shared/interface/identifiers.ts';
import {
  callReadOnlyOperation,
  payOut,
  type ReadOnlyOperation,
  toOperationBody,
  type OperationOutcome,
} from '../operations/index.ts';
import { openRedirectPayment } from '../payments/index.ts';
import { Device } from '../../shared/contract/submit-payment.ts';
import { requireCurrency } from '../context/index.ts';
import { GATEWAY_ERRORS, GATEWAY_WRITE_ERRORS } from './errors.ts';
import { defineRoute, type ApiResponse, type ApiRoute } from './route.ts';

/**
 * 201 once the operation is done, 202 while its outcome is unknown. The response stored for a replay holds no card
 * data.
 */
export function toOperationResponse({ operation, result }: OperationOutcome): ApiResponse {
  const body = { operation: toOperationBody(operation), result: operation.result };
  return {
    status: operation.status === 'succeeded' ? 201 : 202,
    body: { ...body, result: result ?? operation.result },
    kept: body,
  };
}

/** A UUID derived from a call's Idempotency-Key, so a repeated call is the same payout. */
export function uuidFromSeed(seed: string): string {
  const hex = createHash('sha256').update(`request ${seed}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const read = (path: string, operation: ReadOnlyOperation, summary: string): ApiRoute =>
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
    errors: ['gateway_invalid_request', ...GATEWAY_ERRORS],
    operation,
    body: UndocumentedFields,
    answer: { status: 200, schema: GatewayFields },
    idempotency: operation === 'uploadLogistics' ? 'optional' : 'none',
    async handle({ deps, body }) {
      return { body: await callReadOnlyOperation(deps, operation, body) };
    },
  });

/**
 * The fields of a session that the gateway's own page does not use: that page collects its own data and shows no saved
 * cards.
 */
const withoutElement = { methods: true, installments: true, device: true, token_card: true } as const;

/** The body of `POST /v1/redirect-payments`: the order, and the shop's data about the shopper's browser. */
const CreateRedirectPayment = z.extend(z.omit(CreateSession, withoutElement), {
  shopper_ip: requiredText(FIELD_LENGTH_BOUNDS.shopper_ip),
  user_agent: z.optional(textUpTo(500)),
  accept: z.optional(textUpTo(500)),
  os: z.optional(textUpTo(100)),
  browser: z.optional(textUpTo(100)),
  device_type: z.optional(textUpTo(50)),
  device: z.optional(z.extend(Device, { vendor: SessionDevice.def.shape.vendor })),
  page: SessionMethod.def.shape.page,
  installments: z.optional(
    z.strictObject({ count: z.int().check(z.gte(1), z.lte(99)), id: z.optional(InstallmentPlan.def.shape.id) }),
  ),
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
    body: CreatePayout,
    answer: { status: 201, also: 202, schema: OperationResponseBody },
    idempotency: 'required',
    async handle({ deps, body, seed }) {
      return toOperationResponse(await payOut(deps, { ...body, request_id: body.request_id ?? uuidFromSeed(seed) }));
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
    errors: ['gateway_invalid_request', ...GATEWAY_ERRORS],
    operation: 'optimisePaymentMethods',
    body: OptimiseMethods,
    answer: { status: 200, schema: GatewayFields },
    idempotency: 'none',
    async handle({ deps, body }) {
      const request_id = body.request_id ?? crypto.randomUUID();
      requireCurrency('currency', body.currency, deps.gateway.profile);
      return { body: await callReadOnlyOperation(deps, 'optimisePaymentMethods', { ...body, request_id }) };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/redirect-payments',
    group: 'Payments',
    name: 'createRedirectPayment',
    summary: 'Open a payment on the gateway’s own page',
    description:
      'Opens a session and begins its payment. The shopper’s browser posts the form, in the page or in a frame. ' +
      'The body is a session’s, without `methods` and `token_card`, with `shopper_ip`: the shopper’s address as your ' +
      'server sees it. `installments` is the chosen plan: `{count, id?}`. The form holds a `token_id`, so the browser ' +
      'sees it. With the element, use the method `gateway_page` instead.',
    scope: 'pay',
    errors: ['reference_taken', 'session_closed', 'payment_in_progress', 'gateway_misconfigured'],
    operation: 'prepareRedirectPayment',
    body: CreateRedirectPayment,
    answer: {
      status: 201,
      schema: z.object({
        session_id: z.string(),
        payment_id: z.string(),
        url: z.string(),
        method: z.literal('POST'),
        fields: z.record(z.string(), z.string()),
      }),
    },
    idempotency: 'required',
    async handle({ deps, body }) {
      return { body: await openRedirectPayment(deps, body) };
    },
  }),
];
