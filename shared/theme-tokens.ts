/** The element's custom properties: a shop can set them, and they are passed into frames. */
export const THEME_TOKENS = [
  '--tillgate-color-primary',
  '--tillgate-color-on-primary',
  '--tillgate-color-text',
  '--tillgate-color-muted',
  '--tillgate-color-surface',
  '--tillgate-color-border',
  '--tillgate-color-field-border',
  '--tillgate-color-danger',
  '--tillgate-color-success',
  '--tillgate-color-focus',
  '--tillgate-radius',
  '--tillgate-button-radius',
  '--tillgate-shadow',
  '--tillgate-spacing',
  '--tillgate-font-family',
] as const;
export type ThemeToken = (typeof THEME_TOKENS)[number];

const MAX_LENGTH = 300;

/** Functions that compute a colour or a length. None of them fetches anything. */
const FUNCTIONS = /\b(rgba?|hsla?|hwb|(ok)?l(ab|ch)|color(-mix)?|light-dark|calc|min|max|clamp)\(/gi;

/**
 * Whether a text is one plain CSS value: it can neither end its declaration nor load anything. Escapes and comments are
 * refused as well, because they could hide a function's name.
 */
export function isPlainCssValue(value: unknown): value is string {
  if (typeof value !== 'string' || value.length === 0 || value.length > MAX_LENGTH) return false;
  if (/[;{}<>\\@!\u0000-\u001f\u007f]|\/\*/.test(value)) return false;
  // A remaining bracket after a name belongs to another function.
  return !/[^\s,(*/+]\(/.test(value.replace(FUNCTIONS, '('));
}

/** Whether a text is the name of one of the element's custom properties. */
export function isThemeToken(name: string): name is ThemeToken {
  return (THEME_TOKENS as readonly string[]).includes(name);
}
