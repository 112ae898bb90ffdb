/** `cookie_new` and `cookie_old`: name=value pairs joined by `&` (interface 2.2). */

/** Writes pairs in the given order; names and values are percent-encoded, so no value can add a pair. */
export function encodeCookiePairs(pairs: readonly (readonly [name: string, value: string])[]): string {
  return pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&');
}

/** Reads pairs. A pair without `=` has an empty value; invalid percent signs stay unchanged. */
export function parseCookieField(text: string): [name: string, value: string][] {
  if (text === '') return [];
  return text.split('&').map((pair) => {
    const at = pair.indexOf('=');
    return at < 0 ? [decode(pair), ''] : [decode(pair.slice(0, at)), decode(pair.slice(at + 1))];
  });
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Cookies of other scripts may contain a bare %, which is data.
    return text;
  }
}
