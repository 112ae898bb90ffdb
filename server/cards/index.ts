/** Cards sessions: a shopper's saved cards outside a payment. They are listed, removed, made the default and added. */
export {
  beginVerification,
  findCardsSession,
  isCardsToken,
  openCardsSession,
  removeCard,
  setDefaultCard,
  toCardsView,
} from './cards-session.ts';
