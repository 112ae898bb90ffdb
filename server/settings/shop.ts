import { parsePriceList, pricingByCallback, pricingByPriceList, type BasketPricing } from '../baskets/index.ts';
import type { GatewayProfile } from '../gateway/profile/index.ts';
import type { CheckoutServerOptions } from './checkout-server-options.ts';
import { toInvalidSettingError, splitList } from './setting-values.ts';

/** @throws CheckoutError `configuration_invalid` */
export function parseAllowedOrigins({ allowedOrigins }: CheckoutServerOptions): string[] {
  return splitList(allowedOrigins).map(parseOrigin);
}

function parseOrigin(text: string): string {
  if (!URL.canParse(text) || new URL(text).origin !== text || !/^https?:/.test(text)) {
    throw toInvalidSettingError(
      'TILLGATE_ALLOWED_ORIGINS',
      'origins such as https://shop.example, separated by commas',
    );
  }
  return text;
}

/**
 * The prices of baskets: a list, or the shop's own code.
 * @throws CheckoutError `configuration_invalid`
 */
export function parseBasketPricing(
  { priceList, priceOrder }: CheckoutServerOptions,
  profile: GatewayProfile,
): BasketPricing | undefined {
  if (priceOrder !== undefined && priceList !== undefined)
    throw toInvalidSettingError('TILLGATE_PRICE_LIST', 'not beside priceOrder');
  if (priceOrder !== undefined) return pricingByCallback(priceOrder);
  return priceList === undefined ? undefined : pricingByPriceList(parsePriceList(priceList, profile));
}
