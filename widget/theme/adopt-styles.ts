const sheets = new Map<string, CSSStyleSheet>();

/** Gives a root the looks of a part that it shows, once; all elements of a page share one sheet of each. */
export function adoptStyles(
  { adoptedStyleSheets: adopted }: Partial<Pick<ShadowRoot, 'adoptedStyleSheets'>>,
  ...styles: readonly string[]
): void {
  // jsdom has none, and draws nothing that could have looks.
  if (!adopted) return;
  for (const style of styles) {
    let sheet = sheets.get(style);
    if (sheet === undefined) {
      sheet = new CSSStyleSheet();
      sheet.replaceSync(style);
      sheets.set(style, sheet);
    }
    if (!adopted.includes(sheet)) adopted.push(sheet);
  }
}
