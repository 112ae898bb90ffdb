import { CheckoutError } from '../../shared/errors.ts';

/** A write that would take a value of another payment; nothing was written. */
export class GatewayIdTakenError extends CheckoutError {
  readonly field: 'transaction_id' | 'recurring_id';

  constructor(field: GatewayIdTakenError['field'], cause?: unknown) {
    super('reference_taken', `The ${field} belongs to another payment.`, { cause });
    this.field = field;
  }
}
