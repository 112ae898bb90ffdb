import * as z from '../../shared/zod.ts';
import { CheckoutError } from '../../shared/errors.ts';
import { PaymentActionResultBody, CapturePayment } from '../../shared/contract/merchant/reviews-captures-voids.ts';
import { Payment, PaymentStatus, DetailedPayment, SyncedPayment } from '../../shared/contract/merchant/payments.ts';
import {
  AcceptHeldNotificationInput,
  acceptHeldNotification,
  toApiHeldNotification,
  findFieldsNeedingAcceptance,
} from '../notifications/index.ts';
import {
  runPaymentActions,
  type PaymentActionResult,
  toApiPayment,
  toApiPaymentDetails,
  queryPayment,
  ResolvePaymentInput,
  resolvePayment,
} from '../payments/index.ts';
import { Dispute } from '../../shared/contract/merchant/disputes.ts';
import { toApiDispute } from '../disputes/index.ts';
import { depsForAccount, type AccountDeps, type CompanionDeps } from '../companion-deps.ts';
import type { PaymentFilter, PaymentRecord } from '../store/index.ts';
import { accountQuery } from './accounts.ts';
import { defineRoute, type ApiRoute } from './route.ts';
import { createdRangeQuery, createdRangeInMs, pageSizeOf, pageQuery, pageSchema } from './schemas.ts';

/** The filters of the payment list. */
export const PaymentListQuery = z.strictObject({
  status: z.optional(PaymentStatus),
  order_no: z.optional(z.string()),
  email: z.optional(z.string()),
  transaction_id: z.optional(z.string()),
  recurring_id: z.optional(z.string()),
  /**
   * A part of an order number or e-mail in any case, a whole transaction ID, the last four digits of a card, or an
   * amount.
   */
  search: z.optional(z.string().check(z.maxLength(100))),
  /** `true`: only payments that need a person. */
  attention: z.optional(z.literal('true')),
  dispute_status: z.optional(Dispute.def.shape.status),
  ...accountQuery,
  /** `true`: only payments of which the gateway accepted a refund. */
  refunded: z.optional(z.literal('true')),
  ...createdRangeQuery,
});

/** The filter in the store's names. */
export function paymentFilterOf(query: z.infer<typeof PaymentListQuery>): Omit<PaymentFilter, 'cursor' | 'limit'> {
  return {
    status: query.status,
    orderNo: query.order_no,
    email: query.email,
    transactionId: query.transaction_id,
    recurringId: query.recurring_id,
    search: query.search?.trim() === '' ? undefined : query.search?.trim(),
    attention: query.attention === 'true',
    disputeStatus: query.dispute_status,
    account: query.account,
    isRefunded: query.refunded === 'true',
    ...createdRangeInMs(query),
  };
}

/** @throws CheckoutError `not_found` */
export async function requirePayment(deps: Pick<CompanionDeps, 'store'>, id: string): Promise<PaymentRecord> {
  const payment = await deps.store.findPayment(id);
  if (payment === undefined) throw new CheckoutError('not_found', 'There is no such payment.');
  return payment;
}

/** The dependencies of a payment's account. */
async function forPayment(deps: CompanionDeps, id: string): Promise<CompanionDeps & AccountDeps> {
  return depsForAccount(deps, (await requirePayment(deps, id)).account);
}

/** A payment with its session, timeline, disputes, notes and waiting notifications. */
async function readDetails(all: CompanionDeps, payment: PaymentRecord): Promise<z.infer<typeof DetailedPayment>> {
  const deps = depsForAccount(all, payment.account);
  const { store } = deps;
  const [session, timeline, disputes, notes, waiting] = await Promise.all([
    store.findSession(payment.session_id),
    store.listTimeline(payment.id),
    store.listDisputesOfPayment(payment.id),
    store.listPaymentNotes(payment.id),
    store.listHeldNotificationsOfPayment(payment.id),
  ]);
  const reports = waiting.filter(({ waits_for: waitsFor }) => waitsFor === 'person');
  const reported = await Promise.all(
    reports.map(async (report) =>
      toApiHeldNotification(deps.gateway.profile, report, await findFieldsNeedingAcceptance(deps, payment, report)),
    ),
  );
  return toApiPaymentDetails(payment, {
    session,
    timeline,
    disputes: disputes.map((dispute) => toApiDispute(deps, { ...payment, ...dispute })),
    notes,
    reported,
  });
}

/** The result of a review, a capture or a void as the API returns it. */
export function toApiPaymentActionResult({
  payment,
  transactionId,
  status,
  error,
}: PaymentActionResult): z.infer<typeof PaymentActionResultBody> {
  return {
    payment_id: payment?.id ?? null,
    transaction_id: transactionId,
    status,
    error,
    payment: payment === undefined ? null : toApiPayment(payment),
  };
}

