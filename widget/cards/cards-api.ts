import type { CardsView, CardVerificationSession } from '../../shared/contract/index.ts';
import { createApiCall, type Fetch } from '../api/checkout-api.ts';

/** The calls of `<tillgate-cards>`; each rejects with a CheckoutError. */
export interface CardsApi {
  read(signal: AbortSignal): Promise<CardsView>;
  remove(tokenId: string): Promise<CardsView>;
  prefer(tokenId: string): Promise<CardsView>;
  /** Begins to add a card. */
  add(): Promise<CardVerificationSession>;
}

export function createCardsApi(server: string, token: string, send: Fetch): CardsApi {
  const call = createApiCall(server, send, token);
  const pathOf = (tokenId: string): string => `cards/${encodeURIComponent(tokenId)}`;
  return {
    read: (signal) => call('cards', { signal }),
    remove: (tokenId) => call(pathOf(tokenId), { method: 'DELETE' }),
    prefer: (tokenId) => call(`${pathOf(tokenId)}/default`, { method: 'POST' }),
    add: () => call('cards', { method: 'POST' }),
  };
}
