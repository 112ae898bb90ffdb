import * as z from '../../shared/zod.ts';
import { CheckoutError } from '../../shared/errors.ts';
import { CancelSubscription, Subscription } from '../../shared/contract/merchant/subscriptions.ts';
import { resolutionSchemaOf } from '../../shared/contract/merchant/operations.ts';
import { cancelSubscriptionById, resolveSubscription, toApiSubscription } from '../subscriptions/index.ts';
import { GATEWAY_WRITE_ERRORS } from './errors.ts';
import { depsForAccount, depsForRequestedAccount, type AccountDeps, type CompanionDeps } from '../companion-deps.ts';
import { accountQuery } from './accounts.ts';
import { defineRoute, type ApiRoute } from './route.ts';
import { pageSizeOf, pageQuery, pageSchema } from './schemas.ts';

/**
 * The dependencies of a subscription's account; of the account that the caller names, also where another account has a
 * subscription with this ID.
 */
async function forSubscription(deps: CompanionDeps, id: string, named?: string): Promise<CompanionDeps & AccountDeps> {
  const { store } = named === undefined ? deps : depsForRequestedAccount(deps, named);
  const known = await store.findSubscription(id);
  return known === undefined ? depsForRequestedAccount(deps, named) : depsForAccount(deps, known.account);
}

export const subscriptionRoutes: readonly ApiRoute[] = [
  defineRoute({
    method: 'GET',
    path: '/subscriptions',
    group: 'Subscriptions',
    name: 'listSubscriptions',
    summary: 'List subscriptions, newest first',
    scope: 'read',
    errors: [],
    query: z.strictObject({
      status: z.optional(z.enum(['Active', 'Inactived'])),
      email: z.optional(z.string()),
      ...accountQuery,
      ...pageQuery,
    }),
    answer: { status: 200, schema: pageSchema('subscriptions', Subscription) },
    idempotency: 'none',
    async handle({ deps, query }) {
      const { status, email, account, cursor } = query;
      const found = await deps.store.listSubscriptions({ status, email, account, cursor, limit: pageSizeOf(query) });
      return { body: { subscriptions: found.entries.map(toApiSubscription), next_cursor: found.nextCursor } };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/subscriptions/:recurring_id',
    group: 'Subscriptions',
    name: 'getSubscription',
    summary: 'One subscription; its payments are listed by recurring_id',
    scope: 'read',
    errors: ['not_found'],
    answer: { status: 200, schema: Subscription },
    idempotency: 'none',
    async handle({ deps, params }) {
      const subscription = await deps.store.findSubscription(params.recurring_id);
      if (subscription === undefined) throw new CheckoutError('not_found', 'There is no such subscription.');
      return { body: toApiSubscription(subscription) };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/subscriptions/:recurring_id/cancel',
    group: 'Subscriptions',
    name: 'cancelSubscription',
    summary: 'Cancel a subscription at once',
    scope: 'pay',
    errors: ['not_found', 'gateway_invalid_request', 'gateway_misconfigured', ...GATEWAY_WRITE_ERRORS],
    operation: 'cancelSubscription',
    query: z.strictObject(accountQuery),
    body: CancelSubscription,
    answer: {
      status: 200,
      also: 202,
      schema: z.object({
        recurring_id: z.string(),
        status: z.enum(['cancelled', 'unknown']),
        subscription: z.nullable(Subscription),
      }),
    },
    idempotency: 'required',
    async handle({ deps, params, body, query }) {
      const own = await forSubscription(deps, params.recurring_id, query.account);
      const done = await cancelSubscriptionById(own, params.recurring_id, body.contract_name);
      const { subscription } = done;
      return {
        // 202: the request may have reached the gateway. A repeated cancellation is idempotent.
        status: done.status === 'cancelled' ? 200 : 202,
        body: { ...done, subscription: subscription === undefined ? null : toApiSubscription(subscription) },
      };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/subscriptions/:recurring_id/resolve',
    group: 'Subscriptions',
    name: 'resolveSubscription',
    summary: 'Record whether a subscription is cancelled, if the outcome is unknown',
    description:
      'A person checked the gateway’s portal after a cancellation whose response was lost. ' +
      'While that response may still come: 409 `wrong_state`.',
    scope: 'resolve',
    errors: ['not_found', 'wrong_state'],
    body: resolutionSchemaOf(['cancelled', 'active']),
    answer: { status: 200, schema: Subscription },
    idempotency: 'required',
    async handle({ deps, params, body }) {
      const own = await forSubscription(deps, params.recurring_id);
      return { body: toApiSubscription(await resolveSubscription(own, params.recurring_id, body)) };
    },
  }),
];
