import { Hono, type Context } from 'hono';
import { CheckoutError } from '../../shared/errors.ts';
import type { CallErrorCodes } from '../api/index.ts';
import {
  beginCardVerification,
  findCardsSession,
  isCardsSessionToken,
  deleteSavedCardOfCardsSession,
  setDefaultSavedCard,
  readCardsView,
} from '../cards/index.ts';
import { readBearer, type AppEnv } from '../http/index.ts';
import { depsForAccount, withLog, type AccountDeps, type CompanionDeps } from '../companion-deps.ts';
import type { CardsSessionRecord } from '../store/index.ts';

/** The calls of this file with their error codes. */
export const SAVED_CARDS_CALL_ERRORS: readonly CallErrorCodes[] = [
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
export function savedCardsRoutes(deps: CompanionDeps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get('/cards', async (c) => {
    const { own, session } = await sessionOf(deps, c);
    return c.json(await readCardsView(own, session));
  });
  app.post('/cards', async (c) => {
    const { own, session } = await sessionOf(deps, c);
    return c.json(await beginCardVerification(own, session), 201);
  });
  app.post('/cards/:id/default', async (c) => {
    const { own, session } = await sessionOf(deps, c);
    return c.json(await setDefaultSavedCard(own, session, c.req.param('id')));
  });
  app.delete('/cards/:id', async (c) => {
    const { own, session } = await sessionOf(deps, c);
    return c.json(await deleteSavedCardOfCardsSession(own, session, c.req.param('id')));
  });
  return app;
}

/**
 * The cards session of the request's token, with the dependencies of its account.
 * @throws CheckoutError `unauthenticated` alike for a missing, an unknown and an expired token
 */
async function sessionOf(
  deps: CompanionDeps,
  c: Context<AppEnv>,
): Promise<{ own: AccountDeps; session: CardsSessionRecord }> {
  const token = readBearer(c.req.header('authorization')) ?? '';
  const session = isCardsSessionToken(token) ? await findCardsSession(deps, token) : undefined;
  if (session === undefined) throw new CheckoutError('unauthenticated');
  return { own: depsForAccount(withLog(deps, c.get('log')), session.account), session };
}
