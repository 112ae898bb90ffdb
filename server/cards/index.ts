/** Cards sessions: a shopper's saved cards outside a payment. They are listed, removed, made the default and added. */
export {
  beginCardVerification,
  findCardsSession,
  isCardsSessionToken,
  openCardsSession,
  deleteSavedCardOfCardsSession,
  setDefaultSavedCard,
  readCardsView,
} from './cards-session.ts';
