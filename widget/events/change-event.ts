/**
 * Another method was chosen, or the form became complete or incomplete. Comes after `tillgate-ready` and never twice alike in
 * a row; holds whether the form could be submitted, never what was typed.
 */
export class TillgateChangeEvent extends Event {
  /** `card` or the interface's payment_method. */
  readonly method: string;
  readonly valid: boolean;

  constructor(method: string, valid: boolean) {
    super('tillgate-change', { bubbles: true, composed: true });
    this.method = method;
    this.valid = valid;
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'tillgate-change': TillgateChangeEvent;
  }
}
