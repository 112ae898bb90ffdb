/**
 * An address with pairs added to its query. What stands there stays as it is written: its owner may have signed it, or
 * read it in another alphabet.
 */
export function appendQuery(address: URL, pairs: Readonly<Record<string, string>>): string {
  const url = new URL(address);
  const join = /^$|&$/.test(url.search) ? '' : '&';
  url.search = `${url.search}${join}${new URLSearchParams(pairs).toString()}`;
  return url.href;
}
