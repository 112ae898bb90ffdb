import { randomBytes } from 'node:crypto';
import { encodeRecurringDeductionTime } from '../../../shared/dates.ts';
import { CancelSubscriptionRequest, SUBSCRIPTION_STATUS_INACTIVE } from '../../../shared/interface/subscriptions.ts';
import type { SubscriptionTerms } from '../../../shared/interface/payment-request.ts';
import { toFieldErrors } from '../../../shared/field-errors.ts';
import type { SandboxState } from '../state.ts';
import { verifyRequest } from './batch.ts';
import type { SubscriptionInterval, SandboxSubscription } from './records.ts';
import type { Transaction } from './ledger.ts';
import { notifyOfTransaction } from './notify.ts';

const INTERVALS: readonly SubscriptionInterval[] = ['day', 'week', 'month', 'year'];

/** Records the subscription of a payment; it begins once the payment is paid. */
export function recordPendingSubscription(
  state: SandboxState,
  terms: SubscriptionTerms,
  payment: { amount: string; currency: string; merchant_id: string; account_id: string },
): SandboxSubscription {
  const named = (terms.interval ?? 'month').toLowerCase().replace(/s$/, '');
  const subscription: SandboxSubscription = {
    recurring_id: `Recurring_${randomBytes(4).readUInt32BE().toString().padStart(10, '0')}`,
    contract_name: terms.contract_name ?? '',
    merchant_id: payment.merchant_id,
    account_id: payment.account_id,
    first_transaction_id: '',
    currency: payment.currency,
    contract_amount: terms.contract_amount || payment.amount,
    promotion_amount: payment.amount,
    promotion_cycle: terms.promotion_cycle ?? 0,
    billing_cycle: terms.billing_cycle ?? null,
    interval: INTERVALS.find((interval) => interval === named) ?? 'month',
    interval_count: Math.max(1, Number.parseInt(terms.interval_count ?? '1', 10) || 1),
    contract_end: parseDay(terms.contract_end),
    charge_count: 0,
    next_at: null,
    state: 'Agreed',
  };
  state.records.subscriptions.set(subscription.recurring_id, subscription);
  return subscription;
}

/** The first invalid term of a subscription; undefined if all are valid. */
export function invalidSubscriptionTermText(terms: unknown): string | undefined {
  if (typeof terms !== 'object' || terms === null) return undefined;
  const { interval, interval_count: count, contract_end: end } = terms as Record<string, unknown>;
  const named = typeof interval === 'string' ? interval.toLowerCase().replace(/s$/, '') : undefined;
  if (named !== undefined && !INTERVALS.some((known) => known === named)) return 'interval day, week, month or year';
  if (typeof count === 'string' && !/^[1-9]\d{0,2}$/.test(count)) return 'interval_count a whole number from 1';
  return typeof end === 'string' && end !== '' && parseDay(end) === null ? 'contract_end a day' : undefined;
}

/** Begins the subscription of a paid payment and plans its next renewal. */
export function activateSubscription(state: SandboxState, transaction: Transaction): void {
  const subscription = state.records.subscriptions.get(transaction.recurring_id);
  if (subscription === undefined || subscription.charge_count > 0) return;
  subscription.first_transaction_id = transaction.transaction_id;
  subscription.charge_count = 1;
  subscription.state = 'Active';
  scheduleRenewal(state, subscription, transaction.completed_at ?? state.now());
  transaction.recurring_deduction_time = nextRenewalTimeOf(subscription);
}

function scheduleRenewal(state: SandboxState, subscription: SandboxSubscription, after: number): void {
  const next = addInterval(after, subscription.interval, subscription.interval_count);
  const isOver =
    (subscription.billing_cycle !== null && subscription.charge_count >= subscription.billing_cycle) ||
    (subscription.contract_end !== null && next > subscription.contract_end);
  subscription.next_at = isOver ? null : next;
  if (isOver) subscription.state = 'Ended';
  else state.clock.after(next - state.now(), () => renewSubscription(state, subscription, next));
}

