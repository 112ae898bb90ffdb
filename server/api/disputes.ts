import * as z from 'zod/mini';
import { Dispute } from '../../shared/contract/merchant/disputes.ts';
import { toDisputeBody } from '../disputes/index.ts';
import { route, type ApiRoute } from './route.ts';
import { limitOf, page, pageOf } from './schemas.ts';

export const disputeRoutes: readonly ApiRoute[] = [
  route({
    method: 'GET',
    path: '/disputes',
    group: 'Payments',
    name: 'listDisputes',
    summary: 'List disputes of all payments, newest first',
    scope: 'read',
    query: z.strictObject({ status: z.optional(Dispute.def.shape.status), ...page }),
    answer: { status: 200, schema: pageOf('disputes', Dispute) },
    once: 'none',
    async handle({ deps, query }) {
      const { status, cursor } = query;
      const found = await deps.store.listAllDisputes({ status, cursor, limit: limitOf(query) });
      return { body: { disputes: found.entries.map(toDisputeBody), next_cursor: found.nextCursor } };
    },
  }),
];
