import { CreateCardsSession, CreatedCardsSession } from '../../shared/contract/merchant/cards-sessions.ts';
import { depsForOrder } from '../companion-deps.ts';
import { openCardsSession } from '../cards/index.ts';
import { defineRoute, type ApiRoute } from './route.ts';

export const cardsSessionRoutes: readonly ApiRoute[] = [
  defineRoute({
    method: 'POST',
    path: '/cards-sessions',
    group: 'Saved cards',
    name: 'createCardsSession',
    summary: 'Open a shopper’s list of saved cards',
    description:
      'For `<tillgate-cards>` on the page of a shopper who is signed in. The response holds the token, once; it gives access ' +
      'to the saved cards of this shopper only.',
    scope: 'pay',
    errors: [],
    body: CreateCardsSession,
    answer: { status: 201, schema: CreatedCardsSession },
    idempotency: 'optional',
    async handle({ deps, body }) {
      const opened = await openCardsSession(depsForOrder(deps, body), body);
      return { body: opened, target: opened.id };
    },
  }),
];
