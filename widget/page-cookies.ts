/** Those cookies of the page that are named, as they stand; none where the page may not read its cookies. */
export function readNamedPageCookies(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    cookiesOfPage().flatMap((pair) => {
      const at = pair.indexOf('=');
      const name = pair.slice(0, at);
      return names.includes(name) ? [[name, pair.slice(at + 1)]] : [];
    }),
  );
}

function cookiesOfPage(): string[] {
  try {
    return document.cookie.split('; ');
  } catch {
    // A sandboxed frame.
    return [];
  }
}
