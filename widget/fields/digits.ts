/** The text with full-width and Arabic digits as ASCII. */
export function withAsciiDigits(text: string): string {
  return text.normalize('NFKC').replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15));
}

/** The ASCII digits of a text; full-width and Arabic digits become ASCII, all else goes. */
export function digitsOf(text: string): string {
  return withAsciiDigits(text).replace(/\D/g, '');
}

/** Whether a field changed by a single key; otherwise a text was pasted, dropped or filled in. */
export function isSingleKeyInput(event: Event): boolean {
  return event instanceof InputEvent && event.data?.length === 1;
}
