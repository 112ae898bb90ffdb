/** Parts of the hosted payment page: branding, order summary, the page for an unknown token. */
export { type ShopLooks, parseLooks, toStyleSheet } from './looks.ts';
export { orderSummary } from './order-summary.ts';
export { notFoundPage } from './problem-page.ts';
