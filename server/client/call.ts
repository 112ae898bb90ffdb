/** Options of the client. */
export interface ClientOptions {
  /** The companion's base URL, such as `https://pay.shop.example`. */
  url: string;
  /** An API key with the scopes of the calls. */
  apiKey: string;
  /** Default: the global `fetch`. */
  fetch?: typeof fetch | undefined;
  /** Milliseconds until a try without a complete response is given up. Default: 60,000. */
  timeout?: number | undefined;
  /** How often a call is repeated at most. Default: 2. */
  maxRetries?: number | undefined;
}

/** Options of one call. */
export interface CallOptions {
  /** Ends the call. It then rejects with the signal's reason; the outcome of a write is unknown. */
  signal?: AbortSignal | undefined;
  /** Milliseconds for each try. Default: the client's. */
  timeout?: number | undefined;
  /** Default: the client's. */
  maxRetries?: number | undefined;
  /** The account of the gateway, for a call other than GET that takes it in its query, such as a payout. */
  account?: string | undefined;
}

/** Options of a call that changes something. */
export interface WriteOptions extends CallOptions {
  /** 1 to 255 visible characters: the same key is the same call. Default: a random one. Each retry has the same. */
  idempotencyKey?: string | undefined;
}

/** A call by its address, for what a companion offers beyond the methods of this client. */
export interface ApiCallByPath {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/v1`, such as `/payments/:id/capture`. */
  path: string;
  /** The values of the path's parameters. */
  params?: Readonly<Record<string, string>> | undefined;
  /** Fields without a value are left out. */
  query?: object | undefined;
  /** Sent as JSON. */
  body?: object | undefined;
  /** Whether the call changes nothing, and so has no Idempotency-Key. Default: whether the method is GET. */
  isRead?: boolean | undefined;
}

/** A list: await it for one page, or iterate over it for the entries of all pages. */
export interface PagedList<Page, Entry> extends Promise<Page>, AsyncIterable<Entry> {}

/** One call of the API as the client's methods need it. */
export interface ApiCallDefinition {
  method: ApiCallByPath['method'];
  path: string;
  /** What the argument behind the path's parameters becomes. */
  input?: 'query' | 'body';
  isRead: boolean;
  /** The name of the entries in a page. */
  list?: string;
}
