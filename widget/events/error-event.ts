import type { ErrorCode } from '../../shared/errors.ts';

/** An error that the form shows to the shopper. */
export class TillgateErrorEvent extends Event {
  readonly code: ErrorCode;
  readonly retryable: boolean;

  constructor(code: ErrorCode, retryable: boolean) {
    super('tillgate-error', { bubbles: true, composed: true });
    this.code = code;
    this.retryable = retryable;
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'tillgate-error': TillgateErrorEvent;
  }
}
