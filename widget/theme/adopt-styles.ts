import type { CSSResult } from 'lit';

/** Adds the styles of a lazy part to an element or a page, once; all elements of a page share one sheet of each. */
export function adoptStyles(
  { adoptedStyleSheets: adopted }: DocumentOrShadowRoot,
  ...styles: readonly CSSResult[]
): void {
  // Simulated DOMs have none.
  for (const { styleSheet } of styles) {
    if (styleSheet !== undefined && !adopted.includes(styleSheet)) adopted.push(styleSheet);
  }
}
