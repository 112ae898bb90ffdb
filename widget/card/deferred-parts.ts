import type { Translate } from '../i18n/translate.ts';
import { NATIONAL_CARD_BRANDS } from '../../shared/national-card-brands.ts';
import { registerCardBrands } from './brands.ts';

export { renderBrandChoice } from './brand-choice.ts';
export { brandChoiceStyles } from './brand-choice-styles.ts';
export { BRAND_DRAWINGS } from './brand-drawings.ts';
export { drawSecurityCodePlace } from './code-drawing.ts';
export { findExpiryInText, parseCardText } from './card-from-text.ts';

registerCardBrands(NATIONAL_CARD_BRANDS);

/** Where on the card the security code stands, in words. */
export function describeSecurityCodePlace(length: 3 | 4, t: Translate): string {
  return t(length === 4 ? 'card.code.front' : 'card.code.back');
}
