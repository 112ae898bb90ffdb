import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { SCOPES } from '../../shared/contract/merchant/scopes.ts';
import { CheckoutError } from '../../shared/errors.ts';
import { findApiKey, type ApiKey, type AppEnv, type ApiCaller } from '../http/index.ts';
import type { ConsoleSessionRecord, Store, UserRecord } from '../store/index.ts';

/** A sign-in ends after this without a request, and after {@link LIFETIME} in any case, in ms. */
const IDLE = 30 * 60_000;
const LIFETIME = 12 * 3_600_000;
/** How often a sign-in's last use is written, in ms. */
const TOUCH_EVERY = 60_000;

const COOKIE = 'tillgate_console';
/** Browsers accept a cookie of this name over https only, so a page of plain http cannot replace it. */
const SECURE_PREFIX = '__Secure-';
/** A page of another origin can only send it after a preflight, which is refused. */
export const CONSOLE_CSRF_HEADER = 'x-tillgate-console';

export interface ConsoleSessionDeps {
  store: Store;
  /** Empty if nobody may sign in with a key. */
  apiKeys: readonly ApiKey[];
  /** The key under which responses to users are stored is derived from it. */
  signKey: string;
  now: () => number;
  /** Whether browsers reach the companion by https. */
  secure: boolean;
}

/** A sign-in: the caller of its requests. */
export interface ConsoleSignIn {
  caller: ApiCaller;
  /** Absent for an API key. */
  user?: UserRecord;
  /** When the sign-in ends in any case, in ms since the epoch. */
  endsAt: number;
}

/** Sign-ins to the console: a cookie of the browser and a row of the database. */
export interface ConsoleSignIns {
  /** @throws CheckoutError `forbidden` for a request that is not the console's */
  refuseOtherPages(c: Context<AppEnv>): void;
  /**
   * Signs in with an API key.
   * @param onWrong called for a key that does not exist; may throw
   * @throws CheckoutError `unauthenticated` if there is no such key
   */
  beginWithKey(c: Context<AppEnv>, key: string, onWrong: () => void): Promise<ConsoleSignIn>;
  /** Signs in a user who has just been authenticated. */
  beginForUser(c: Context<AppEnv>, user: UserRecord): Promise<ConsoleSignIn>;
  /** @throws CheckoutError `unauthenticated`; `forbidden` for a request of another page */
  require(c: Context<AppEnv>): Promise<ConsoleSignIn>;
  /** As {@link ConsoleSignIns.require}; undefined if nobody is signed in. */
  find(c: Context<AppEnv>): Promise<ConsoleSignIn | undefined>;
  /** As {@link ConsoleSignIns.require}, for a download, which has no header of the console. */
  requireForDownload(c: Context<AppEnv>): Promise<ConsoleSignIn>;
  end(c: Context<AppEnv>): Promise<void>;
}

export function createConsoleSignIns(deps: ConsoleSessionDeps): ConsoleSignIns {
  const { store, apiKeys, now, secure } = deps;
  const cookie = secure ? `${SECURE_PREFIX}${COOKIE}` : COOKIE;
  // Without a path the browser takes that of the request, `/console` below any prefix.
  const attributes = { path: '', httpOnly: true, secure, sameSite: 'Strict' } as const;

  const callerOf = (session: ConsoleSessionRecord, user: UserRecord | undefined): ApiCaller | undefined => {
    if (session.user_id === null) return apiKeys.find((candidate) => candidate.id === session.key_id);
    return user?.status === 'active' ? toCaller(user, deps.signKey) : undefined;
  };

  async function find(c: Context<AppEnv>): Promise<ConsoleSignIn | undefined> {
    const token = getCookie(c, cookie);
    const found = token === undefined ? undefined : await store.findConsoleSession(hashSignInToken(token));
    if (found === undefined) return undefined;
    const { session, user } = found;
    const caller = callerOf(session, user);
    if (caller === undefined || isOver(session, now())) return undefined;
    if (now() - session.seen_at > TOUCH_EVERY) await store.touchConsoleSession(session.token_hash, now());
    return { caller, endsAt: session.created_at + LIFETIME, ...(user === undefined ? {} : { user }) };
  }

  async function begin(c: Context<AppEnv>, who: Pick<ConsoleSessionRecord, 'key_id' | 'user_id'>): Promise<number> {
    const token = randomBytes(32).toString('base64url');
    const at = now();
    await store.addConsoleSession(
      { token_hash: hashSignInToken(token), ...who, created_at: at, seen_at: at },
      at - LIFETIME,
    );
    setCookie(c, cookie, token, { ...attributes, maxAge: LIFETIME / 1_000 });
    return at + LIFETIME;
  }

  return {
    refuseOtherPages,
    async beginWithKey(c, text, onWrong) {
      refuseOtherPages(c);
      const key = findApiKey(apiKeys, text);
      if (key === undefined) {
        onWrong();
        throw new CheckoutError('unauthenticated', 'There is no such API key.');
      }
      return { caller: key, endsAt: await begin(c, { key_id: key.id, user_id: null }) };
    },
    async beginForUser(c, user) {
      const endsAt = await begin(c, { key_id: null, user_id: user.id });
      await store.recordSignIn(user.id, now());
      return { caller: toCaller(user, deps.signKey), user, endsAt };
    },
    find(c) {
      refuseOtherPages(c);
      return find(c);
    },
    async require(c) {
      refuseOtherPages(c);
      return needed(await find(c));
    },
    async requireForDownload(c) {
      refuseOtherSites(c);
      return needed(await find(c));
    },
    async end(c) {
      refuseOtherPages(c);
      const token = getCookie(c, cookie);
      if (token !== undefined) await store.deleteConsoleSession(hashSignInToken(token));
      deleteCookie(c, cookie, attributes);
    },
  };
}

function toCaller(user: UserRecord, signKey: string): ApiCaller {
  const secret = Buffer.from(hkdfSync('sha256', signKey, user.id, 'tillgate user', 32));
  const scopes = new Set(SCOPES.filter((scope) => user.scopes.includes(scope)));
  return { id: user.id, scopes, accounts: null, name: user.name, idempotency: { namespace: user.id, secret } };
}

function needed(signedIn: ConsoleSignIn | undefined): ConsoleSignIn {
  if (signedIn === undefined) throw new CheckoutError('unauthenticated', 'Sign in to the console.');
  return signedIn;
}

function isOver(session: ConsoleSessionRecord, now: number): boolean {
  return now - session.seen_at > IDLE || now - session.created_at > LIFETIME;
}

/**
 * The shop's own page is of the same site as the companion, so SameSite alone would let its scripts act here. They cannot
 * add this header without a preflight, which nothing below /console answers.
 */
function refuseOtherPages(c: Context<AppEnv>): void {
  refuseOtherSites(c);
  if (c.req.header(CONSOLE_CSRF_HEADER) === undefined)
    throw new CheckoutError('forbidden', 'For the console page only.');
}

function refuseOtherSites(c: Context<AppEnv>): void {
  const from = c.req.header('sec-fetch-site');
  if (from !== undefined && from !== 'same-origin' && from !== 'none') {
    throw new CheckoutError('forbidden', 'For the console page only.');
  }
}

export function hashSignInToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
