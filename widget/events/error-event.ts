import type { ErrorCode } from '../../shared/errors.ts';

/** Something went wrong that the shopper was told about. */
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
