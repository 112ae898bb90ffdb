/** The session is shown: the form with its fields, or, without any, how a session that is already over ended. */
export class TillgateReadyEvent extends Event {
  constructor() {
    super('tillgate-ready', { bubbles: true, composed: true });
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'tillgate-ready': TillgateReadyEvent;
  }
}
