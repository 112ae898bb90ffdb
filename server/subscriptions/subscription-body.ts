import type { Subscription } from '../../shared/contract/merchant/subscriptions.ts';
import { toIsoUtcTime } from '../../shared/dates.ts';
import type { SubscriptionRecord } from '../store/index.ts';

/** A subscription as the merchant API and the webhooks return it. */
export function toApiSubscription(subscription: SubscriptionRecord): Subscription {
  return {
    recurring_id: subscription.recurring_id,
    account: subscription.account,
    contract_name: subscription.contract_name,
    session_id: subscription.session_id,
    payment_id: subscription.payment_id,
    shopper_email: subscription.shopper_email,
    currency: subscription.currency,
    amount: subscription.amount,
    recurring_deduction_period: subscription.deduction_period,
    recurring_deduction_time: subscription.deduction_time,
    status: subscription.status,
    cancel_unknown: subscription.cancel_unknown,
    created_at: toIsoUtcTime(subscription.created_at),
    updated_at: toIsoUtcTime(subscription.updated_at),
  };
}
