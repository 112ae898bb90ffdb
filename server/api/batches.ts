import * as z from 'zod/mini';
import { CheckoutError } from '../../shared/errors.ts';
import {
  CreateCancellations,
  CreateCaptures,
  CreateReviews,
  PaymentOperationOutcomeBody,
} from '../../shared/contract/merchant/reviews-captures-voids.ts';
import {
  CreateRefunds,
  ListedRefund,
  Refund,
  RefundOutcome,
  RefundStatusName,
  SearchRefunds,
} from '../../shared/contract/merchant/refunds.ts';
import { QueryTransactions } from '../../shared/contract/merchant/transaction-query.ts';
import { UpdateOrders } from '../../shared/contract/merchant/order-updates.ts';
import { createResolutionSchema } from '../../shared/contract/merchant/operations.ts';
import { RefundSearchItem } from '../../shared/interface/refunds.ts';
import { QueriedTransaction, QueryResponseFacts } from '../../shared/interface/transaction-query.ts';
import { maskCardNumbers } from '../gateway/redact.ts';
import { runPaymentOperations, toCardBody } from '../payments/index.ts';
import { queryTransactions, updateOrders } from '../operations/index.ts';
import { refundPayments, searchRefunds, toRefundBody, applyRefundResult } from '../refunds/index.ts';
import { forAccount, forChosenAccount, type Companion } from '../companion.ts';
import type { RefundRecord } from '../store/index.ts';
import { accountQuery, forBatch } from './accounts.ts';
import { toPaymentOperationBody } from './payments.ts';
import { GATEWAY_ERRORS } from './errors.ts';
import { defineRoute, type ApiRoute } from './route.ts';
import { createdQuery, createdRangeOf, pageSizeOf, pageQuery, pageSchema } from './schemas.ts';

/** The body limit of a batch: 500 entries with a long text each. */
export const BATCH_MAX_BYTES = 1024 * 1024;

/** The result of each entry of a batch, in the order of the request. */
const ItemError = z.nullable(z.object({ code: z.string(), detail: z.string() }));

/** The payment of a batch of one; null for several, and for a transaction made elsewhere. */
function onlyIdOf(paymentIds: readonly (string | null | undefined)[]): string | null {
  return (paymentIds.length === 1 ? paymentIds[0] : null) ?? null;
}

/** @throws CheckoutError `not_found` */
async function requireRefund({ store }: Pick<Companion, 'store'>, id: string): Promise<RefundRecord> {
  const refund = await store.findRefund(id);
  if (refund === undefined) throw new CheckoutError('not_found', 'There is no such refund.');
  return refund;
}

