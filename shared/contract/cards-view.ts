import type { SavedCard } from './session-view.ts';

/** A saved card of the list, and whether it is the shopper's default. */
export interface ListedSavedCard extends SavedCard {
  default: boolean;
}

/** The response of `GET /checkout/cards` and of each change: what `<tillgate-cards>` shows. */
export interface CardsView {
  /** Newest first. */
  cards: ListedSavedCard[];
  /** The amount that saves a card: zero, or one that is released at once. Null where the gateway cannot save one so. */
  verification: { amount: string; currency: string } | null;
  locale: string | null;
}

/** The response of `POST /checkout/cards`: the session in which the shopper types the card. */
export interface CardVerificationSession {
  session: string;
}
