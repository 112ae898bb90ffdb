/** `tillgate/server`: the companion that holds the merchant's secrets. */
export { createCheckoutServer, type CheckoutServer } from './create-checkout-server.ts';
export { type CheckoutServerOptions } from './options.ts';
export { type PaymentFacts, type ScreenPayment, type ScreeningDecision } from './payments/screen-payment.ts';
export { type PriceList } from './baskets/price-list.ts';
export { type PriceOrder } from './baskets/open-basket.ts';
export { type PricedOrder } from './baskets/price-basket.ts';
export { type CreateBasket } from '../shared/contract/index.ts';
export { type Logger, type LogFacts, type LogLevel } from './log.ts';
export { type ProfileOverrides } from './gateway/profile.ts';
export { CheckoutError, isCheckoutError, type ErrorCode, type FieldError } from '../shared/errors.ts';
export { serve, type Served } from './serve.ts';
export { toNodeHandler } from './to-node-handler.ts';
