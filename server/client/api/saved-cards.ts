// Made from the routes of the merchant API by test/architecture/client.test.ts. Do not edit.
import type { DeletedSavedCard, MerchantSavedCard } from '../../../shared/contract/merchant/saved-cards.ts';
import type { ApiCallDefinition, CallOptions, PagedList, WriteOptions } from '../call.ts';

export type { DeletedSavedCard, MerchantSavedCard } from '../../../shared/contract/merchant/saved-cards.ts';

export interface ListSavedCardsQuery {
  shopper_id: string;
  account?: string | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
}

export interface ListSavedCardsResponse {
  saved_cards: MerchantSavedCard[];
  next_cursor: string | null;
}

/** `tillgate.savedCards` */
export interface SavedCardsApi {
  /**
   * List a shopper’s saved cards, newest first.
   *
   * `GET /v1/saved-cards`, scope `read`.
   * @throws TillgateError with a code of each call
   * @example
   * for await (const savedCard of tillgate.savedCards.list({ shopper_id: '...' })) console.log(savedCard);
   */
  list(query: ListSavedCardsQuery, options?: CallOptions): PagedList<ListSavedCardsResponse, MerchantSavedCard>;
  /**
   * Delete a saved card.
   *
   * It is offered no more and pays no more. Forgetting one that is gone already is fine.
   *
   * `DELETE /v1/saved-cards/{id}`, scope `pay`.
   * @throws TillgateError `not_found`, or a code of each call
   * @example
   * await tillgate.savedCards.delete(id);
   */
  delete(id: string, options?: WriteOptions): Promise<DeletedSavedCard>;
}

export const savedCardsEndpoints = {
  list: { method: 'GET', path: '/saved-cards', input: 'query', isRead: true, list: 'saved_cards' },
  delete: { method: 'DELETE', path: '/saved-cards/:id', isRead: false },
} as const satisfies Record<keyof SavedCardsApi, ApiCallDefinition>;
