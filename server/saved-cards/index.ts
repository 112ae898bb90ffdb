/** Shoppers' saved cards and their gateway tokens. No token leaves the server. */
export { withoutTokenOnceSaved, toSavedCard } from './save-card.ts';
export { toSavedCardBody } from './saved-card-body.ts';
export {
  deleteShopperCard,
  findCardPaidByToken,
  listCardsToShow,
  type CardPaidByToken,
  offersSavedCards,
  SESSION_CARD_TOKEN_ID,
  tokenIdOf,
  withCardToSave,
  withoutToken,
} from './saved-cards.ts';
