import * as z from '../../shared/zod.ts';
import { DeletedSavedCard, MerchantSavedCard } from '../../shared/contract/merchant/saved-cards.ts';
import { MAX_PROFILE_FIELD_LENGTHS, requiredText } from '../../shared/interface/formats.ts';
import { toApiSavedCard } from '../saved-cards/index.ts';
import { accountQuery } from './accounts.ts';
import { defineRoute, type ApiRoute } from './route.ts';
import { pageSizeOf, pageQuery, pageSchema } from './schemas.ts';

export const savedCardRoutes: readonly ApiRoute[] = [
  defineRoute({
    method: 'GET',
    path: '/saved-cards',
    group: 'Saved cards',
    name: 'listSavedCards',
    summary: 'List a shopper’s saved cards, newest first',
    scope: 'read',
    errors: [],
    query: z.strictObject({
      shopper_id: requiredText(MAX_PROFILE_FIELD_LENGTHS.shopper_id),
      ...accountQuery,
      ...pageQuery,
    }),
    answer: { status: 200, schema: pageSchema('saved_cards', MerchantSavedCard) },
    idempotency: 'none',
    async handle({ deps, query }) {
      const { shopper_id: shopperId, account, cursor } = query;
      const found = await deps.store.listSavedCards({ shopperId, account, cursor, limit: pageSizeOf(query) });
      const accounts = [...new Set(found.entries.map((card) => card.account))];
      const preferred = await Promise.all(accounts.map((name) => deps.store.findDefaultCard(shopperId, [name])));
      const cards = found.entries.map((card) => toApiSavedCard(card, preferred[accounts.indexOf(card.account)]?.id));
      return { body: { saved_cards: cards, next_cursor: found.nextCursor } };
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/saved-cards/:id',
    group: 'Saved cards',
    name: 'deleteSavedCard',
    summary: 'Delete a saved card',
    description: 'It is offered no more and pays no more. Forgetting one that is gone already is fine.',
    scope: 'pay',
    errors: ['not_found'],
    answer: { status: 200, schema: DeletedSavedCard },
    idempotency: 'optional',
    async handle({ deps, params }) {
      return { body: { id: params.id, deleted: await deps.store.deleteSavedCard(params.id) } };
    },
  }),
];
