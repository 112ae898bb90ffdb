import * as z from '../../shared/zod.ts';
import {
  CreateCancellations,
  CreateCaptures,
  CreateReviews,
  PaymentActionResultBody,
} from '../../shared/contract/merchant/reviews-captures-voids.ts';
import { QueryTransactions } from '../../shared/contract/merchant/transaction-query.ts';
import { ReportRiskOutcomes } from '../../shared/contract/merchant/risk-outcomes.ts';
import { QueriedTransaction, TransactionQueryResponseSummary } from '../../shared/interface/transaction-query.ts';
import { runPaymentActions } from '../payments/index.ts';
import { queryTransactionsInBatches, reportRiskOutcomes } from '../operations/index.ts';
import { depsForRequestedAccount } from '../companion-deps.ts';
import { accountQuery, depsForBatch } from './accounts.ts';
import { toApiPaymentActionResult } from './payments.ts';
import { defineRoute, type ApiRoute } from './route.ts';
import { BATCH_MAX_BYTES, paymentIdOfSingleBatch } from './schemas.ts';

/** The result of each entry of a batch, in the order of the request. */
const BatchItemError = z.nullable(z.object({ code: z.string(), detail: z.string() }));

export const paymentBatchRoutes: readonly ApiRoute[] = [
  defineRoute({
    method: 'POST',
    path: '/reviews',
    group: 'Payments',
    name: 'createReviews',
    summary: 'Approve or reject up to 500 held payments',
    description:
      'More than 100 entries go to the gateway in several requests. A transaction made elsewhere is named by ' +
      'transaction_id, order_no, currency and amount; it is not stored.',
    scope: 'pay',
    errors: [],
    operation: 'review',
    query: z.strictObject(accountQuery),
    body: CreateReviews,
    maxBytes: BATCH_MAX_BYTES,
    answer: { status: 200, schema: z.object({ reviews: z.array(PaymentActionResultBody) }) },
    idempotency: 'required',
    async handle({ deps, body, query }) {
      const own = await depsForBatch(deps, { list: 'reviews', targets: body.reviews, account: query.account });
      const items = body.reviews.map(({ decision, ...target }) => ({ target, kind: decision }));
      const reviews = (await runPaymentActions(own, items)).map(toApiPaymentActionResult);
      return { body: { reviews }, target: paymentIdOfSingleBatch(reviews.map((review) => review.payment_id)) };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/captures',
    group: 'Payments',
    name: 'createCaptures',
    summary: 'Capture up to 500 held payments, or transactions made elsewhere',
    description:
      'The entries are split into requests of the size that the gateway takes. A transaction made elsewhere is named ' +
      'by transaction_id, order_no, currency and amount; it is not stored, so query one whose status is `unknown`.',
    scope: 'pay',
    errors: [],
    operation: 'capture',
    query: z.strictObject(accountQuery),
    body: CreateCaptures,
    maxBytes: BATCH_MAX_BYTES,
    answer: { status: 200, schema: z.object({ captures: z.array(PaymentActionResultBody) }) },
    idempotency: 'required',
    async handle({ deps, body, query }) {
      const own = await depsForBatch(deps, { list: 'captures', targets: body.captures, account: query.account });
      const items = body.captures.map((target) => ({ target, kind: 'capture' as const }));
      const captures = (await runPaymentActions(own, items)).map(toApiPaymentActionResult);
      return { body: { captures }, target: paymentIdOfSingleBatch(captures.map((capture) => capture.payment_id)) };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/cancellations',
    group: 'Payments',
    name: 'createCancellations',
    summary: 'Cancel up to 500 payments, or transactions made elsewhere',
    description:
      'The entries are split into requests of the size that the gateway takes. A transaction made elsewhere is named ' +
      'by transaction_id, order_no, currency and amount; it is not stored, so query one whose status is `unknown`.',
    scope: 'pay',
    errors: [],
    operation: 'cancel',
    query: z.strictObject(accountQuery),
    body: CreateCancellations,
    maxBytes: BATCH_MAX_BYTES,
    answer: { status: 200, schema: z.object({ cancellations: z.array(PaymentActionResultBody) }) },
    idempotency: 'required',
    async handle({ deps, body, query }) {
      const own = await depsForBatch(deps, {
        list: 'cancellations',
        targets: body.cancellations,
        account: query.account,
      });
      const items = body.cancellations.map((target) => ({ target, kind: 'cancel' as const }));
      const cancellations = (await runPaymentActions(own, items)).map(toApiPaymentActionResult);
      return { body: { cancellations }, target: paymentIdOfSingleBatch(cancellations.map((one) => one.payment_id)) };
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
    body: ReportRiskOutcomes,
    maxBytes: BATCH_MAX_BYTES,
    answer: {
      status: 200,
      schema: z.object({
        orders: z.array(
          z.object({
            transaction_id: z.nullable(z.string()),
            status: z.enum(['accepted', 'refused', 'unknown', 'not_sent']),
            error: BatchItemError,
          }),
        ),
      }),
    },
    idempotency: 'required',
    async handle({ deps, body, query }) {
      const own = await depsForBatch(deps, { list: 'orders', targets: body.orders, account: query.account });
      return { body: { orders: await reportRiskOutcomes(own, body.orders) } };
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
        answers: z.array(TransactionQueryResponseSummary),
      }),
    },
    idempotency: 'none',
    async handle({ deps, body, query }) {
      return { body: await queryTransactionsInBatches(depsForRequestedAccount(deps, query.account), body) };
    },
  }),
];
