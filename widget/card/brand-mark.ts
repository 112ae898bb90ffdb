import { html, nothing, type SVGTemplateResult, type TemplateResult } from 'lit';
import type { CardBrand } from './brands.ts';

let drawings: Readonly<Record<string, SVGTemplateResult>> | undefined;

/** Loads the drawings after the form is there; without them brands are shown by name. */
export async function loadDrawings(): Promise<void> {
  try {
    drawings = (await import('./brand-drawings.ts')).DRAWINGS;
  } catch {
    // Decoration only.
    drawings = {};
  }
}

/** A brand's mark, or its name where there is no drawing. Said to screen readers where `labelled`. */
export function brandMark(brand: CardBrand, labelled = true): TemplateResult | typeof nothing {
  if (drawings === undefined) return nothing;
  const drawing = drawings[brand.id];
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
