import { CheckoutError } from '../../shared/errors.ts';
import type { PaymentResult } from '../../shared/interface/payment-result.ts';
import { type PaymentRecord, type PaymentUpdate, GatewayIdTakenError } from '../store/index.ts';
import {
  type PaymentDeps,
  refuseResolutionWhileInFlight,
  storeResultWithRetryThenBackground,
  retryWhileChanged,
} from '../context/index.ts';
import { createPaymentWebhookEvents } from './webhook-events.ts';
import { toSubscriptionCreatedEvents } from '../subscriptions/index.ts';
import { raisePaymentAlert } from './raise-payment-alert.ts';
import type { ReportedResult } from './transition-table.ts';
import { contradictsReportedFinalStatus, beginsSubscriptionOrSavesCard, planTransition } from './transition.ts';

/**
 * The single entry for every result: stores the transition that it makes. Repeating a result changes nothing.
 * @param seen the payment where the caller has just read or written it, which saves reading it again
 * @throws CheckoutError `not_found`, `store_unavailable`; `wrong_state` for a person's result while a request is in flight
 */
export async function applyPaymentResult(
  deps: PaymentDeps,
  paymentId: string,
  result: ReportedResult,
  seen?: PaymentRecord,
): Promise<PaymentRecord> {
  let own = result;
  let known = seen;
  return retryWhileChanged('payment', async () => {
    const payment = known ?? (await deps.store.findPayment(paymentId));
    known = undefined;
    if (payment === undefined) throw new CheckoutError('not_found');
    if (own.source === 'person') refuseResolutionWhileInFlight(deps, payment);
    const session = beginsSubscriptionOrSavesCard(payment, own)
      ? await deps.store.findSession(payment.session_id)
      : undefined;
    const { ordersOnce, riskUpdates } = deps.settings;
    const made = planTransition(payment, own, { at: deps.now(), session, ordersOnce, riskUpdates });
    if (made === undefined) return payment;
    const events = (after: PaymentRecord) => [
      ...(made.changes.status === undefined ? [] : createPaymentWebhookEvents(deps.events, after, payment.status)),
      ...toSubscriptionCreatedEvents(deps.events, made.subscription),
    ];
    const stored = await store(deps, Object.assign(made, { events }));
    if (stored === undefined) return undefined;
    if (stored instanceof GatewayIdTakenError) {
      own = await withoutTaken(deps, payment, own, stored);
      return undefined;
    }
    report(deps, { before: payment, after: stored, isContradiction: made.event.kind === 'contradicted' }, own);
    return stored;
  });
}

/** As {@link applyPaymentResult}, with retries while the store is unavailable: the gateway's result must not be lost. */
export function applyPaymentResultThenBackground(
  deps: PaymentDeps,
  paymentId: string,
  result: ReportedResult,
  seen?: PaymentRecord,
): Promise<PaymentRecord> {
  return storeResultWithRetryThenBackground(deps, { payment_id: paymentId }, () =>
    applyPaymentResult(deps, paymentId, result, seen),
  );
}

/** The stored payment; undefined where it changed meanwhile; the error where another payment owns what the result names. */
async function store(
  deps: PaymentDeps,
  update: PaymentUpdate,
): Promise<PaymentRecord | GatewayIdTakenError | undefined> {
  try {
    return await deps.store.updatePayment(update);
  } catch (error) {
    if (error instanceof GatewayIdTakenError) return error;
    throw error;
  }
}

/**
 * A result without what another payment owns: nothing is taken over, and an alert names the owner. A response that reports
 * a payment as paid by another payment's transaction is not certain: the query has to confirm it.
 * @throws GatewayIdTakenError for a person, who named the transaction
 */
async function withoutTaken(
  deps: PaymentDeps,
  payment: PaymentRecord,
  result: ReportedResult,
  taken: GatewayIdTakenError,
): Promise<ReportedResult> {
  const { fields } = result;
  if (taken.field === 'recurring_id') {
    const recurringId = fields?.recurring_id ?? payment.result?.recurring_id ?? '';
    const owner = (await deps.store.findSubscription(recurringId))?.payment_id ?? 'unknown';
    await raisePaymentAlert(
      deps,
      payment.id,
      { code: 'recurring_id_taken', detail: { payment_id: owner } },
      result.source,
    );
    return { ...result, isSubscriptionTaken: true };
  }
  if (result.source === 'person' && result.transactionId !== undefined) throw taken;
  const id = result.transactionId ?? fields?.transaction_id ?? '';
  const owner = (await deps.store.findPaymentByTransaction(id, { accountId: payment.account_id }))?.id ?? 'unknown';
  await raisePaymentAlert(
    deps,
    payment.id,
    { code: 'transaction_id_taken', detail: { payment_id: owner } },
    result.source,
  );
  const bare = { ...result, transactionId: undefined, fields: omitTransactionId(fields) };
  const isDoubtful = result.source === 'response' && result.status === 'paid';
  const reason = `the transaction_id belongs to the payment ${owner}`;
  return isDoubtful ? { ...bare, status: 'unknown', reason } : bare;
}

/** A result's fields without the transaction ID. */
export function omitTransactionId(fields: PaymentResult | undefined): PaymentResult | undefined {
  if (fields === undefined) return undefined;
  const { transaction_id: _id, ...rest } = fields;
  return rest;
}

/** Logs, counts and announces what a result did. */
function report(
  deps: PaymentDeps,
  { before, after, isContradiction }: { before: PaymentRecord; after: PaymentRecord; isContradiction: boolean },
  result: ReportedResult,
): void {
  const facts = {
    payment_id: after.id,
    session_id: after.session_id,
    from: before.status,
    to: after.status,
    source: result.source,
    reason: result.reason,
  };
  if (!isContradiction && after.status !== before.status) deps.metrics.countPaymentStatus(after.status, result.source);
  if (isContradiction) deps.log.alert('contradicting_result', facts);
  else if (contradictsReportedFinalStatus(before.status, result.source, after.status))
    deps.log.alert('late_result', facts);
  else if (after.duplicate) deps.log.alert('order_paid_twice', facts);
  else if (after.status === 'unknown') deps.log.alert('outcome_unknown', facts);
  else deps.log.info(facts, 'payment changed');
  deps.changes.announce(after.session_id);
}
