import * as z from 'zod/mini';
import { CheckoutError } from '../../shared/errors.ts';
import { AuditBody } from '../../shared/contract/merchant/audit.ts';
import { Operation, OperationStatusName, Resolution } from '../../shared/contract/merchant/operations.ts';
import { WebhookEventBody, WebhookEventWithDeliveries } from '../../shared/contract/merchant/webhook-events.ts';
import { maskCardNumbers } from '../gateway/redact.ts';
import { toOperationBody } from '../operations/index.ts';
import { toWebhookEventBody } from '../webhooks/event-body.ts';
import { toMoment } from '../../shared/dates.ts';
import { route, type ApiRoute } from './route.ts';
import { limitOf, page, pageOf } from './schemas.ts';

const eventRoutes: readonly ApiRoute[] = [
  route({
    method: 'GET',
    path: '/events',
    group: 'Events',
    name: 'listEvents',
    summary: 'List events for the shop, newest first',
    scope: 'read',
    errors: [],
    query: z.strictObject({
      type: z.optional(z.string()),
      state: z.optional(z.enum(['waiting', 'delivered', 'given_up', 'none'])),
      ref: z.optional(z.string()),
      ...page,
    }),
    answer: { status: 200, schema: pageOf('events', WebhookEventBody) },
    once: 'none',
    async handle({ deps, query }) {
      const { type, state, ref, cursor } = query;
      const found = await deps.store.listWebhookEvents({ type, state, ref, cursor, limit: limitOf(query) });
      return { body: { events: found.entries.map(toWebhookEventBody), next_cursor: found.nextCursor } };
    },
  }),
  route({
    method: 'GET',
    path: '/events/:id',
    group: 'Events',
    name: 'getEvent',
    summary: 'One event with its deliveries',
    scope: 'read',
    errors: ['not_found'],
    answer: { status: 200, schema: WebhookEventWithDeliveries },
    once: 'none',
    async handle({ deps, params }) {
      const event = await deps.store.findWebhookEvent(params.id);
      if (event === undefined) throw new CheckoutError('not_found', 'There is no such event.');
      const deliveries = (await deps.store.listDeliveries(event.id)).map(
        ({ at, status, error, duration_ms: durationMs }) => ({
          at: toMoment(at),
          status,
          error,
          duration_ms: durationMs,
        }),
      );
      return { body: { ...toWebhookEventBody(event), deliveries } };
    },
  }),
  route({
    method: 'POST',
    path: '/events/:id/redeliver',
    group: 'Events',
    name: 'redeliverEvent',
    summary: 'Deliver an event again, now',
    scope: 'pay',
    errors: ['not_found'],
    answer: { status: 202, schema: WebhookEventBody },
    once: 'optional',
    async handle({ deps, params }) {
      await deps.store.redeliver(params.id, deps.now());
      const event = await deps.store.findWebhookEvent(params.id);
      if (event === undefined) throw new CheckoutError('not_found', 'There is no such event.');
      return { body: toWebhookEventBody(event) };
    },
  }),
];

export const recordRoutes: readonly ApiRoute[] = [
  ...eventRoutes,
  route({
    method: 'GET',
    path: '/operations',
    group: 'Operations',
    name: 'listOperations',
    summary: 'List payouts and issuing operations, newest first',
    scope: 'read',
    errors: [],
    query: z.strictObject({
      operation: z.optional(z.string()),
      status: z.optional(OperationStatusName),
      ...page,
    }),
    answer: { status: 200, schema: pageOf('operations', Operation) },
    once: 'none',
    async handle({ deps, query }) {
      const { operation: name, status, cursor } = query;
      const found = await deps.store.listOperations({ name, status, cursor, limit: limitOf(query) });
      return { body: { operations: found.entries.map(toOperationBody), next_cursor: found.nextCursor } };
    },
  }),
  route({
    method: 'GET',
    path: '/operations/:id',
    group: 'Operations',
    name: 'getOperation',
    summary: 'One payout or issuing operation',
    scope: 'read',
    errors: ['not_found'],
    answer: { status: 200, schema: Operation },
    once: 'none',
    async handle({ deps, params }) {
      const operation = await deps.store.findOperation(params.id);
      if (operation === undefined) throw new CheckoutError('not_found', 'There is no such operation.');
      return { body: toOperationBody(operation) };
    },
  }),
  route({
    method: 'POST',
    path: '/operations/:id/resolve',
    group: 'Operations',
    name: 'resolveOperation',
    summary: 'Resolve an operation that nobody else could',
    scope: 'resolve',
    errors: ['not_found', 'wrong_state'],
    body: Resolution(['succeeded', 'refused']),
    answer: { status: 200, schema: Operation },
    once: 'required',
    async handle({ deps, params, body }) {
      const operation = await deps.store.findOperation(params.id);
      if (operation === undefined) throw new CheckoutError('not_found', 'There is no such operation.');
      const isOpen = operation.status === 'unknown' || operation.status === 'in_progress';
      const changed = isOpen
        ? await deps.store.updateOperation({
            id: operation.id,
            version: operation.version,
            changes: { status: body.status, message: `resolved: ${maskCardNumbers(body.reason)}`, alerts: [] },
            at: deps.now(),
            checkAt: null,
          })
        : undefined;
      if (changed === undefined) throw new CheckoutError('wrong_state', `The operation is ${operation.status}.`);
      return { body: toOperationBody(changed) };
    },
  }),
  route({
    method: 'GET',
    path: '/audit',
    group: 'Operations',
    name: 'listAudit',
    summary: 'Who did what, newest first',
    scope: 'read',
    errors: [],
    query: z.strictObject({
      key_id: z.optional(z.string()),
      action: z.optional(z.string()),
      target: z.optional(z.string()),
      ...page,
    }),
    answer: { status: 200, schema: pageOf('entries', AuditBody) },
    once: 'none',
    async handle({ deps, query }) {
      const { key_id: keyId, action, target, cursor } = query;
      const found = await deps.store.listAudit({ keyId, action, target, cursor, limit: limitOf(query) });
      const entries = found.entries.map(({ at, key_id: key_id, request_id: request_id, ...entry }) => ({
        ...entry,
        at: toMoment(at),
        key_id,
        request_id,
      }));
      return { body: { entries, next_cursor: found.nextCursor } };
    },
  }),
];
