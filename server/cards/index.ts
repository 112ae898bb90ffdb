/** Cards sessions: a shopper's saved cards outside a payment. They are listed, removed, made the default and added. */
export {
  beginCardVerification,
  findCardsSession,
  isCardsToken,
  createCardsSession,
  deleteSavedCardOfCardsSession,
  setDefaultSavedCard,
  toCardsView,
} from './cards-session.ts';
