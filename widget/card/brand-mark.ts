import { html, nothing, type TemplateResult } from 'lit/html.js';
import { adoptStyles } from '../theme/adopt-styles.ts';
import type { CardBrand } from './brands.ts';
import type * as Parts from './brand-parts.ts';

/** What comes after the form is there; until then, or where it cannot be had, brands are shown by name. */
export let parts: Partial<typeof Parts> | undefined;

/** Takes the marks, the choice between brands and the rarer brands; undefined where they cannot be had. */
export function setBrandParts(given: typeof Parts | undefined, root: ShadowRoot): void {
  parts = given ?? {};
  if (parts.brandStyles !== undefined) adoptStyles(root, parts.brandStyles);
}

/** A brand's mark, or its name where there is no drawing. Said to screen readers where `labelled`. */
export function brandMark(brand: CardBrand, labelled = true): TemplateResult | typeof nothing {
  if (parts === undefined) return nothing;
  const drawing = parts.DRAWINGS?.[brand.id];
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
