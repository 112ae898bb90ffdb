import * as z from '../../shared/zod.ts';
import { CheckoutError } from '../../shared/errors.ts';
import {
  ListedWebhookEvent,
  RedeliverEvent,
  WebhookEventBody,
  WebhookEventWithDeliveries,
} from '../../shared/contract/merchant/webhook-events.ts';
import { endpointNamesForEvent } from '../webhooks/endpoint.ts';
import { toApiEndpointDelivery, toApiListedWebhookEvent, toApiWebhookEvent } from '../webhooks/event-body.ts';
import { toIsoUtcTime } from '../../shared/dates.ts';
import { accountQuery } from './accounts.ts';
import { defineRoute, type ApiRoute } from './route.ts';
import { createdRangeQuery, createdRangeInMs, pageSizeOf, pageQuery, pageSchema } from './schemas.ts';

/** Webhook events, their deliveries, and another delivery on request. */
export const eventRoutes: readonly ApiRoute[] = [
  defineRoute({
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
      ...accountQuery,
      ...createdRangeQuery,
      ...pageQuery,
    }),
    answer: { status: 200, schema: pageSchema('events', ListedWebhookEvent) },
    idempotency: 'none',
    async handle({ deps, query }) {
      const { type, state, ref, account, cursor } = query;
      const page = { ...createdRangeInMs(query), cursor, limit: pageSizeOf(query) };
      const found = await deps.store.listWebhookEvents({ type, state, ref, account, ...page });
      return { body: { events: found.entries.map(toApiListedWebhookEvent), next_cursor: found.nextCursor } };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/events/:id',
    group: 'Events',
    name: 'getEvent',
    summary: 'One event with its deliveries',
    scope: 'read',
    errors: ['not_found'],
    answer: { status: 200, schema: WebhookEventWithDeliveries },
    idempotency: 'none',
    async handle({ deps, params }) {
      const event = await deps.store.findWebhookEvent(params.id);
      if (event === undefined) throw new CheckoutError('not_found', 'There is no such event.');
      const deliveries = (await deps.store.listDeliveryAttempts(event.id)).map(
        ({ endpoint, at, status, error, duration_ms: durationMs }) => ({
          endpoint,
          at: toIsoUtcTime(at),
          status,
          error,
          duration_ms: durationMs,
        }),
      );
      const endpoints = (await deps.store.listEventDeliveriesByEndpoint(event.id)).map(toApiEndpointDelivery);
      return { body: { ...toApiWebhookEvent(event), endpoints, deliveries } };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/events/:id/redeliver',
    group: 'Events',
    name: 'redeliverEvent',
    summary: 'Deliver an event again',
    scope: 'pay',
    errors: ['not_found', 'invalid_request'],
    body: RedeliverEvent,
    answer: { status: 202, schema: WebhookEventBody },
    idempotency: 'optional',
    async handle({ deps, params, body }) {
      const event = await deps.store.findWebhookEvent(params.id);
      if (event === undefined) throw new CheckoutError('not_found', 'There is no such event.');
      const names = endpointNamesForEvent(deps.webhooks, event);
      if (body.endpoint !== undefined && !names.includes(body.endpoint)) {
        const rule = names.length === 0 ? 'absent: no endpoint receives such events' : `one of ${names.join(', ')}`;
        throw new CheckoutError('invalid_request', undefined, {
          fields: [{ path: 'endpoint', code: 'not_allowed', rule }],
        });
      }
      await deps.store.redeliverEvent(event.id, body.endpoint === undefined ? names : [body.endpoint], deps.now());
      return { body: toApiWebhookEvent((await deps.store.findWebhookEvent(event.id)) ?? event) };
    },
  }),
];
