import * as z from '../../shared/zod.ts';
import { CreateSession, SessionStatus } from '../../shared/contract/create-session.ts';
import { UpdateSession } from '../../shared/contract/update-session.ts';
import { CreatedSession, Session, UpdatedSession } from '../../shared/contract/merchant/sessions.ts';
import { toApiSession, createSession, expireSession, requireSession, updateSession } from '../sessions/index.ts';
import { depsForAccount, depsForOrder } from '../companion-deps.ts';
import { accountQuery } from './accounts.ts';
import { defineRoute, type ApiRoute } from './route.ts';
import { createdRangeInMs, createdRangeQuery, pageSizeOf, pageQuery, pageSchema } from './schemas.ts';

export const sessionRoutes: readonly ApiRoute[] = [
  defineRoute({
    method: 'POST',
    path: '/sessions',
    group: 'Sessions',
    name: 'createSession',
    summary: 'Open a session for one order',
    description:
      'The shop’s server sets the items and the amount here; the browser cannot change them. The response holds the ' +
      'token for the element or the hosted page, once.',
    scope: 'pay',
    errors: ['reference_taken'],
    body: CreateSession,
    answer: { status: 201, schema: CreatedSession },
    idempotency: 'optional',
    async handle({ deps, body }) {
      const { session, token, warnings } = await createSession(depsForOrder(deps, body), body);
      const url = `${deps.settings.publicUrl}/pay/${token}`;
      const told = await toApiSession(deps, session);
      return { body: { ...told, token, url, ...(warnings.length > 0 ? { warnings } : {}) }, target: session.id };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/sessions',
    group: 'Sessions',
    name: 'listSessions',
    summary: 'List sessions, newest first',
    scope: 'read',
    errors: [],
    query: z.strictObject({
      status: z.optional(SessionStatus),
      /** `true`: only sessions whose payment is held for a review. */
      held: z.optional(z.literal('true')),
      order_no: z.optional(z.string()),
      ...accountQuery,
      ...createdRangeQuery,
      ...pageQuery,
    }),
    answer: { status: 200, schema: pageSchema('sessions', Session) },
    idempotency: 'none',
    async handle({ deps, query }) {
      const found = await deps.store.listSessions({
        status: query.status,
        isHeld: query.held === 'true',
        orderNo: query.order_no,
        account: query.account,
        ...createdRangeInMs(query),
        now: deps.now(),
        cursor: query.cursor,
        limit: pageSizeOf(query),
      });
      const sessions = await Promise.all(found.entries.map((session) => toApiSession(deps, session)));
      return { body: { sessions, next_cursor: found.nextCursor } };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/sessions/:id',
    group: 'Sessions',
    name: 'getSession',
    summary: 'One session with its outcome',
    scope: 'read',
    errors: ['not_found'],
    answer: { status: 200, schema: Session },
    idempotency: 'none',
    async handle({ deps, params }) {
      return { body: await toApiSession(deps, await requireSession(deps, params.id)) };
    },
  }),
  defineRoute({
    method: 'PATCH',
    path: '/sessions/:id',
    group: 'Sessions',
    name: 'updateSession',
    summary: 'Change the order of an open session',
    description:
      'Given properties replace those of the session; the others stay. A form that shows the sum before pays nothing: it shows the new one first.',
    scope: 'pay',
    errors: ['not_found', 'version_conflict', 'payment_in_progress', 'session_closed', 'session_expired'],
    body: UpdateSession,
    answer: { status: 200, schema: UpdatedSession },
    idempotency: 'optional',
    async handle({ deps, params, body }) {
      const found = await requireSession(deps, params.id);
      const { session, warnings } = await updateSession(depsForAccount(deps, found.account), found, body);
      return { body: { ...(await toApiSession(deps, session)), ...(warnings.length > 0 ? { warnings } : {}) } };
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/sessions/:id/expire',
    group: 'Sessions',
    name: 'expireSession',
    summary: 'End an open session',
    scope: 'pay',
    errors: ['not_found', 'wrong_state'],
    answer: { status: 200, schema: Session },
    idempotency: 'optional',
    async handle({ deps, params }) {
      return { body: await toApiSession(deps, await expireSession(deps, params.id)) };
    },
  }),
];
