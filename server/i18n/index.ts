/**
 * Texts of pages that the server renders, by the shopper's language.
 * The element has its own in `widget/i18n`.
 */
export { gatewayPageLabelFor } from './gateway-page-label.ts';
export { findPageLanguage, type PageLanguage, type PageTexts } from './page-messages.ts';
