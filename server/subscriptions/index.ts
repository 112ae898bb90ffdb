/**
 * Subscriptions: started by a payment, cancelled at the gateway, resolved by a person.
 * Their charges are in `renewals`.
 */
export { toSubscriptionCreatedEvents, toSubscriptionRecord } from './new-subscription.ts';
export { cancelSubscription } from './cancel-subscription.ts';
export { resolveSubscription } from './resolve-subscription.ts';
export { toApiSubscription } from './subscription-body.ts';
export { hasSubscriptionTerms, findOtherInitialPaymentOfSubscription } from './subscription-of-payment.ts';
