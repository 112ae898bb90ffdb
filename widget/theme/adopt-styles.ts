import type { CSSResult } from 'lit';

/** Adds the looks of a part that came later to the element that shows it, once. */
export function adoptStyles(root: HTMLElement | DocumentFragment, ...styles: readonly CSSResult[]): void {
  if (!(root instanceof ShadowRoot)) return;
  for (const { styleSheet } of styles) {
    if (styleSheet !== undefined && !root.adoptedStyleSheets.includes(styleSheet))
      root.adoptedStyleSheets.push(styleSheet);
  }
}
