/** The hosted payment page, whole and in a frame, its branding, and the page for an unknown token. */
export { type Branding, type FooterLinkName, parseBranding, toStyleSheet } from './branding.ts';
export { framedPaymentPage, paymentPage, type PaymentPageOptions } from './payment-page.ts';
export { notFoundPage } from './not-found-page.ts';
