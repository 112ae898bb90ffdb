/** Baskets that a shop without a back end sends: their price list, prices and session. */
export {
  type PriceOrder,
  type BasketPricing,
  openSessionForBasket,
  pricingByCallback,
  pricingByPriceList,
} from './open-basket.ts';
export { type PricedOrder } from './price-basket.ts';
export { type PriceList, parsePriceList } from './price-list.ts';
