import * as z from '../../shared/zod.ts';
import { CheckoutError } from '../../shared/errors.ts';
import {
  CreateRefunds,
  ListedRefund,
  Refund,
  RefundEntryResult,
  RefundStatus,
  SearchRefunds,
} from '../../shared/contract/merchant/refunds.ts';
import { resolutionSchemaOf } from '../../shared/contract/merchant/operations.ts';
import { RefundSearchResultItem } from '../../shared/interface/refunds.ts';
import { maskCardNumbers } from '../gateway/redact.ts';
import { toApiCard } from '../payments/index.ts';
import { refundPayments, searchRefunds, toApiRefund, applyRefundResult } from '../refunds/index.ts';
import { depsForAccount, depsForRequestedAccount, type CompanionDeps } from '../companion-deps.ts';
import type { RefundRecord } from '../store/index.ts';
import { accountQuery, depsForBatch } from './accounts.ts';
import { GATEWAY_READ_ERRORS } from './errors.ts';
import { defineRoute, type ApiRoute } from './route.ts';
import {
  BATCH_MAX_BYTES,
  createdRangeQuery,
  createdRangeInMs,
  paymentIdOfSingleBatch,
  pageSizeOf,
  pageQuery,
  pageSchema,
} from './schemas.ts';

/** @throws CheckoutError `not_found` */
async function requireRefund({ store }: Pick<CompanionDeps, 'store'>, id: string): Promise<RefundRecord> {
  const refund = await store.findRefund(id);
  if (refund === undefined) throw new CheckoutError('not_found', 'There is no such refund.');
  return refund;
}

export const refundRoutes: readonly ApiRoute[] = [
  defineRoute({
    method: 'POST',
    path: '/refunds',
    group: 'Refunds',
    name: 'createRefunds',
    summary: 'Refund payments, whole or in part',
    description:
      'Up to 500 entries; more than 50 go to the gateway in several requests. The response has a result for every entry, in order; ' +
      'together they never exceed what was paid.',
    scope: 'refund',
    errors: [],
    operation: 'refund',
    query: z.strictObject(accountQuery),
    body: CreateRefunds,
    maxBytes: BATCH_MAX_BYTES,
    answer: { status: 200, schema: z.object({ refunds: z.array(RefundEntryResult) }) },
    idempotency: 'required',
    async handle({ deps, body, query, seed }) {
      const own = await depsForBatch(deps, { list: 'refunds', targets: body.refunds, account: query.account });
      const outcomes = await refundPayments(own, body.refunds, seed);
      const refunds = outcomes.map(({ refund, error }) => ({
        refund: refund === null ? null : toApiRefund(refund),
        error,
      }));
      return { body: { refunds }, target: paymentIdOfSingleBatch(refunds.map(({ refund }) => refund?.payment_id)) };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/refunds',
    group: 'Refunds',
    name: 'listRefunds',
    summary: 'List refunds, newest first',
    scope: 'read',
    errors: [],
    query: z.strictObject({
      status: z.optional(RefundStatus),
      payment_id: z.optional(z.string()),
      order_no: z.optional(z.string()),
      ...accountQuery,
      ...createdRangeQuery,
      ...pageQuery,
    }),
    answer: { status: 200, schema: pageSchema('refunds', ListedRefund) },
    idempotency: 'none',
    async handle({ deps, query }) {
      const found = await deps.store.listRefunds({
        status: query.status,
        paymentId: query.payment_id,
        orderNo: query.order_no,
        account: query.account,
        ...createdRangeInMs(query),
        cursor: query.cursor,
        limit: pageSizeOf(query),
      });
      const refunds = found.entries.map(({ payment, ...refund }) => ({
        ...toApiRefund(refund),
        shopper_email: payment?.shopper_email ?? null,
        method: payment?.method ?? null,
        card: payment === null ? null : toApiCard(payment),
      }));
      return { body: { refunds, next_cursor: found.nextCursor } };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/refunds/:id',
    group: 'Refunds',
    name: 'getRefund',
    summary: 'One refund',
    scope: 'read',
    errors: ['not_found'],
    answer: { status: 200, schema: Refund },
    idempotency: 'none',
    async handle({ deps, params }) {
      return { body: toApiRefund(await requireRefund(deps, params.id)) };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/refunds/search',
    group: 'Refunds',
    name: 'searchRefunds',
    summary: 'Look refunds up at the gateway',
    description: 'Returns the gateway’s result, and updates the stored refunds.',
    scope: 'read',
    errors: ['gateway_invalid_request', ...GATEWAY_READ_ERRORS],
    operation: 'searchRefunds',
    query: z.strictObject(accountQuery),
    body: SearchRefunds,
    maxBytes: BATCH_MAX_BYTES,
    answer: { status: 200, schema: z.object({ refunds: z.array(RefundSearchResultItem) }) },
    idempotency: 'none',
    async handle({ deps, body, query }) {
      return { body: { refunds: await searchRefunds(depsForRequestedAccount(deps, query.account), body) } };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/refunds/:id/resolve',
    group: 'Refunds',
    name: 'resolveRefund',
    summary: 'Resolve a refund whose outcome is unknown',
    scope: 'resolve',
    errors: ['not_found', 'wrong_state'],
    body: resolutionSchemaOf(['refunded', 'refused']),
    answer: { status: 200, schema: Refund },
    idempotency: 'required',
    async handle({ deps, params, body }) {
      const { status } = body;
      const reason = maskCardNumbers(body.reason);
      const { account } = await requireRefund(deps, params.id);
      const refund = await applyRefundResult(depsForAccount(deps, account), params.id, {
        status,
        source: 'person',
        reason,
      });
      if (refund.status === status) return { body: toApiRefund(refund) };
      throw new CheckoutError('wrong_state', `A refund that is ${refund.status} cannot be resolved as ${status}.`);
    },
  }),
];
