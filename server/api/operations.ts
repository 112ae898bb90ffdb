import * as z from '../../shared/zod.ts';
import { CheckoutError } from '../../shared/errors.ts';
import {
  IssuingOrPayoutOperation,
  IssuingOrPayoutStatus,
  resolutionSchemaOf,
} from '../../shared/contract/merchant/operations.ts';
import { maskCardNumbers } from '../gateway/redact.ts';
import { toApiIssuingOrPayoutOperation } from '../operations/index.ts';
import { accountQuery } from './accounts.ts';
import { defineRoute, type ApiRoute } from './route.ts';
import { createdRangeQuery, createdRangeInMs, pageSizeOf, pageQuery, pageSchema } from './schemas.ts';

/** Payouts and issuing operations: the list, one of them, and a person's resolution of an unknown outcome. */
export const operationRoutes: readonly ApiRoute[] = [
  defineRoute({
    method: 'GET',
    path: '/operations',
    group: 'Operations',
    name: 'listOperations',
    summary: 'List payouts and issuing operations, newest first',
    scope: 'read',
    errors: [],
    query: z.strictObject({
      operation: z.optional(z.string()),
      status: z.optional(IssuingOrPayoutStatus),
      ...accountQuery,
      ...createdRangeQuery,
      ...pageQuery,
    }),
    answer: { status: 200, schema: pageSchema('operations', IssuingOrPayoutOperation) },
    idempotency: 'none',
    async handle({ deps, query }) {
      const { operation: name, status, account, cursor } = query;
      const page = { ...createdRangeInMs(query), cursor, limit: pageSizeOf(query) };
      const found = await deps.store.listIssuingOrPayoutOperations({ name, status, account, ...page });
      return { body: { operations: found.entries.map(toApiIssuingOrPayoutOperation), next_cursor: found.nextCursor } };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/operations/:id',
    group: 'Operations',
    name: 'getOperation',
    summary: 'One payout or issuing operation',
    scope: 'read',
    errors: ['not_found'],
    answer: { status: 200, schema: IssuingOrPayoutOperation },
    idempotency: 'none',
    async handle({ deps, params }) {
      const operation = await deps.store.findIssuingOrPayoutOperation(params.id);
      if (operation === undefined) throw new CheckoutError('not_found', 'There is no such operation.');
      return { body: toApiIssuingOrPayoutOperation(operation) };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/operations/:id/resolve',
    group: 'Operations',
    name: 'resolveOperation',
    summary: 'Resolve an operation whose outcome is unknown',
    scope: 'resolve',
    errors: ['not_found', 'wrong_state'],
    body: resolutionSchemaOf(['succeeded', 'refused']),
    answer: { status: 200, schema: IssuingOrPayoutOperation },
    idempotency: 'required',
    async handle({ deps, params, body }) {
      const operation = await deps.store.findIssuingOrPayoutOperation(params.id);
      if (operation === undefined) throw new CheckoutError('not_found', 'There is no such operation.');
      const isOpen = operation.status === 'unknown' || operation.status === 'in_progress';
      const changed = isOpen
        ? await deps.store.updateIssuingOrPayoutOperation({
            id: operation.id,
            version: operation.version,
            changes: { status: body.status, message: `resolved: ${maskCardNumbers(body.reason)}`, alerts: [] },
            at: deps.now(),
            checkAt: null,
          })
        : undefined;
      if (changed === undefined) throw new CheckoutError('wrong_state', `The operation is ${operation.status}.`);
      return { body: toApiIssuingOrPayoutOperation(changed) };
    },
  }),
];
