import { CheckoutError } from '../../shared/errors.ts';

/** A write that would take a value of another payment; nothing was written. */
export class TakenError extends CheckoutError {
  readonly field: 'transaction_id' | 'recurring_id';

  constructor(field: TakenError['field'], cause?: unknown) {
    super('reference_taken', `The ${field} belongs to another payment.`, { cause });
    this.field = field;
  }
}
