// Made from the routes of the merchant API by test/architecture/client.test.ts. Do not edit.
import type { CreateCardsSession, CreatedCardsSession } from '../../../shared/contract/merchant/cards-sessions.ts';
import type { ApiCallDefinition, WriteOptions } from '../call.ts';

export type { CreateCardsSession, CreatedCardsSession } from '../../../shared/contract/merchant/cards-sessions.ts';

/** `tillgate.cardsSessions` */
export interface CardsSessionsApi {
  /**
   * Open a shopper’s list of saved cards.
   *
   * For `<tillgate-cards>` on the page of a shopper who is signed in. The response holds the token, once; it gives
   * access to the saved cards of this shopper only.
   *
   * `POST /v1/cards-sessions`, scope `pay`.
   * @throws TillgateError with a code of each call
   * @example
   * await tillgate.cardsSessions.create({
   *   shopper: {
   *     id: '...',
   *     email: '...'
   *   },
   *   currency: 'EUR',
   *   return_url: 'https://shop.example/thank-you'
   * });
   */
  create(body: CreateCardsSession, options?: WriteOptions): Promise<CreatedCardsSession>;
}

export const cardsSessionsEndpoints = {
  create: { method: 'POST', path: '/cards-sessions', input: 'body', isRead: false },
} as const satisfies Record<keyof CardsSessionsApi, ApiCallDefinition>;
