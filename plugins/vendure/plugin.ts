import { PluginCommonModule, VendurePlugin, type Type } from '@vendure/core';
import { createTillgateClient } from '../../server/client/index.ts';
import { CheckoutSessionService } from './checkout.ts';
import { OrderLock } from './order-lock.ts';
import { OrderNotes } from './order-notes.ts';
import { TILLGATE_OPTIONS, type TillgatePluginOptions, type TillgateOptionsWithClient } from './options.ts';
import { tillgatePaymentHandler } from './payment-handler.ts';
import { PaymentSyncService } from './payments.ts';
import { TillgateSession } from './session.entity.ts';
import { SHOP_API_SCHEMA, ShopApiResolver } from './shop-api.ts';
import { rawBodyMiddleware, WEBHOOK_ROUTE, WebhookController } from './webhook-controller.ts';

/** Milliseconds for a call of the companion, which a transaction may wait for. */
const TIMEOUT = 20_000;

/**
 * Takes payments by Tillgate.
 * @example
 * plugins: [TillgatePlugin.init({ url, apiKey, webhookSecret, returnUrl: 'https://shop.example/thanks/{code}' })]
 */
@VendurePlugin({
  imports: [PluginCommonModule],
  compatibility: '^3.0.0',
  entities: [TillgateSession],
  controllers: [WebhookController],
  shopApiExtensions: { schema: SHOP_API_SCHEMA, resolvers: [ShopApiResolver] },
  providers: [
    { provide: TILLGATE_OPTIONS, useFactory: () => TillgatePlugin.connection },
    OrderLock,
    OrderNotes,
    PaymentSyncService,
    CheckoutSessionService,
  ],
  configuration: (config) => {
    config.apiOptions.middleware.push({ route: `/${WEBHOOK_ROUTE}`, beforeListen: true, handler: rawBodyMiddleware });
    config.paymentOptions.paymentMethodHandlers.push(tillgatePaymentHandler);
    // A refund begins as Pending, and Vendure needs a transition to that state too.
    const pending = { transitions: { Pending: { to: ['Pending'] } } };
    config.paymentOptions.refundProcess = [...(config.paymentOptions.refundProcess ?? []), pending];
    return config;
  },
})
// eslint-disable-next-line @typescript-eslint/no-extraneous-class -- a plugin is a class to Vendure
export class TillgatePlugin {
  /** @internal */
  static connection: TillgateOptionsWithClient;

  static init(options: TillgatePluginOptions): Type<TillgatePlugin> {
    const { url, apiKey } = options;
    TillgatePlugin.connection = { options, client: createTillgateClient({ url, apiKey, timeout: TIMEOUT }) };
    return TillgatePlugin;
  }
}
