import type { Scope } from '../../shared/contract/merchant/scopes.ts';
import type { Problem } from '../../shared/contract/problem.ts';

/** The session of the signed-in API key or user, as `GET /console/session` returns it. */
export interface ConsoleSession {
  /** The ID of the API key or of the user. */
  key_id: string;
  /** The name of the API key; null for a user, and for a key without one. */
  key_name: string | null;
  /** Null for an API key. */
  user_name: string | null;
  scopes: readonly Scope[];
  shop_name: string | null;
  public_url: string;
  /** The endpoints that receive webhook events: the origins of their addresses. */
  webhooks: readonly { name: string; url: string }[];
  shop_url: string;
  sandbox: boolean;
  issuing: boolean;
  /** The accounts of the gateway whose records are shown. */
  accounts: readonly string[];
  ends_at: string;
}

/** An error response of the companion, or no response (`network_error`). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;
  /** The fields of the request that broke a rule. */
  readonly fields: readonly { path: string; rule: string }[];

  constructor(status: number, problem: Partial<Problem>) {
    super(problem.detail ?? problem.title ?? 'The companion is unreachable.');
    this.status = status;
    this.code = problem.code ?? 'network_error';
    this.requestId = problem.request_id;
    this.fields = problem.fields ?? [];
  }

  /** Whether the request may have taken effect: only the same request, with the same key, may be sent again. */
  get isOutcomeUnknown(): boolean {
    return this.status === 0 || this.status >= 500 || this.code === 'request_in_progress';
  }
}

type Query = Readonly<Record<string, string | undefined>>;

/** Calls that a person makes before the sign-in. */
const SIGN_IN_PATHS: ReadonlySet<string> = new Set(['/session', '/sign-in', '/passkey-options', '/enrolment']);

/** Relative to the page, which may have a path prefix. */
const BASE = 'console';

/** Calls the merchant API with the console's session cookie. */
export class ConsoleApi {
  /** Called when the session has ended. */
  onSignedOut: () => void = () => undefined;

  /** @throws ApiError */
  get<T>(path: string, query: Query = {}): Promise<T> {
    const given = Object.entries(query).filter((entry): entry is [string, string] => (entry[1] ?? '') !== '');
    const search = new URLSearchParams(given).toString();
    return this.#call<T>('GET', `/v1${path}${search === '' ? '' : `?${search}`}`);
  }

  /**
   * @param key the Idempotency-Key
   * @throws ApiError
   */
  post<T>(path: string, body: unknown, key?: string): Promise<T> {
    return this.#call<T>('POST', `/v1${path}`, body, key);
  }

  /** The session of the cookie; undefined without a sign-in. */
  readSession(): Promise<ConsoleSession | undefined> {
    return this.request('GET', '/session');
  }

  signIn(key: string): Promise<ConsoleSession> {
    return this.request('POST', '/session', { key });
  }

  async signOut(): Promise<void> {
    await this.request('DELETE', '/session');
  }

  /**
   * A call of the console itself, such as a sign-in.
   * @throws ApiError
   */
  request<T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<T> {
    return this.#call(method, path, body);
  }

  async #call<T>(method: string, path: string, body?: unknown, key?: string): Promise<T> {
    const response = await fetch(`${BASE}${path}`, {
      method,
      headers: {
        'x-tillgate-console': '1',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch(() => undefined);
    if (response === undefined) throw new ApiError(0, {});
    if (response.status === 204) return undefined as T;
    const answer: unknown = await response.json().catch(() => undefined);
    if (response.ok && answer !== undefined) return answer as T;
    if (response.status === 401 && !SIGN_IN_PATHS.has(path)) this.onSignedOut();
    throw new ApiError(response.ok ? 0 : response.status, answer ?? {});
  }
}
