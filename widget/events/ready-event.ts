/** The form is there and can be used. */
export class TillgateReadyEvent extends Event {
  constructor() {
    super('tillgate-ready', { bubbles: true, composed: true });
  }
}

declare global {
  interface HTMLElementEventMap {
    'tillgate-ready': TillgateReadyEvent;
  }
}
