import * as z from '../../shared/zod.ts';
import { CheckoutError } from '../../shared/errors.ts';
import { Dispute } from '../../shared/contract/merchant/disputes.ts';
import { toApiDispute } from '../disputes/index.ts';
import { depsForAccount } from '../companion-deps.ts';
import { accountQuery } from './accounts.ts';
import { defineRoute, type ApiRoute } from './route.ts';
import { createdRangeQuery, createdRangeInMs, pageSizeOf, dateOrTimeField, pageQuery, pageSchema } from './schemas.ts';

export const disputeRoutes: readonly ApiRoute[] = [
  defineRoute({
    method: 'GET',
    path: '/disputes',
    group: 'Payments',
    name: 'listDisputes',
    summary: 'List disputes of all payments, newest first',
    scope: 'read',
    errors: [],
    query: z.strictObject({
      status: z.optional(Dispute.def.shape.status),
      ...accountQuery,
      ...createdRangeQuery,
      ...pageQuery,
    }),
    answer: { status: 200, schema: pageSchema('disputes', Dispute) },
    idempotency: 'none',
    async handle({ deps, query }) {
      const { status, account, cursor } = query;
      const found = await deps.store.listDisputes({
        status,
        account,
        ...createdRangeInMs(query),
        cursor,
        limit: pageSizeOf(query),
      });
      return {
        body: {
          disputes: found.entries.map((dispute) => toApiDispute(depsForAccount(deps, dispute.account), dispute)),
          next_cursor: found.nextCursor,
        },
      };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/disputes/:id/deadline',
    group: 'Payments',
    name: 'setDisputeDeadline',
    summary: 'Record the deadline of a dispute',
    description: 'The interface has no deadline: read it in the gateway’s portal. `null` removes a recorded one.',
    scope: 'resolve',
    errors: ['not_found'],
    body: z.strictObject({ due_at: z.nullable(dateOrTimeField) }),
    answer: { status: 200, schema: Dispute },
    idempotency: 'optional',
    async handle({ deps, params, body }) {
      const dueAt = body.due_at === null ? null : Date.parse(body.due_at);
      const dispute = await deps.store.setDisputeDeadline(params.id, dueAt, deps.now());
      if (dispute === undefined) throw new CheckoutError('not_found', 'There is no such dispute.');
      return { body: toApiDispute(depsForAccount(deps, dispute.account), dispute) };
    },
  }),
];
