import type {
  ILockingModule,
  IPaymentModuleService,
  IWorkflowEngineService,
  MedusaContainer,
} from '@medusajs/framework/types';
import { Modules } from '@medusajs/framework/utils';
import type { Payment } from '../../server/client/index.ts';
import { isRefundedOrInProgress, voidOrRefundPayment } from '../refunds/void-or-refund-payment.ts';
import { toCompanionAmount, toMedusaAmount } from './amounts.ts';
import { notifyStaff } from './notify-staff.ts';
import type { TillgateOptionsWithClient } from './options.ts';
import {
  findPaymentSessionState,
  isRefundKnownToMedusa,
  type PaymentSessionState,
} from './find-payment-session-state.ts';
import { PAYMENT_SESSION_METADATA_KEY } from './provider.ts';

/** Seconds to wait for another request that settles the same payment or changes the same cart. */
const WAIT = 10;

/** Medusa's kinds of errors that the same call meets again: the cart cannot become an order. */
const LASTING = ['invalid_data', 'not_allowed', 'not_found', 'invalid_argument'];

/** Another request holds the lock. */
export class OrderBusyError extends Error {
  override readonly name = 'OrderBusyError';
}

/** Brings the shop to what the companion says of a payment. Each call may be repeated, in any order. */
export class PaymentSync {
  readonly #scope: MedusaContainer;
  readonly #connection: TillgateOptionsWithClient;

  constructor(scope: MedusaContainer, connection: TillgateOptionsWithClient) {
    this.#scope = scope;
    this.#connection = connection;
  }

