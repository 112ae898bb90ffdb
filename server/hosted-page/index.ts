/** Parts of the hosted payment page: branding, order summary, the page for an unknown token. */
export { type Branding, type ShopLink, parseBranding, toStyleSheet } from './branding.ts';
export { orderSummary } from './order-summary.ts';
export { notFoundPage } from './not-found-page.ts';
