/**
 * A URL with pairs added to its query. The existing query stays byte for byte: its owner may have signed it, or use
 * another charset.
 */
export function appendQuery(address: URL, pairs: Readonly<Record<string, string>>): string {
  const url = new URL(address);
  const join = /^$|&$/.test(url.search) ? '' : '&';
  url.search = `${url.search}${join}${new URLSearchParams(pairs).toString()}`;
  return url.href;
}
