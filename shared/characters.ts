/** The number of characters (code points) in a text: an emoji counts once, not by its two UTF-16 units. */
export function countCharacters(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; count += 1) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return count;
}

/** Whether a text has more than `max` characters (code points). */
export function isLongerThan(text: string, max: number): boolean {
  return text.length > max && countCharacters(text) > max;
}

/** The first `max` characters (code points) of a text. */
export function firstCharacters(text: string, max: number): string {
  return isLongerThan(text, max) ? Array.from(text).slice(0, max).join('') : text;
}
