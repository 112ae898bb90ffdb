import { VendureEvent, type RequestContext } from '@vendure/core';
import type { Payment } from '../../server/client/index.ts';

/** A payment that does not fit its order. The transaction that met it is rolled back. */
export class PaymentOrderMismatchError extends Error {
  override readonly name = 'PaymentOrderMismatchError';
}

/** Money came that no order can take. The order's notes say the same. */
export class UnplacedPaymentEvent extends VendureEvent {
  readonly ctx: RequestContext;
  /** The companion's payment. */
  readonly payment: Payment;
  /** The order it was made for, if that still exists. */
  readonly orderCode: string | undefined;
  /** Why the order cannot take it. */
  readonly reason: string;
  /** `refunded`: refunded or voided, or about to be. `raised`: a person decides. `failed`: the gateway refused. */
  readonly action: 'refunded' | 'raised' | 'failed';

  constructor(given: Omit<UnplacedPaymentEvent, 'createdAt'>) {
    super();
    this.ctx = given.ctx;
    this.payment = given.payment;
    this.orderCode = given.orderCode;
    this.reason = given.reason;
    this.action = given.action;
  }
}
