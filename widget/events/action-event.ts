import type { NextAction } from '../../shared/contract/index.ts';

/** The shopper has to pass a challenge, be redirected or be shown a code. Prevented, the page does that itself with `action`. */
export class TillgateActionEvent extends Event {
  /** `challenge`, `redirect` or `code`. */
  readonly kind: NextAction['type'];
  readonly action: NextAction;

  constructor(action: NextAction) {
    super('tillgate-action', { bubbles: true, composed: true, cancelable: true });
    this.kind = action.type;
    this.action = action;
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'tillgate-action': TillgateActionEvent;
  }
}
