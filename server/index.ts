/** `tillgate/server`: the companion that holds the merchant's secrets. */
export { createCheckoutServer, type CheckoutServer } from './create-checkout-server.ts';
export { type CheckoutServerOptions } from './options.ts';
export { type Logger, type LogFacts, type LogLevel } from './log.ts';
export { type ProfileOverrides } from './gateway/profile.ts';
export { CheckoutError, isCheckoutError, type ErrorCode, type FieldError } from '../shared/errors.ts';
export { serve, type Served } from './serve.ts';
