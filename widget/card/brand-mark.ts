import { html, nothing, type TemplateResult } from 'lit/html.js';
import { adoptStyles } from '../theme/adopt-styles.ts';
import { findBrand, type CompleteCardBrandFacts } from './brands.ts';
import type * as Parts from './deferred-parts.ts';

/** The lazy parts once they are loaded; empty where the chunk cannot be loaded: brands are shown by name then. */
export let loadedCardParts: Partial<typeof Parts> | undefined;

/** Takes the marks, the choice between brands and the national brands; undefined where they cannot be loaded. */
export function adoptCardModule(given: typeof Parts | undefined, root: ShadowRoot): void {
  loadedCardParts = given ?? {};
  if (loadedCardParts.brandChoiceStyles !== undefined) adoptStyles(root, loadedCardParts.brandChoiceStyles);
}

/** A brand's mark, or its name where there is no drawing. Screen readers read its name where `labelled`. */
export function brandMark(brand: CompleteCardBrandFacts, labelled = true): TemplateResult | typeof nothing {
  if (loadedCardParts === undefined) return nothing;
  const drawing = loadedCardParts.BRAND_DRAWINGS?.[brand.id];
  if (drawing === undefined) return html`<span class="mark text">${brand.name}</span>`;
  return html`<svg
    class="mark"
    viewBox="0 0 38 24"
    role=${labelled ? 'img' : nothing}
    aria-label=${labelled ? brand.name : nothing}
    aria-hidden=${labelled ? nothing : 'true'}
  >
    ${drawing}
  </svg>`;
}

/** Shown where the shop names no brands. */
const USUAL_BRANDS = ['visa', 'mastercard', 'amex'];
const MOST_MARKS = 3;

/** The marks of the brands that the shop accepts: the first few, and how many more there are. */
export function acceptedBrandMarks(accepted: readonly string[] | null): TemplateResult {
  const brands = (accepted ?? USUAL_BRANDS).flatMap((id) => findBrand(id) ?? []);
  const more = brands.length - MOST_MARKS;
  return html`<span class="marks all" aria-hidden="true"
    >${brands.slice(0, MOST_MARKS).map((brand) => brandMark(brand, false))}${
      loadedCardParts !== undefined && more > 0 ? html`<span>+${more}</span>` : nothing
    }</span
  >`;
}
