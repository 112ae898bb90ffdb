const sheets = new Map<string, CSSStyleSheet>();

/** Gives a root the looks of a part that it shows, once; all elements of a page share one sheet of each. */
export function adoptStyles({ adoptedStyleSheets: adopted }: ShadowRoot, ...styles: readonly string[]): void {
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
