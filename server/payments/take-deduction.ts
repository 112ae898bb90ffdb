import { CheckoutError } from '../../shared/errors.ts';
import { isAmount, isSameSum } from '../../shared/money.ts';
import { TransactionId } from '../../shared/interface/identifiers.ts';
import { decodeResultInfo } from '../../shared/interface/result-info.ts';
import type { PaymentResult } from '../../shared/interface/payment-result.ts';
import { meaningOfReport, pickResult, type NotificationFields } from '../gateway/notification.ts';
import { toDeclineCode } from '../gateway/operations/authorise.ts';
import type { PaymentRecord } from '../store/store.ts';
import { checkPayment } from './check.ts';
import type { PaymentDeps } from './deps.ts';
import { createId } from './ids.ts';
import { mayAskOnHint } from './may-ask-on-hint.ts';
import { eventsOf } from './payment-events.ts';
import { withoutToken } from './saved-cards.ts';
import { settle } from './settle.ts';

/** Whether a notification reports a deduction of the contract that this payment began. */
export function isDeduction(payment: PaymentRecord, fields: NotificationFields): boolean {
  const { recurring_id: recurringId, transaction_id: transactionId, webhooks_type: type = 'PAYMENT' } = fields;
  const isOfContract = payment.recurringId !== null && recurringId === payment.recurringId;
  // As long as our own transaction has no number, another one cannot be told from it.
  const isAnother = Boolean(transactionId) && payment.transactionId !== null && transactionId !== payment.transactionId;
  return isOfContract && type === 'PAYMENT' && isAnother;
}

/**
 * A recurring deduction becomes a payment of its subscription, once for each transaction. Without our digest the
 * gateway's books have to say the same.
 */
export async function takeDeduction(
  deps: PaymentDeps,
  first: PaymentRecord,
  fields: NotificationFields,
  verified: boolean,
): Promise<void> {
  const { amount = '', currency, transaction_id: transactionId = '', order_no: orderNo, recurring_id = '' } = fields;
  const isOurs = currency === first.currency && orderNo === first.orderNo && isAmount(amount);
  if (!isOurs || !TransactionId.safeParse(transactionId).success) {
    deps.log.error(
      { payment_id: first.id, reason: 'a deduction that does not fit' },
      'alarm: notification does not fit',
    );
    return;
  }
  const status = verified
    ? meaningOfReport(deps.gateway.profile, fields)
    : await askAbout(deps, first, transactionId, amount);
  // Only what is final becomes a payment.
  if (status !== 'paid' && status !== 'declined') return;
  const code = decodeResultInfo(fields['result_info'] ?? '')?.code;
  const added = await deps.store.addDeduction({
    id: createId('pay'),
    first,
    status,
    amount,
    result: withoutToken(pickResult(fields) as PaymentResult),
    transactionId,
    recurringId: recurring_id,
    declineCode: status === 'declined' ? toDeclineCode(deps.gateway.profile, code) : null,
    source: verified ? 'notification' : 'query',
    at: deps.now(),
    deductionTime: fields['recurring_deduction_time'] ?? null,
    events: (after) => eventsOf(deps.events, after),
  });
  if (added !== undefined) {
    deps.log.info({ payment_id: added.id, to: status, source: 'deduction' }, 'payment deducted');
    await compareAmounts(deps, first, added);
    return;
  }
  // It is known; another word about it goes the way of every payment.
  const known = await deps.store.findPaymentByTransaction(transactionId);
  if (known === undefined) return;
  const settled = await settle(deps, known.id, { kind: status, source: 'notification', result: pickResult(fields) });
  if (settled.alarm !== null && settled.alarm !== known.alarm) await checkPayment(deps, settled);
}

/** Money has moved, so it is booked as it moved; whether it should have is for a person. */
async function compareAmounts(deps: PaymentDeps, first: PaymentRecord, deduction: PaymentRecord): Promise<void> {
  const contract = await deps.store.findSubscription(deduction.recurringId ?? '');
  // While a promotion lasts, a contract deducts what its first payment came to.
  const agreed = contract === undefined ? [first.amount] : [contract.amount, first.amount];
  if (agreed.some((sum) => isSameSum(deduction.amount, sum))) return;
  deps.log.error({ payment_id: deduction.id, reason: 'amount differs' }, 'alarm: a deduction of another amount');
}

async function askAbout(
  deps: PaymentDeps,
  first: PaymentRecord,
  transactionId: string,
  amount: string,
): Promise<'paid' | 'declined' | undefined> {
  if (!(await mayAskOnHint(deps, first))) return undefined;
  const answer = await deps.gateway.queryTransactions({ trades: [transactionId] });
  if (answer.kind === 'failed') throw new CheckoutError('gateway_no_answer');
  const found = answer.transactions.find((entry) => entry.transaction.transaction_id === transactionId);
  if (found === undefined) return undefined;
  const { order_no: orderNo, currency, amount: said = '' } = found.transaction;
  const fits = orderNo === first.orderNo && currency === first.currency && isSameSum(said, amount);
  return fits && (found.meaning === 'paid' || found.meaning === 'declined') ? found.meaning : undefined;
}
