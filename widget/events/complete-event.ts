/** The session ended, or its payment is paid. Unverified: the shop's server queries the companion before it ships. */
export class TillgateCompleteEvent extends Event {
  readonly session_id: string;
  readonly payment_id: string | null;
  /** How the session ended; everything else that a payment can be is no end. */
  readonly status: 'paid' | 'declined' | 'expired';

  constructor(detail: Pick<TillgateCompleteEvent, 'session_id' | 'payment_id' | 'status'>) {
    super('tillgate-complete', { bubbles: true, composed: true });
    this.session_id = detail.session_id;
    this.payment_id = detail.payment_id;
    this.status = detail.status;
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'tillgate-complete': TillgateCompleteEvent;
  }
}
