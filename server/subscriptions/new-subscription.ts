import type { PaymentResult } from '../../shared/interface/payment-result.ts';
import type { NewWebhookEvent, SubscriptionRecord, PaymentRecord, SessionRecord } from '../store/index.ts';
import type { WebhookEventFactory } from '../webhooks/events.ts';
import { toApiSubscription } from './subscription-body.ts';

/** The webhook events of a subscription that a payment began; none where it began none. */
export function toSubscriptionCreatedEvents(
  maker: WebhookEventFactory,
  subscription: SubscriptionRecord | undefined,
): NewWebhookEvent[] {
  return subscription === undefined
    ? []
    : [maker.make('subscription.created', subscription.recurring_id, toApiSubscription(subscription))];
}

/** The subscription that a paid payment began, as its result names it; undefined where it began none. */
export function toSubscriptionRecord(
  payment: PaymentRecord,
  result: PaymentResult | null,
  session: SessionRecord,
  at: number,
): SubscriptionRecord | undefined {
  const recurringId = result?.recurring_id;
  if (recurringId === undefined || recurringId === '') return undefined;
  const terms = session.request.subscription;
  return {
    recurring_id: recurringId,
    account: payment.account,
    contract_name: result?.contract_name ?? terms?.contract_name ?? '',
    session_id: session.id,
    payment_id: payment.id,
    shopper_email: payment.shopper_email,
    currency: payment.currency,
    amount: terms?.contract_amount ?? payment.amount,
    deduction_period: result?.recurring_deduction_period ?? null,
    deduction_time: result?.recurring_deduction_time ?? null,
    status: 'Active',
    cancel_unknown: false,
    created_at: at,
    updated_at: at,
  };
}
