import type { CSSResult } from 'lit';

/** Gives an element's shadow root the styles of a part that came later; once, however often it is asked. */
export function adoptStyles(root: Node, { styleSheet }: CSSResult): void {
  if (!(root instanceof ShadowRoot) || styleSheet === undefined || root.adoptedStyleSheets.includes(styleSheet)) return;
  root.adoptedStyleSheets.push(styleSheet);
}