const refundRoutes: readonly ApiRoute[] = [
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
    answer: { status: 200, schema: z.object({ refunds: z.array(RefundOutcome) }) },
    idempotency: 'required',
    async handle({ deps, body, query, seed }) {
      const own = await forBatch(deps, { list: 'refunds', targets: body.refunds, account: query.account });
      const outcomes = await refundPayments(own, body.refunds, seed);
      const refunds = outcomes.map(({ refund, error }) => ({
        refund: refund === null ? null : toRefundBody(refund),
        error,
      }));
      return { body: { refunds }, target: onlyIdOf(refunds.map(({ refund }) => refund?.payment_id)) };
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
      status: z.optional(RefundStatusName),
      payment_id: z.optional(z.string()),
      order_no: z.optional(z.string()),
      ...accountQuery,
      ...createdQuery,
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
        ...createdRangeOf(query),
        cursor: query.cursor,
        limit: pageSizeOf(query),
      });
      const refunds = found.entries.map(({ payment, ...refund }) => ({
        ...toRefundBody(refund),
        shopper_email: payment?.shopper_email ?? null,
        method: payment?.method ?? null,
        card: payment === null ? null : toCardBody(payment),
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
      return { body: toRefundBody(await requireRefund(deps, params.id)) };
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
    errors: ['gateway_invalid_request', ...GATEWAY_ERRORS],
    operation: 'searchRefunds',
    query: z.strictObject(accountQuery),
    body: SearchRefunds,
    maxBytes: BATCH_MAX_BYTES,
    answer: { status: 200, schema: z.object({ refunds: z.array(RefundSearchItem) }) },
    idempotency: 'none',
    async handle({ deps, body, query }) {
      return { body: { refunds: await searchRefunds(forChosenAccount(deps, query.account), body) } };
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
    body: createResolutionSchema(['refunded', 'refused']),
    answer: { status: 200, schema: Refund },
    idempotency: 'required',
    async handle({ deps, params, body }) {
      const { status } = body;
      const reason = maskCardNumbers(body.reason);
      const { account } = await requireRefund(deps, params.id);
      const refund = await applyRefundResult(forAccount(deps, account), params.id, {
        status,
        source: 'person',
        reason,
      });
      if (refund.status === status) return { body: toRefundBody(refund) };
      throw new CheckoutError('wrong_state', `A refund that is ${refund.status} cannot be resolved as ${status}.`);
    },
  }),
];

export const batchRoutes: readonly ApiRoute[] = [
  ...refundRoutes,
  defineRoute({
    method: 'POST',
    path: '/reviews',
    group: 'Payments',
    name: 'createReviews',
    summary: 'Approve or reject held payments',
    description:
      'Up to 500 entries; more than 100 go to the gateway in several requests. A transaction made elsewhere is named by ' +
      'transaction_id, order_no, currency and amount; it is not stored.',
    scope: 'pay',
    errors: [],
    operation: 'review',
    query: z.strictObject(accountQuery),
    body: CreateReviews,
    maxBytes: BATCH_MAX_BYTES,
    answer: { status: 200, schema: z.object({ reviews: z.array(PaymentOperationOutcomeBody) }) },
    idempotency: 'required',
    async handle({ deps, body, query }) {
      const own = await forBatch(deps, { list: 'reviews', targets: body.reviews, account: query.account });
      const items = body.reviews.map(({ decision, ...target }) => ({ target, kind: decision }));
      const reviews = (await runPaymentOperations(own, items)).map(toPaymentOperationBody);
      return { body: { reviews }, target: onlyIdOf(reviews.map((review) => review.payment_id)) };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/captures',
    group: 'Payments',
    name: 'createCaptures',
    summary: 'Capture held payments, or transactions made elsewhere',
    description:
      'Up to 500 entries, split into requests of the size that the gateway takes. A transaction made elsewhere is named ' +
      'by transaction_id, order_no, currency and amount; it is not stored, so query one whose status is `unknown`.',
    scope: 'pay',
    errors: [],
    operation: 'capture',
    query: z.strictObject(accountQuery),
    body: CreateCaptures,
    maxBytes: BATCH_MAX_BYTES,
    answer: { status: 200, schema: z.object({ captures: z.array(PaymentOperationOutcomeBody) }) },
    idempotency: 'required',
    async handle({ deps, body, query }) {
      const own = await forBatch(deps, { list: 'captures', targets: body.captures, account: query.account });
      const items = body.captures.map((target) => ({ target, kind: 'capture' as const }));
      const captures = (await runPaymentOperations(own, items)).map(toPaymentOperationBody);
      return { body: { captures }, target: onlyIdOf(captures.map((capture) => capture.payment_id)) };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/cancellations',
    group: 'Payments',
    name: 'createCancellations',
    summary: 'Cancel payments, or transactions made elsewhere',
    description:
      'Up to 500 entries, split into requests of the size that the gateway takes. A transaction made elsewhere is named ' +
      'by transaction_id, order_no, currency and amount; it is not stored, so query one whose status is `unknown`.',
    scope: 'pay',
    errors: [],
    operation: 'cancel',
    query: z.strictObject(accountQuery),
    body: CreateCancellations,
    maxBytes: BATCH_MAX_BYTES,
    answer: { status: 200, schema: z.object({ cancellations: z.array(PaymentOperationOutcomeBody) }) },
    idempotency: 'required',
    async handle({ deps, body, query }) {
      const own = await forBatch(deps, { list: 'cancellations', targets: body.cancellations, account: query.account });
      const items = body.cancellations.map((target) => ({ target, kind: 'cancel' as const }));
      const cancellations = (await runPaymentOperations(own, items)).map(toPaymentOperationBody);
      return { body: { cancellations }, target: onlyIdOf(cancellations.map((one) => one.payment_id)) };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/orders/update',
    group: 'Payments',
    name: 'updateOrders',
    summary: 'Report the results of payments to the gateway’s risk product',
    description: 'Scored payments are reported automatically, unless TILLGATE_RISK_UPDATES is off.',
    scope: 'pay',
    errors: [],
    operation: 'updateOrders',
    query: z.strictObject(accountQuery),
    body: UpdateOrders,
    maxBytes: BATCH_MAX_BYTES,
    answer: {
      status: 200,
      schema: z.object({
        orders: z.array(
          z.object({
            transaction_id: z.nullable(z.string()),
            status: z.enum(['accepted', 'refused', 'unknown', 'not_sent']),
            error: ItemError,
          }),
        ),
      }),
    },
    idempotency: 'required',
    async handle({ deps, body, query }) {
      const own = await forBatch(deps, { list: 'orders', targets: body.orders, account: query.account });
      return { body: { orders: await updateOrders(own, body.orders) } };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/transactions/query',
    group: 'Payments',
    name: 'queryTransactions',
    summary: 'Query the gateway for orders and transactions',
    scope: 'read',
    errors: ['gateway_no_answer', 'gateway_invalid_request'],
    operation: 'queryTransactions',
    query: z.strictObject(accountQuery),
    body: QueryTransactions,
    maxBytes: BATCH_MAX_BYTES,
    answer: {
      status: 200,
      schema: z.object({
        transactions: z.array(z.extend(QueriedTransaction, { meaning: z.string() })),
        /** The fields of each gateway response beside its transactions; one response for every 100 queried. */
        answers: z.array(QueryResponseFacts),
      }),
    },
    idempotency: 'none',
    async handle({ deps, body, query }) {
      return { body: await queryTransactions(forChosenAccount(deps, query.account), body) };
    },
  }),
];