  /**
   * Places the order of a payment, captures it or cancels it. Gives back, or raises, what no order can take. Does
   * nothing for a payment that is not from this shop, and while it is unknown whether money moved.
   */
  async settle(paymentId: string): Promise<void> {
    const { client } = this.#connection;
    const { session_id: companionSession } = await client.payments.get(paymentId);
    const sessionId = (await client.sessions.get(companionSession)).metadata[PAYMENT_SESSION_METADATA_KEY];
    if (sessionId === undefined) return;
    await this.#hold(`tillgate:${sessionId}`, async () => {
      const payment = await client.payments.get(paymentId);
      if (payment.status === 'cancelled' || payment.status === 'declined') await this.#cancel(sessionId, payment);
      if (payment.status !== 'paid' && payment.status !== 'held') return;
      const reason = await this.#place(sessionId, payment);
      if (reason !== undefined) await this.#refuse(sessionId, payment, reason);
    });
  }

  /** Raises a refund that failed after the shop counted it. */
  async checkRefund(refundId: string): Promise<void> {
    const { client } = this.#connection;
    const refund = await client.refunds.get(refundId);
    const { refund_reference: reference, payment_id: paymentId } = refund;
    if (isRefundedOrInProgress(refund.status) || paymentId === null) return;
    // Medusa forgets a refund that failed at once.
    if (reference.startsWith('ref_') && !(await isRefundKnownToMedusa(this.#scope, reference))) return;
    const { session_id: companionSession } = await client.payments.get(paymentId);
    if ((await client.sessions.get(companionSession)).metadata[PAYMENT_SESSION_METADATA_KEY] === undefined) return;
    const what = `Refund ${refund.id} of ${refund.refund_amount} ${refund.currency} for payment ${paymentId} failed.`;
    const data = { refund_id: refund.id, payment_id: paymentId };
    const text = `${what} Give the money back in another way.`;
    await notifyStaff(this.#scope, 'tillgate.refund_failed', refund.id, text, data);
  }

  /** @returns why no order can take the payment; undefined if one has */
  async #place(sessionId: string, payment: Payment): Promise<string | undefined> {
    const before = await this.#findSettledPlace(sessionId);
    if (before === undefined || before.isOutdated) return 'the basket changed, or its payment was begun anew';
    if (before.payment?.canceled_at) return 'the shop has cancelled this payment';
    if (payment.amount !== toCompanionAmount(before.amount, before.currency))
      return `the shop expects ${before.amount}`;
    if (before.cartId !== undefined && before.orderId === undefined) {
      const reason = await this.#completeCart(before.cartId);
      if (reason !== undefined) return reason;
    }
    const after = (await this.#findSettledPlace(sessionId)) ?? before;
    if (payment.status === 'paid' ? !after.isBooked : after.payment === undefined) {
      await this.#process(sessionId, payment, after);
      const last = await this.#findSettledPlace(sessionId);
      const isPlaced = last?.cartId === undefined || last.orderId !== undefined;
      if (last?.payment === undefined || !isPlaced) throw new OrderBusyError('The order is not complete yet.');
    }
    return undefined;
  }

  /** Where the payment session stands while nobody completes its cart: an order that fails is there for a moment. */
  async #findSettledPlace(sessionId: string): Promise<PaymentSessionState | undefined> {
    const place = await findPaymentSessionState(this.#scope, sessionId);
    if (place?.cartId === undefined) return place;
    return this.#hold(place.cartId, () => findPaymentSessionState(this.#scope, sessionId));
  }

  /** @returns why the cart cannot become an order; undefined if it has */
  async #completeCart(cartId: string): Promise<string | undefined> {
    const engine = this.#scope.resolve<IWorkflowEngineService>(Modules.WORKFLOW_ENGINE);
    const { errors, transaction } = await engine.run('complete-cart', { input: { id: cartId }, throwOnError: false });
    if (!(transaction as { hasFinished(): boolean }).hasFinished())
      throw new OrderBusyError('The cart is being completed.');
    const error = errors[0]?.error as (Error & { type?: string }) | undefined;
    if (error === undefined) return undefined;
    if (LASTING.includes(error.type ?? '')) return error.message;
    throw error;
  }

  /** Medusa's own workflow records the payment and its capture. */
  async #process(sessionId: string, payment: Payment, { amount }: PaymentSessionState): Promise<void> {
    const engine = this.#scope.resolve<IWorkflowEngineService>(Modules.WORKFLOW_ENGINE);
    const { captured_amount: captured } = payment;
    const input = {
      action: payment.status === 'paid' ? 'captured' : 'authorized',
      data: { session_id: sessionId, amount: captured === null ? amount : toMedusaAmount(captured) },
    };
    await engine.run('process-payment-workflow', { input });
  }

  /** The payment was voided or rejected outside of the shop. */
  async #cancel(sessionId: string, { id }: Payment): Promise<void> {
    const { payment } = (await findPaymentSessionState(this.#scope, sessionId)) ?? {};
    if (payment === undefined || payment.canceled_at || payment.data?.['tillgate_payment'] !== id) return;
    await this.#scope.resolve<IPaymentModuleService>(Modules.PAYMENT).cancelPayment(payment.id);
  }

  /** Removes the payment session, so that no order can use it, and then gives the money back: never the other way round. */
  async #refuse(sessionId: string, payment: Payment, reason: string): Promise<void> {
    const place = await findPaymentSessionState(this.#scope, sessionId);
    const remove = async (): Promise<boolean> => {
      const now = await findPaymentSessionState(this.#scope, sessionId);
      if (now?.payment !== undefined && !now.payment.canceled_at) return false;
      if (now !== undefined && now.payment === undefined) {
        await this.#scope.resolve<IPaymentModuleService>(Modules.PAYMENT).deletePaymentSession(sessionId);
      }
      return true;
    };
    const isRemoved = place?.cartId === undefined ? await remove() : await this.#hold(place.cartId, remove);
    if (!isRemoved) throw new OrderBusyError('The payment was placed meanwhile.');
    const isRaised = this.#connection.options.unplacedPayments === 'raise';
    const refund = { reason, idempotencyKey: `medusa-unplaced-${payment.id}` };
    const isBack = isRaised ? false : await voidOrRefundPayment(this.#connection.client, payment, refund);
    const action = isRaised ? 'raised' : isBack ? 'refunded' : 'failed';
    const then = isBack ? 'It is refunded or voided in full.' : 'Refund or void it by hand.';
    const text = `Payment ${payment.id} of ${payment.captured_amount ?? payment.amount} ${payment.currency} has no order: ${reason}. ${then}`;
    const data = { payment_id: payment.id, cart_id: place?.cartId, reason, action };
    await notifyStaff(this.#scope, 'tillgate.payment_unplaced', `${payment.id}-${action}`, text, data);
  }

  async #hold<T>(key: string, work: () => Promise<T>): Promise<T> {
    const locking = this.#scope.resolve<ILockingModule>(Modules.LOCKING);
    const begun: Promise<T>[] = [];
    const begin = (): Promise<T> => {
      const doing = work();
      begun.push(doing);
      return doing;
    };
    try {
      return await locking.execute(key, begin, { timeout: WAIT });
    } catch (error) {
      if (begun.length > 0) throw error;
      throw new OrderBusyError('Another request holds the lock.', { cause: error });
    }
  }
}
