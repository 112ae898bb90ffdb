/** The shopper pays. Prevented, nothing is sent and the form stays as it is. */
export class TillgateSubmitEvent extends Event {
  readonly method: string;

  constructor(method: string) {
    super('tillgate-submit', { bubbles: true, composed: true, cancelable: true });
    this.method = method;
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'tillgate-submit': TillgateSubmitEvent;
  }
}
