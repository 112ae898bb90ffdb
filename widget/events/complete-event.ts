import type { OutcomeStatus } from '../../shared/contract/index.ts';

/** The session ended, or its payment is paid. A hint for the page: the shop asks the companion before it ships. */
export class TillgateCompleteEvent extends Event {
  readonly session_id: string;
  readonly payment_id: string | null;
  readonly status: OutcomeStatus;

  constructor(detail: { session_id: string; payment_id: string | null; status: OutcomeStatus }) {
    super('tillgate-complete', { bubbles: true, composed: true });
    this.session_id = detail.session_id;
    this.payment_id = detail.payment_id;
    this.status = detail.status;
  }
}

declare global {
  interface HTMLElementEventMap {
    'tillgate-complete': TillgateCompleteEvent;
  }
}
