import { createHash, randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { CheckoutError } from '../../shared/errors.ts';
import { findApiKey, type ApiKey, type AppEnv } from '../http/index.ts';
import type { ConsoleSession, Store } from '../store/index.ts';

/** A sign-in ends after this without a request, and after {@link LIFETIME} in any case, in ms. */
const IDLE = 30 * 60_000;
const LIFETIME = 12 * 3_600_000;
/** How often a sign-in's last use is written, in ms. */
const TOUCH_EVERY = 60_000;

const COOKIE = 'tillgate_console';
/** With it a browser takes the cookie by https alone, so that no page of plain http can put one in its place. */
const SECURE_PREFIX = '__Secure-';
/** The browser adds it to no request of another page without asking us first, and we say no. */
export const CONSOLE_HEADER = 'x-tillgate-console';

interface SignInDeps {
  store: Store;
  apiKeys: readonly ApiKey[];
  now: () => number;
  /** Whether browsers reach the companion by https. */
  secure: boolean;
}

/** Who is signed in. */
export interface SignedIn {
  key: ApiKey;
  /** When the sign-in ends in any case, in ms since the epoch. */
  endsAt: number;
}

/** Sign-ins of the back-office page: a cookie that only its own requests carry, and a row that makes it good. */
export interface SignIns {
  /** @throws CheckoutError `forbidden` for a request that another page made, or no page of ours */
  refuseStrangers(c: Context<AppEnv>): void;
  /**
   * @param onWrong called for a key that does not exist; may throw
   * @throws CheckoutError `unauthenticated` where there is no such key
   */
  begin(c: Context<AppEnv>, key: string, onWrong: () => void): Promise<SignedIn>;
  /** @throws CheckoutError `unauthenticated`; `forbidden` for a request that another page made */
  require(c: Context<AppEnv>): Promise<SignedIn>;
  /** As {@link require}; undefined where nobody is signed in. */
  find(c: Context<AppEnv>): Promise<SignedIn | undefined>;
  /** As {@link require}, for a request of a person's click that can carry no header of ours. */
  requireClick(c: Context<AppEnv>): Promise<SignedIn>;
  end(c: Context<AppEnv>): Promise<void>;
}

export function createSignIns(deps: SignInDeps): SignIns {
  const { store, apiKeys, now, secure } = deps;
  const cookie = secure ? `${SECURE_PREFIX}${COOKIE}` : COOKIE;
  // Without a path the browser takes that of the sign-in itself, `/console` and whatever prefix stands before it.
  const place = { path: '', httpOnly: true, secure, sameSite: 'Strict' } as const;

  async function find(c: Context<AppEnv>): Promise<SignedIn | undefined> {
    const token = getCookie(c, cookie);
    const session = token === undefined ? undefined : await store.findConsoleSession(hash(token));
    const key = session === undefined ? undefined : apiKeys.find((candidate) => candidate.id === session.key_id);
    if (session === undefined || key === undefined || isOver(session, now())) return undefined;
    if (now() - session.seen_at > TOUCH_EVERY) await store.touchConsoleSession(session.token_hash, now());
    return { key, endsAt: session.created_at + LIFETIME };
  }

  return {
    refuseStrangers,
    async begin(c, text, onWrong) {
      refuseStrangers(c);
      const key = findApiKey(apiKeys, text);
      if (key === undefined) {
        onWrong();
        throw new CheckoutError('unauthenticated', 'There is no such API key.');
      }
      const token = randomBytes(32).toString('base64url');
      const at = now();
      const session = { token_hash: hash(token), key_id: key.id, created_at: at, seen_at: at };
      await store.addConsoleSession(session, at - LIFETIME);
      setCookie(c, cookie, token, { ...place, maxAge: LIFETIME / 1_000 });
      return { key, endsAt: at + LIFETIME };
    },
    find(c) {
      refuseStrangers(c);
      return find(c);
    },
    async require(c) {
      refuseStrangers(c);
      return needed(await find(c));
    },
    async requireClick(c) {
      refuseOtherSites(c);
      return needed(await find(c));
    },
    async end(c) {
      refuseStrangers(c);
      const token = getCookie(c, cookie);
      if (token !== undefined) await store.deleteConsoleSession(hash(token));
      deleteCookie(c, cookie, place);
    },
  };
}

function needed(signedIn: SignedIn | undefined): SignedIn {
  if (signedIn === undefined) throw new CheckoutError('unauthenticated', 'Sign in with an API key.');
  return signedIn;
}

function isOver(session: ConsoleSession, now: number): boolean {
  return now - session.seen_at > IDLE || now - session.created_at > LIFETIME;
}

/**
 * The shop's own page is of the same site as the companion, so SameSite alone would let its scripts act here. They cannot
 * add this header without a preflight, which nothing below /console answers.
 */
function refuseStrangers(c: Context<AppEnv>): void {
  refuseOtherSites(c);
  if (c.req.header(CONSOLE_HEADER) === undefined) throw new CheckoutError('forbidden', 'For the console page only.');
}

function refuseOtherSites(c: Context<AppEnv>): void {
  const from = c.req.header('sec-fetch-site');
  if (from !== undefined && from !== 'same-origin' && from !== 'none') {
    throw new CheckoutError('forbidden', 'For the console page only.');
  }
}

function hash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
