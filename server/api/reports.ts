import * as z from 'zod/mini';
import { AttentionBody, Takings } from '../../shared/contract/merchant/reports.ts';
import { isTimeZone, readTakings } from '../merchant/read-takings.ts';
import { toMoment } from '../payments/bodies.ts';
import { route, type ApiRoute } from './route.ts';

const DEFAULT_DAYS = 30;

export const reportRoutes: readonly ApiRoute[] = [
  route({
    method: 'GET',
    path: '/reports/takings',
    group: 'Reports',
    name: 'readTakings',
    summary: 'What was paid, undone and refunded, by day and currency',
    description: 'The last days as a time zone counts them, today included; 30 in UTC where nothing else is asked for.',
    scope: 'read',
    query: z.strictObject({
      time_zone: z.optional(z.string().check(z.refine(isTimeZone, 'a time zone such as Europe/Lisbon'))),
      days: z.optional(z.string().check(z.regex(/^([1-9]|[1-8]\d|9[0-2])$/, '1 to 92'))),
    }),
    answer: { status: 200, schema: Takings },
    once: 'none',
    async handle({ deps, query }) {
      const days = Number(query.days ?? DEFAULT_DAYS);
      return { body: await readTakings(deps.store, { timeZone: query.time_zone ?? 'UTC', days, now: deps.now() }) };
    },
  }),
  route({
    method: 'GET',
    path: '/reports/attention',
    group: 'Reports',
    name: 'readAttention',
    summary: 'What waits for a person',
    description: 'Counts stop at 1,000.',
    scope: 'read',
    answer: { status: 200, schema: AttentionBody },
    once: 'none',
    async handle({ deps }) {
      const found = await deps.store.countAttention();
      return {
        body: {
          payments: {
            unknown: found.unknownPayments,
            oldest_unknown_at: found.oldestUnknownAt === null ? null : toMoment(found.oldestUnknownAt),
            held: found.heldPayments,
            alarmed: found.alarmedPayments,
          },
          refunds: { unknown: found.unknownRefunds },
          operations: { unknown: found.unknownOperations },
          disputes: { received: found.openDisputes },
          events: { waiting: found.waitingEvents, given_up: found.givenUpEvents },
        },
      };
    },
  }),
];
