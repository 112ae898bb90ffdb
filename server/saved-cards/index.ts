/** Shoppers' saved cards and their gateway tokens. No token leaves the server. */
export { afterSaving, toSavedCard } from './save-card.ts';
export { toSavedCardBody } from './saved-card-body.ts';
export {
  deleteShopperCard,
  findPayingCard,
  listCardsToShow,
  type PayingCard,
  savesCards,
  SESSION_CARD_TOKEN_ID,
  tokenIdOf,
  withoutToken,
} from './saved-cards.ts';
