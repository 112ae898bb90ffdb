/** A route of the console, such as `#/payments/pay_1?status=paid`. */
export interface Route {
  page: string;
  /** The ID of the entry that a detail page shows; empty for a list. */
  id: string;
  query: Readonly<Record<string, string>>;
}

export function parseRoute(hash: string): Route {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const [page = '', id = ''] = path.split('/', 2);
  return {
    page: page === '' ? 'overview' : page,
    id: decode(id),
    query: Object.fromEntries(new URLSearchParams(search)),
  };
}

/** The link to a route; empty query values are omitted. */
export function hrefOf(page: string, id = '', query: Readonly<Record<string, string | undefined>> = {}): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => (entry[1] ?? '') !== '');
  const search = new URLSearchParams(given).toString();
  return `#/${page}${id === '' ? '' : `/${encodeURIComponent(id)}`}${search === '' ? '' : `?${search}`}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
