/** `tillgate/vendure`: a plugin for Vendure 3. */
export { TillgatePlugin } from './plugin.ts';
export type { ExtraSessionFields, TillgatePluginOptions } from './options.ts';
export { tillgatePaymentHandler } from './payment-handler.ts';
export { UnplacedPaymentEvent } from './unplaced-payment.ts';
