/**
 * The brand or the first six digits of the card number that the shopper types changed. Comes after `tillgate-ready`, never
 * twice alike in a row, and holds no further digit.
 */
export class TillgateCardEvent extends Event {
  /** The id of the brand, such as `visa`; empty while it is not certain. */
  readonly brand: string;
  /** The first six digits; empty until there are six, and in an isolated form. */
  readonly bin: string;

  constructor(brand: string, bin: string) {
    super('tillgate-card', { bubbles: true, composed: true });
    this.brand = brand;
    this.bin = bin;
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'tillgate-card': TillgateCardEvent;
  }
}
