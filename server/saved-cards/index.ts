/** Shoppers' saved cards and their gateway tokens. No token leaves the server. */
export { changesThatRemoveToken, findCardToSave } from './save-card.ts';
export { toApiSavedCard } from './api-saved-card.ts';
export {
  deleteSavedCardOfSession,
  findTokenCardOfSubmit,
  listSavedCardsOfSession,
  type TokenCardOfSubmit,
  offersSavedCards,
  SESSION_CARD_TOKEN_ID,
  unmaskedTokenIdOf,
  withSaveCardForVerification,
  omitToken,
} from './saved-cards.ts';
