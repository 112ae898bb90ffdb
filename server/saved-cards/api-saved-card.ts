import type { MerchantSavedCard } from '../../shared/contract/merchant/saved-cards.ts';
import { toIsoUtcTime } from '../../shared/dates.ts';
import type { SavedCardRecord } from '../store/index.ts';

/** A saved card as the merchant API returns it: without the gateway's token. */
export function toApiSavedCard(card: SavedCardRecord, defaultId: string | undefined): MerchantSavedCard {
  return {
    id: card.id,
    shopper_id: card.shopper_id,
    account: card.account,
    brand: card.brand,
    bin: card.bin,
    last4: card.last4,
    expiry: card.expiry,
    default: card.id === defaultId,
    created_at: toIsoUtcTime(card.created_at),
  };
}
