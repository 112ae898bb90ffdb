/**
 * Subscriptions: started by a payment, cancelled at the gateway, resolved by a person.
 * Their charges are in `renewals`.
 */
export { toSubscriptionCreatedEvents, toSubscriptionRecord } from './new-subscription.ts';
export { cancelSubscriptionById } from './cancel-subscription.ts';
export { resolveSubscription } from './resolve-subscription.ts';
export { toApiSubscription } from './subscription-body.ts';
export { belongsToSubscriptionSession, findOtherInitialPaymentId } from './subscription-of-payment.ts';
