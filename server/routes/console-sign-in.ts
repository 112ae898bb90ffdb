import { Hono, type Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import * as z from '../../shared/zod.ts';
import { CheckoutError } from '../../shared/errors.ts';
import { BODY_ERRORS, EMPTY_BODY, type CallErrorCodes } from '../api/index.ts';
import type { CompanionDeps } from '../companion-deps.ts';
import { createId } from '../context/index.ts';
import { type AppEnv, createNetworkRateLimit, readJsonBody } from '../http/index.ts';
import {
  SIGN_IN_CHALLENGE_LIFETIME,
  type ConsoleSignIns,
  createOidcSignIn,
  createPasskeys,
  OidcError,
  type OidcSettings,
  PasskeyAuthentication,
  PasskeyRegistration,
  readUser,
  type ConsoleSignIn,
} from '../sign-in/index.ts';

export interface ConsoleSignInOptions {
  sessions: ConsoleSignIns;
  /** Whether API keys sign in. */
  takesKeys: boolean;
  /** Whether the gateway is the sandbox. */
  sandbox: boolean;
  oidc: OidcSettings | undefined;
  trustProxy: number;
  /** The sign-in data for the page. */
  toBody: (signedIn: ConsoleSignIn) => Record<string, unknown>;
}

/** Refused sign-ins per network within ten minutes. */
const MAX_WRONG_SIGN_INS = 20;
/** The limit of an address that many clients share, or that a proxy hides. */
const MAX_CROWD_WRONG_SIGN_INS = 400;
/** Started sign-ins per network within ten minutes, each of which stores a challenge. */
const MAX_SIGN_IN_STARTS = 300;
const MAX_CROWD_SIGN_IN_STARTS = 6_000;
const SIGN_IN_WINDOW = 10 * 60_000;

/** The longest response of an authenticator, in bytes. */
const PASSKEY_MAX_BYTES = 32_768;

const Token = z.string().check(z.minLength(1), z.maxLength(100));
/** A sign-in: by API key, by passkey, or by an enrolment link with a new passkey. */
const SignIn = z.union([
  z.strictObject({ key: z.string().check(z.minLength(1), z.maxLength(512)) }),
  z.strictObject({ passkey: PasskeyAuthentication }),
  z.strictObject({ enrolment: Token, new_passkey: PasskeyRegistration }),
]);
const Enrolment = z.strictObject({ enrolment: Token });
const NewPasskey = z.strictObject({ new_passkey: PasskeyRegistration });
const PasskeyId = z.strictObject({ id: z.string().check(z.minLength(1), z.maxLength(1_500)) });

const OIDC_COOKIE = 'tillgate_oidc';

const WRITE_ERRORS = ['unauthenticated', 'forbidden', ...BODY_ERRORS] as const;

export const CONSOLE_SIGN_IN_CALL_ERRORS: readonly CallErrorCodes[] = [
  { method: 'GET', path: '/console/sign-in', errors: ['forbidden'] },
  { method: 'POST', path: '/console/session', errors: WRITE_ERRORS },
  { method: 'GET', path: '/console/session', errors: ['forbidden'] },
  { method: 'DELETE', path: '/console/session', errors: ['forbidden'] },
  { method: 'POST', path: '/console/passkey-options', errors: WRITE_ERRORS },
  { method: 'POST', path: '/console/enrolment', errors: [...WRITE_ERRORS, 'wrong_state'] },
  { method: 'GET', path: '/console/account', errors: ['unauthenticated', 'forbidden', 'not_found'] },
  { method: 'POST', path: '/console/new-passkey-options', errors: [...WRITE_ERRORS, 'wrong_state'] },
  { method: 'POST', path: '/console/passkeys', errors: WRITE_ERRORS },
  { method: 'POST', path: '/console/removed-passkeys', errors: [...WRITE_ERRORS, 'not_found', 'wrong_state'] },
  { method: 'DELETE', path: '/console/sessions', errors: ['unauthenticated', 'forbidden'] },
  { method: 'GET', path: '/console/oidc', errors: ['not_found'] },
  { method: 'GET', path: '/console/oidc-callback', errors: ['not_found'] },
];

/** Sign-in to the console, and the account of the signed-in user. Each way ends in the same session cookie. */
export function consoleSignInRoutes(deps: CompanionDeps, options: ConsoleSignInOptions): Hono<AppEnv> {
  const { sessions, takesKeys, trustProxy, toBody } = options;
  const { publicUrl, shopName } = deps.settings;
  const passkeys = createPasskeys({ store: deps.store, now: deps.now, publicUrl, shopName });
  const window = { withinMs: SIGN_IN_WINDOW, trustProxy, now: deps.now };
  const countWrong = createNetworkRateLimit({ ...window, max: MAX_WRONG_SIGN_INS, maxCrowd: MAX_CROWD_WRONG_SIGN_INS });
  const countStart = createNetworkRateLimit({ ...window, max: MAX_SIGN_IN_STARTS, maxCrowd: MAX_CROWD_SIGN_IN_STARTS });
  /** Counts a refused passkey or link, so that they cannot be tried without limit. */
  const counted = <T>(c: Context<AppEnv>, work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      if (error instanceof CheckoutError && error.code === 'unauthenticated') countWrong(c);
      throw error;
    });
  const audit = (c: Context<AppEnv>, { caller }: ConsoleSignIn, action: string, target: string | null): Promise<void> =>
    deps.store.recordAudit({
      id: createId('aud'),
      at: deps.now(),
      key_id: caller.id,
      user_name: caller.name,
      action,
      target,
      request_id: c.get('requestId'),
      via: 'console',
      status: 201,
    });
  const requireUser = async (c: Context<AppEnv>): Promise<ConsoleSignIn & Required<Pick<ConsoleSignIn, 'user'>>> => {
    const { user, ...signedIn } = await sessions.require(c);
    if (user === undefined) throw new CheckoutError('forbidden', 'An API key has no account.');
    return { ...signedIn, user };
  };
  const app = new Hono<AppEnv>();

  app.get('/sign-in', async (c) => {
    sessions.refuseOtherPages(c);
    return c.json({
      api_key: takesKeys,
      passkey: passkeys.isAvailable && (!takesKeys || (await deps.store.hasPasskeys())),
      oidc: options.oidc?.name ?? null,
      sandbox: options.sandbox,
    });
  });
  app.post('/session', async (c) => {
    sessions.refuseOtherPages(c);
    const body = await readJsonBody(c.req.raw, SignIn, PASSKEY_MAX_BYTES);
    let signedIn: ConsoleSignIn;
    if ('key' in body) signedIn = await sessions.beginWithKey(c, body.key, () => countWrong(c));
    else if ('passkey' in body)
      signedIn = await sessions.beginForUser(c, await counted(c, passkeys.signIn(body.passkey)));
    else signedIn = await sessions.beginForUser(c, await counted(c, passkeys.enrol(body.enrolment, body.new_passkey)));
    await audit(c, signedIn, 'POST /console/session', null);
    return c.json(toBody(signedIn), 201);
  });
  // The page calls this to find out whether it is signed in, so a missing sign-in is no error.
  app.get('/session', async (c) => {
    const signedIn = await sessions.find(c);
    return signedIn === undefined ? c.body(null, 204) : c.json(toBody(signedIn));
  });
  app.delete('/session', async (c) => {
    await sessions.end(c);
    return c.body(null, 204);
  });
  app.post('/passkey-options', async (c) => {
    sessions.refuseOtherPages(c);
    await readJsonBody(c.req.raw, EMPTY_BODY);
    countStart(c);
    return c.json(await passkeys.createSignInOptions());
  });
  app.post('/enrolment', async (c) => {
    sessions.refuseOtherPages(c);
    const { enrolment } = await readJsonBody(c.req.raw, Enrolment);
    const { user, options: creation } = await counted(c, passkeys.createEnrolmentOptions(enrolment));
    return c.json({ name: user.name, email: user.email, options: creation });
  });

  app.get('/account', async (c) => c.json(await readUser(deps, (await requireUser(c)).user.id)));
  app.post('/new-passkey-options', async (c) => {
    const { user } = await requireUser(c);
    await readJsonBody(c.req.raw, EMPTY_BODY);
    if (user.source === 'oidc') throw new CheckoutError('wrong_state', 'You sign in through the identity provider.');
    return c.json(await passkeys.createOptions(user));
  });
  app.post('/passkeys', async (c) => {
    const signedIn = await requireUser(c);
    const { new_passkey: passkey } = await readJsonBody(c.req.raw, NewPasskey, PASSKEY_MAX_BYTES);
    await passkeys.add(signedIn.user, passkey);
    await audit(c, signedIn, 'POST /console/passkeys', signedIn.user.id);
    return c.json(await readUser(deps, signedIn.user.id), 201);
  });
  app.post('/removed-passkeys', async (c) => {
    const signedIn = await requireUser(c);
    const { id } = await readJsonBody(c.req.raw, PasskeyId);
    const known = await deps.store.listPasskeys([signedIn.user.id]);
    if (known.length === 1)
      throw new CheckoutError('wrong_state', 'Add another passkey before you remove the last one.');
    if (!(await deps.store.deletePasskey(signedIn.user.id, id))) throw new CheckoutError('not_found');
    await audit(c, signedIn, 'POST /console/removed-passkeys', signedIn.user.id);
    return c.json(await readUser(deps, signedIn.user.id), 201);
  });
  app.delete('/sessions', async (c) => {
    const signedIn = await requireUser(c);
    await deps.store.deleteConsoleSessionsOf(signedIn.user.id);
    await audit(c, signedIn, 'DELETE /console/sessions', signedIn.user.id);
    await sessions.end(c);
    return c.body(null, 204);
  });
  if (options.oidc !== undefined) addOidc(app, deps, { ...options, oidc: options.oidc, audit, countStart });
  return app;
}

