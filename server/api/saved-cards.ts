import * as z from 'zod/mini';
import { DeletedSavedCard, MerchantSavedCard } from '../../shared/contract/merchant/saved-cards.ts';
import { FIELD_LIMITS, filled } from '../../shared/interface/identifiers.ts';
import { toSavedCardBody } from '../saved-cards/index.ts';
import { route, type ApiRoute } from './route.ts';
import { limitOf, page, pageOf } from './schemas.ts';

export const savedCardRoutes: readonly ApiRoute[] = [
  route({
    method: 'GET',
    path: '/saved-cards',
    group: 'Saved cards',
    name: 'listSavedCards',
    summary: 'List a shopper’s saved cards, newest first',
    scope: 'read',
    errors: [],
    query: z.strictObject({ shopper_id: filled(FIELD_LIMITS.shopper_id), ...page }),
    answer: { status: 200, schema: pageOf('saved_cards', MerchantSavedCard) },
    idempotency: 'none',
    async handle({ deps, query }) {
      const { shopper_id: shopperId, cursor } = query;
      const found = await deps.store.listSavedCards({ shopperId, cursor, limit: limitOf(query) });
      return { body: { saved_cards: found.entries.map(toSavedCardBody), next_cursor: found.nextCursor } };
    },
  }),
  route({
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
