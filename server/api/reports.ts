import * as z from '../../shared/zod.ts';
import { AttentionBody, GrossVolume } from '../../shared/contract/merchant/reports.ts';
import { isTimeZone, readGrossVolume } from '../back-office/index.ts';
import { toIsoUtcTime } from '../../shared/dates.ts';
import { defineRoute, type ApiRoute } from './route.ts';

const DEFAULT_DAYS = 30;

export const reportRoutes: readonly ApiRoute[] = [
  defineRoute({
    method: 'GET',
    path: '/reports/gross-volume',
    group: 'Reports',
    name: 'readGrossVolume',
    summary: 'Sum paid, cancelled and refunded amounts by day or hour, and currency',
    description:
      'The last `days` in `time_zone`, today included, with one entry for each day, or each hour. Default: 30 days in UTC.',
    scope: 'read',
    errors: [],
    query: z.strictObject({
      time_zone: z.optional(z.string().check(z.refine(isTimeZone, 'a time zone such as Europe/Lisbon'))),
      by: z.optional(z.enum(['day', 'hour'])),
      days: z.optional(z.string().check(z.regex(/^([1-9]|[1-8]\d|9[0-2])$/, '1 to 92'))),
    }),
    answer: { status: 200, schema: GrossVolume },
    idempotency: 'none',
    async handle({ deps, query }) {
      const days = Number(query.days ?? DEFAULT_DAYS);
      return {
        body: await readGrossVolume(deps.store, {
          timeZone: query.time_zone ?? 'UTC',
          days,
          byHour: query.by === 'hour',
          now: deps.now(),
        }),
      };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/reports/attention',
    group: 'Reports',
    name: 'readAttention',
    summary: 'Count the payments, refunds, disputes and events that need attention',
    description: 'Counts stop at 1,000.',
    scope: 'read',
    errors: [],
    answer: { status: 200, schema: AttentionBody },
    idempotency: 'none',
    async handle({ deps }) {
      const found = await deps.store.countEntriesNeedingAttention();
      return {
        body: {
          payments: {
            unknown: found.unknownPayments,
            oldest_unknown_at: found.oldestUnknownAt === null ? null : toIsoUtcTime(found.oldestUnknownAt),
            held: found.heldPayments,
            alerted: found.alertedPayments,
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
