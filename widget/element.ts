/** `tillgate/widget/element`: the class, nothing registered. */
export { TillgateCheckout } from './tillgate-checkout.ts';
export { defineTillgateCheckout } from './define.ts';
export * from './events/index.ts';
export { type Messages, type MessageKey } from './i18n/translate.ts';
export { type AddressLookup, type AddressSuggestion } from './address/address-lookup.ts';
export { type Fetch } from './api/checkout-api.ts';
export { type ChallengeWindowSize } from './challenge/window-size.ts';
export { type NextAction, type Outcome, type OutcomeStatus, type SessionView } from '../shared/contract/index.ts';