/** Renews a subscription before its time; the clock stays. False if it has no next renewal. */
export function renewBeforeDue(state: SandboxState, subscription: SandboxSubscription): boolean {
  if (subscription.next_at === null) return false;
  renewSubscription(state, subscription, subscription.next_at);
  return true;
}

function renewSubscription(state: SandboxState, subscription: SandboxSubscription, at: number): void {
  const first = state.ledger.find(subscription.first_transaction_id);
  // A renewal made early, or one of a subscription that has ended, is not due any more.
  if (subscription.next_at !== at || first === undefined) return;
  const isPromoted = subscription.charge_count < subscription.promotion_cycle;
  subscription.charge_count += 1;
  scheduleRenewal(state, subscription, at);
  const { transaction_id: _id, ...terms } = first;
  const transaction = state.ledger.add({
    ...terms,
    amount: isPromoted ? subscription.promotion_amount : subscription.contract_amount,
    state: 'paid',
    result_code: '0000',
    visit_key: randomBytes(18).toString('base64url'),
    is_visited: false,
    is3ds: false,
    risk_status: '',
    ispass3d: '',
    recurring_deduction_time: nextRenewalTimeOf(subscription),
    created_at: at,
    completed_at: at,
  });
  notifyOfTransaction(state, transaction, 'PAYMENT');
}

/** The date of the next renewal in the interface's format; empty if there is none. */
function nextRenewalTimeOf(subscription: SandboxSubscription): string {
  return subscription.next_at === null ? '' : encodeRecurringDeductionTime(subscription.next_at);
}

function addInterval(from: number, interval: SubscriptionInterval, count: number): number {
  const date = new Date(from);
  if (interval === 'day') date.setUTCDate(date.getUTCDate() + count);
  if (interval === 'week') date.setUTCDate(date.getUTCDate() + 7 * count);
  if (interval === 'year') date.setUTCFullYear(date.getUTCFullYear() + count);
  if (interval !== 'month') return date.getTime();
  // The 31st becomes the last day of a shorter month, not the first of the next.
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + count);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return date.getTime();
}

function parseDay(text: string | undefined): number | null {
  const time = text === undefined || text === '' ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) ? null : time;
}

/** `POST /v1/cancelsubscription` (interface 4.7): ends the subscription at once. */
export function cancelSubscription(state: SandboxState, fields: Record<string, unknown>): Record<string, unknown> {
  const parsed = CancelSubscriptionRequest.safeParse(fields);
  const entry = verifyRequest(state, fields, 'cancelsubscription');
  const said = 'refusal' in entry ? entry.refusal : entry.head;
  const head = {
    merchant_id: said['merchant_id'],
    account_id: said['account_id'],
    recurring_id: fields['recurring_id'],
    contract_name: fields['contract_name'],
    encryption_data: said['encryption_data'],
  };
  const refused = (message: string | undefined): Record<string, unknown> => ({
    ...head,
    cancel_status: '0',
    error_message: message,
  });
  if ('refusal' in entry) return refused(entry.refusal['return_message']);
  if (!parsed.success) {
    const [first] = toFieldErrors(parsed.error, fields);
    return refused(`I0001:${first?.path ?? ''} ${first?.rule ?? ''}`);
  }
  const subscription = state.records.subscriptions.get(parsed.data.recurring_id);
  const isTheirs =
    subscription?.merchant_id === entry.merchant.merchant_id &&
    subscription.account_id === entry.merchant.account_id &&
    subscription.contract_name === parsed.data.contract_name;
  if (subscription === undefined || !isTheirs) return refused('S0001:Unknown subscription');
  if (subscription.state !== 'Active') return refused(`S0002:The subscription is ${subscription.state}`);
  subscription.state = SUBSCRIPTION_STATUS_INACTIVE;
  subscription.next_at = null;
  return { ...head, cancel_status: '1', error_message: '' };
}
