/** Shoppers' saved cards and their gateway tokens. No token leaves the server. */
export { withoutTokenOnceSaved, findCardToSave } from './save-card.ts';
export { toApiSavedCard } from './api-saved-card.ts';
export {
  deleteShopperCard,
  findCardOfSubmit,
  listCardsToShow,
  type CardOfSubmit,
  offersSavedCards,
  SESSION_CARD_TOKEN_ID,
  tokenIdOf,
  withCardToSave,
  withoutToken,
} from './saved-cards.ts';
