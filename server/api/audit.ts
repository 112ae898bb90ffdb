import * as z from '../../shared/zod.ts';
import { AuditEntryBody } from '../../shared/contract/merchant/audit.ts';
import { toIsoUtcTime } from '../../shared/dates.ts';
import { defineRoute, type ApiRoute } from './route.ts';
import { dateOrTimeField, pageSizeOf, pageQuery, pageSchema } from './schemas.ts';

/** The audit log: every call that changed something, and who made it. */
export const auditRoutes: readonly ApiRoute[] = [
  defineRoute({
    method: 'GET',
    path: '/audit',
    group: 'Operations',
    name: 'listAudit',
    summary: 'Who did what, newest first',
    scope: 'read',
    errors: [],
    query: z.strictObject({
      key_id: z.optional(z.string()),
      via: z.optional(AuditEntryBody.shape.via),
      action: z.optional(z.string()),
      target: z.optional(z.string()),
      from: z.optional(dateOrTimeField),
      to: z.optional(dateOrTimeField),
      ...pageQuery,
    }),
    answer: { status: 200, schema: pageSchema('entries', AuditEntryBody) },
    idempotency: 'none',
    async handle({ deps, query, caller }) {
      const { key_id: keyId, via, action, target, from, to, cursor } = query;
      const found = await deps.store.listAudit({
        // A key that is bound to accounts sees what it did itself.
        keyId: caller.accounts === null ? keyId : caller.id,
        via,
        action,
        target,
        from: from === undefined ? undefined : Date.parse(from),
        to: to === undefined ? undefined : Date.parse(to),
        cursor,
        limit: pageSizeOf(query),
      });
      const entries = found.entries.map((entry) => ({ ...entry, at: toIsoUtcTime(entry.at) }));
      return { body: { entries, next_cursor: found.nextCursor } };
    },
  }),
];
