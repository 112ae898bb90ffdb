import type { Translate } from '../i18n/translate.ts';
import { NATIONAL_CARD_BRANDS } from '../../shared/national-card-brands.ts';
import { addBrands } from './brands.ts';

export { renderChoice } from './brand-choice.ts';
export { brandStyles } from './brand-styles.ts';
export { DRAWINGS } from './brand-drawings.ts';
export { drawCode } from './code-drawing.ts';
export { findExpiry, readCard } from './read-card.ts';

addBrands(NATIONAL_CARD_BRANDS);

/** Where on the card the security code stands, in words. */
export function describeCode(length: 3 | 4, t: Translate): string {
  return t(length === 4 ? 'card.code.front' : 'card.code.back');
}
