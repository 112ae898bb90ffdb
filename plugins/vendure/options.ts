import type { Order, RequestContext } from '@vendure/core';
import type { CreateSession, TillgateClient } from '../../server/client/index.ts';

/** Options of {@link TillgatePlugin}. */
export interface TillgatePluginOptions {
  /** The companion's address for this server, such as `https://pay.shop.example`. */
  url: string;
  /** The companion's address for browsers. Default: `url`. */
  publicUrl?: string | undefined;
  /** An API key of the companion with the scopes pay, refund and read. */
  apiKey: string;
  /** The companion's TILLGATE_WEBHOOK_SECRET, `whsec_...`; several while one takes the place of another. */
  webhookSecret: string | readonly string[];
  /** The storefront's page that shoppers return to from an issuer or a bank, with `{code}` for the order's code. */
  returnUrl: string;
  /**
   * What happens to a payment that no order can take: its order has another total by now, is paid already, or is gone.
   * `refund` refunds or voids all of it, `raise` leaves it to a person. Both write a note on the order and publish an
   * {@link UnplacedPaymentEvent}. Default: `refund`.
   */
  unplacedPayments?: 'refund' | 'raise' | undefined;
  /** Further properties of each session, such as `methods`. A subscription cannot be sold. */
  session?: ((ctx: RequestContext, order: Order) => ExtraSessionFields | Promise<ExtraSessionFields>) | undefined;
}

/** What a shop may add to a session. The plugin sets the others from the order. */
export type ExtraSessionFields = Omit<
  Partial<CreateSession>,
  'order_no' | 'amount' | 'currency' | 'items' | 'return_url' | 'metadata' | 'subscription'
>;

/** What the plugin's parts are made with. */
export interface TillgateOptionsWithClient {
  options: TillgatePluginOptions;
  client: TillgateClient;
}

/** The injection token of the options. */
export const TILLGATE_OPTIONS = Symbol('TILLGATE_OPTIONS');

/** What the log names as the place of a line. */
export const LOG_CONTEXT = 'TillgatePlugin';

/** The code of the payment handler. */
export const PAYMENT_HANDLER_CODE = 'tillgate';
