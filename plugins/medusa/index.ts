/** `tillgate/medusa`: a payment provider for Medusa 2, and the route of its webhook. */
import { ModuleProvider, Modules } from '@medusajs/framework/utils';
import { TillgatePaymentProvider } from './provider.ts';

const tillgateProvider = ModuleProvider(Modules.PAYMENT, { services: [TillgatePaymentProvider] });

// Medusa reads the default export of what `medusa-config` resolves.
export { tillgateProvider as default, TillgatePaymentProvider };
export type { ExtraSessionFields, TillgateOptions } from './options.ts';
export { POST, tillgateWebhookMiddleware } from './webhook-route.ts';