/** The visit to the identity provider and the return from it. Failures lead back to the sign-in page with a reason. */
function addOidc(
  app: Hono<AppEnv>,
  deps: CompanionDeps,
  {
    sessions,
    oidc: settings,
    audit,
    countStart,
  }: {
    sessions: ConsoleSignIns;
    oidc: OidcSettings;
    audit: (c: Context<AppEnv>, signedIn: ConsoleSignIn, action: string, target: string | null) => Promise<void>;
    countStart: (c: Context<AppEnv>) => void;
  },
): void {
  const { publicUrl } = deps.settings;
  const console = `${publicUrl}/console`;
  const oidc = createOidcSignIn(settings, {
    store: deps.store,
    now: deps.now,
    redirectUri: `${console}/oidc-callback`,
  });
  // Lax, because the browser returns from another site.
  const attributes = { path: '', httpOnly: true, secure: publicUrl.startsWith('https:'), sameSite: 'Lax' } as const;
  const failed = (c: Context<AppEnv>, error: unknown): Response => {
    if (!(error instanceof OidcError)) throw error;
    const facts = { reason: error.reason, error: describeCause(error) };
    c.get('log').warn(facts, 'sign-in through the identity provider failed');
    return c.redirect(`${console}#/?sign_in=${error.reason}`, 303);
  };
  app.get('/oidc', async (c) => {
    c.header('cache-control', 'no-store');
    countStart(c);
    try {
      const { location, state } = await oidc.begin();
      setCookie(c, OIDC_COOKIE, state, { ...attributes, maxAge: SIGN_IN_CHALLENGE_LIFETIME / 1_000 });
      return c.redirect(location.href, 303);
    } catch (error) {
      return failed(c, error);
    }
  });
  app.get('/oidc-callback', async (c) => {
    c.header('cache-control', 'no-store');
    const state = getCookie(c, OIDC_COOKIE);
    deleteCookie(c, OIDC_COOKIE, attributes);
    try {
      const user = await oidc.finish(new URL(c.req.url).search, state);
      const signedIn = await sessions.beginForUser(c, user);
      await audit(c, signedIn, 'POST /console/session', null);
      return c.redirect(console, 303);
    } catch (error) {
      return failed(c, error);
    }
  });
}

/** The provider's own error code, without texts that may name people. */
function describeCause({ cause }: OidcError): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? code : cause instanceof Error ? cause.name : 'none';
}