const decide = <Body extends { amount?: string | undefined }>(
  name: 'capture' | 'cancel',
  texts: { summary: string; description: string },
  takes: { body?: z.ZodMiniType<Body> } = {},
): ApiRoute =>
  defineRoute({
    method: 'POST',
    path: `/payments/:id/${name}`,
    group: 'Payments',
    name: `${name}Payment`,
    ...texts,
    scope: 'pay',
    errors: ['not_found', 'wrong_state'],
    operation: name,
    ...takes,
    answer: { status: 200, schema: PaymentActionResultBody },
    idempotency: 'required',
    async handle({ deps, params, body }) {
      const { id } = params as { id: string };
      const amount = (body as Body | undefined)?.amount;
      const own = await forPayment(deps, id);
      const [outcome] = await runPaymentActions(own, [{ target: { payment_id: id, amount }, kind: name }]);
      if (outcome?.error?.code === 'not_found') throw new CheckoutError('not_found', outcome.error.detail);
      if (outcome?.error?.code === 'wrong_state') throw new CheckoutError('wrong_state', outcome.error.detail);
      if (outcome?.error?.code === 'invalid_request') {
        const fields = [
          {
            path: 'amount',
            code: 'not_allowed' as const,
            rule: 'what was authorised, or less where partial_capture is on, in whole units where the currency has no decimals',
          },
        ];
        throw new CheckoutError('invalid_request', outcome.error.detail, { fields });
      }
      return { body: outcome === undefined ? null : toApiPaymentActionResult(outcome) };
    },
  });

export const paymentRoutes: readonly ApiRoute[] = [
  defineRoute({
    method: 'GET',
    path: '/payments',
    group: 'Payments',
    name: 'listPayments',
    summary: 'List payments, newest first',
    description:
      '`search` finds part of an order number or e-mail in any case, a whole transaction ID, the last four digits of a ' +
      'card, or an amount. Payments with exactly that order number, transaction ID or e-mail come alone. A page of a ' +
      'search looks through at most 15,000 payments, so it may be short or empty although older ones match: only a ' +
      '`next_cursor` of null ends it.',
    scope: 'read',
    errors: [],
    query: z.extend(PaymentListQuery, pageQuery),
    answer: { status: 200, schema: pageSchema('payments', Payment) },
    idempotency: 'none',
    async handle({ deps, query }) {
      const found = await deps.store.listPayments({
        ...paymentFilterOf(query),
        cursor: query.cursor,
        limit: pageSizeOf(query),
      });
      return { body: { payments: found.payments.map(toApiPayment), next_cursor: found.nextCursor } };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/payments/:id',
    group: 'Payments',
    name: 'getPayment',
    summary: 'One payment with its order, notes, timeline, disputes and unverified notifications',
    scope: 'read',
    errors: ['not_found'],
    answer: { status: 200, schema: DetailedPayment },
    idempotency: 'none',
    async handle({ deps, params }) {
      const payment = await requirePayment(deps, params.id);
      return { body: await readDetails(deps, payment) };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/payments/:id/sync',
    group: 'Payments',
    name: 'syncPayment',
    summary: 'Query the gateway for a payment now',
    scope: 'pay',
    errors: ['not_found'],
    operation: 'queryTransactions',
    answer: { status: 200, schema: SyncedPayment },
    idempotency: 'none',
    async handle({ deps, params }) {
      const known = await requirePayment(deps, params.id);
      const { payment, meaning } = await queryPayment(depsForAccount(deps, known.account), known);
      return { body: { ...toApiPayment(payment), gateway_says: meaning ?? null } };
    },
  }),
  decide(
    'capture',
    {
      summary: 'Capture a held payment',
      description:
        'For the whole amount, or for `amount` where the gateway profile allows less (`partial_capture`); refunds then ' +
        'go up to that. If the outcome is unknown, the payment is queried.',
    },
    { body: CapturePayment },
  ),
  decide('cancel', {
    summary: 'Cancel a payment',
    description: 'Cancels a payment without refunds; once it is settled, refund it instead.',
  }),
  defineRoute({
    method: 'POST',
    path: '/payments/:id/resolve',
    group: 'Payments',
    name: 'resolvePayment',
    summary: 'Resolve a payment whose outcome is unknown',
    description:
      'A person checked the gateway’s portal and records the outcome with the reason. ' +
      'While a response may still come: 409 `wrong_state`. A transaction of another payment: 409 `reference_taken`.',
    scope: 'resolve',
    errors: ['not_found', 'wrong_state', 'reference_taken'],
    body: ResolvePaymentInput,
    answer: { status: 200, schema: Payment },
    idempotency: 'optional',
    async handle({ deps, params, body }) {
      return { body: toApiPayment(await resolvePayment(await forPayment(deps, params.id), params.id, body)) };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/payments/:id/accept',
    group: 'Payments',
    name: 'acceptHeldNotification',
    summary: 'Accept what a notification reports',
    description:
      'A notification at a public address may report a saved card, a subscription or a dispute. No digest covers these ' +
      'fields, so it waits in `reported` of the payment until a person accepts it. Returns 404 `not_found` if it does ' +
      'not wait, and 409 `wrong_state` if the fields belong to another payment or shopper.',
    scope: 'resolve',
    errors: ['not_found', 'wrong_state'],
    body: AcceptHeldNotificationInput,
    answer: { status: 200, schema: DetailedPayment },
    idempotency: 'optional',
    async handle({ deps, params, body }) {
      const own = await forPayment(deps, params.id);
      return { body: await readDetails(deps, await acceptHeldNotification(own, params.id, body)) };
    },
  }),
];
