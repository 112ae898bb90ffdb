import * as z from 'zod/mini';
import { CheckoutError } from '../../shared/errors.ts';
import { Dispute } from '../../shared/contract/merchant/disputes.ts';
import { toDisputeBody } from '../disputes/index.ts';
import { route, type ApiRoute } from './route.ts';
import { limitOf, moment, page, pageOf } from './schemas.ts';

export const disputeRoutes: readonly ApiRoute[] = [
  route({
    method: 'GET',
    path: '/disputes',
    group: 'Payments',
    name: 'listDisputes',
    summary: 'List disputes of all payments, newest first',
    scope: 'read',
    errors: [],
    query: z.strictObject({ status: z.optional(Dispute.def.shape.status), ...page }),
    answer: { status: 200, schema: pageOf('disputes', Dispute) },
    idempotency: 'none',
    async handle({ deps, query }) {
      const { status, cursor } = query;
      const found = await deps.store.listAllDisputes({ status, cursor, limit: limitOf(query) });
      return {
        body: { disputes: found.entries.map((dispute) => toDisputeBody(deps, dispute)), next_cursor: found.nextCursor },
      };
    },
  }),
  route({
    method: 'POST',
    path: '/disputes/:id/deadline',
    group: 'Payments',
    name: 'setDisputeDeadline',
    summary: 'Record the deadline of a dispute',
    description: 'The interface has no deadline: read it in the gateway’s portal. `null` removes a recorded one.',
    scope: 'resolve',
    errors: ['not_found'],
    body: z.strictObject({ due_at: z.nullable(moment) }),
    answer: { status: 200, schema: Dispute },
    idempotency: 'optional',
    async handle({ deps, params, body }) {
      const dueAt = body.due_at === null ? null : Date.parse(body.due_at);
      const dispute = await deps.store.setDisputeDeadline(params.id, dueAt, deps.now());
      if (dispute === undefined) throw new CheckoutError('not_found', 'There is no such dispute.');
      return { body: toDisputeBody(deps, dispute) };
    },
  }),
];
