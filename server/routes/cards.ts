import { Hono, type Context } from 'hono';
import { CheckoutError } from '../../shared/errors.ts';
import type { ErrorCodesOfCall } from '../api/index.ts';
import {
  beginVerification,
  findCardsSession,
  isCardsToken,
  removeCard,
  setDefaultCard,
  toCardsView,
} from '../cards/index.ts';
import { readBearer, type AppEnv } from '../http/index.ts';
import type { Companion } from '../companion.ts';
import type { CardsSessionRecord } from '../store/index.ts';

/** The calls of this file with their error codes. */
export const CARDS_CALLS: readonly ErrorCodesOfCall[] = [
  { method: 'GET', path: '/checkout/cards', errors: ['unauthenticated'] },
  {
    method: 'POST',
    path: '/checkout/cards',
    errors: ['unauthenticated', 'not_configured', 'too_many_attempts', 'invalid_request'],
  },
  { method: 'POST', path: '/checkout/cards/:id/default', errors: ['unauthenticated', 'not_found'] },
  { method: 'DELETE', path: '/checkout/cards/:id', errors: ['unauthenticated'] },
];

/** The calls of `<tillgate-cards>`, under `/checkout`. Each is about the shopper of the token's cards session. */
export function cardsRoutes(deps: Companion): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get('/cards', async (c) => c.json(await toCardsView(deps, await sessionOf(deps, c))));
  app.post('/cards', async (c) => c.json(await beginVerification(deps, await sessionOf(deps, c)), 201));
  app.post('/cards/:id/default', async (c) =>
    c.json(await setDefaultCard(deps, await sessionOf(deps, c), c.req.param('id'))),
  );
  app.delete('/cards/:id', async (c) => c.json(await removeCard(deps, await sessionOf(deps, c), c.req.param('id'))));
  return app;
}

/** @throws CheckoutError `unauthenticated` alike for a missing, an unknown and an expired token */
async function sessionOf(deps: Companion, c: Context): Promise<CardsSessionRecord> {
  const token = readBearer(c.req.header('authorization')) ?? '';
  const session = isCardsToken(token) ? await findCardsSession(deps, token) : undefined;
  if (session === undefined) throw new CheckoutError('unauthenticated');
  return session;
}
