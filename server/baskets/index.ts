/** Baskets that a shop without a back end sends: their price list, prices and session. */
export {
  type BasketPricer,
  type BasketPricing,
  openSessionForBasket,
  pricingByCallback,
  pricingByPriceList,
} from './open-basket.ts';
export { type PricedBasketOrder } from './price-basket.ts';
export { type PriceList, parsePriceList } from './price-list.ts';
