import { CheckoutError } from '../../shared/errors.ts';
import { CreateSession } from '../../shared/contract/create-session.ts';
import { OpenedSession, Session } from '../../shared/contract/merchant/payments.ts';
import { toSessionBody } from '../payments/bodies.ts';
import { createSession } from '../payments/create-session.ts';
import { expireSession } from '../payments/expire-session.ts';
import { route, type ApiRoute } from './route.ts';

export const sessionRoutes: readonly ApiRoute[] = [
  route({
    method: 'POST',
    path: '/sessions',
    group: 'Sessions',
    name: 'createSession',
    summary: 'Open a session for one order',
    description: 'Fixes the order. The token goes to the element or into the hosted page’s address, and is shown once.',
    scope: 'pay',
    body: CreateSession,
    answer: { status: 201, schema: OpenedSession },
    once: 'optional',
    async handle({ deps, body }) {
      const { session, token, warnings } = await createSession(deps, body);
      const url = `${deps.settings.publicUrl}/pay/${token}`;
      const told = await toSessionBody(deps, session);
      return { body: { ...told, token, url, ...(warnings.length > 0 ? { warnings } : {}) } };
    },
  }),
  route({
    method: 'GET',
    path: '/sessions/:id',
    group: 'Sessions',
    name: 'getSession',
    summary: 'Where a session stands',
    scope: 'read',
    answer: { status: 200, schema: Session },
    once: 'none',
    async handle({ deps, params }) {
      const session = await deps.store.findSession(params.id);
      if (session === undefined) throw new CheckoutError('not_found', 'There is no such session.');
      return { body: await toSessionBody(deps, session) };
    },
  }),
  route({
    method: 'POST',
    path: '/sessions/:id/expire',
    group: 'Sessions',
    name: 'expireSession',
    summary: 'End an open session',
    scope: 'pay',
    answer: { status: 200, schema: Session },
    once: 'optional',
    async handle({ deps, params }) {
      return { body: await toSessionBody(deps, await expireSession(deps, params.id)) };
    },
  }),
];
