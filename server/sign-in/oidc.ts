import type { Configuration } from 'openid-client';
import { SCOPES, type Scope } from '../../shared/contract/merchant/scopes.ts';
import { CheckoutError } from '../../shared/errors.ts';
import { createId } from '../context/index.ts';
import { isLoopback } from '../network/index.ts';
import type { Store, UserRecord } from '../store/index.ts';
import { storeSignInChallenge, consumeSignInChallenge } from './challenges.ts';
import type { OidcSettings } from './oidc-settings.ts';

/** Time limit of each request to the identity provider, in seconds. */
const TIME_LIMIT = 10;

interface OidcDeps {
  store: Store;
  now: () => number;
  /** `https://pay.shop.example/console/oidc-callback` */
  redirectUri: string;
}

/** Why a sign-in through the identity provider ended without one. The console shows a text for each. */
export type OidcFailure = 'unreachable' | 'expired' | 'cancelled' | 'no_role' | 'disabled' | 'failed';

export class OidcError extends Error {
  override readonly name = 'OidcError';
  readonly reason: OidcFailure;

  constructor(reason: OidcFailure, cause?: unknown) {
    super(`The sign-in ended: ${reason}.`, { cause });
    this.reason = reason;
  }
}

/** Sign-in through an OpenID Connect provider: authorization code with PKCE, state and nonce. */
export interface OidcSignIn {
  /**
   * Begins a sign-in: the provider's address, and the state that the same browser must bring back.
   * @throws OidcError `unreachable`
   */
  begin(): Promise<{ location: URL; state: string }>;
  /**
   * Ends it: verifies the ID token, reads the roles, and stores the user with the scopes of today.
   * @param state the state in the browser's cookie
   * @throws OidcError
   */
  finish(search: string, state: string | undefined): Promise<UserRecord>;
}

export function createOidcSignIn(settings: OidcSettings, deps: OidcDeps): OidcSignIn {
  let configuration: Promise<Configuration> | undefined;
  // The first sign-in reads the provider's metadata. One that fails is tried again by the next.
  const configure = (): Promise<Configuration> => {
    configuration ??= discover(settings).catch((cause: unknown) => {
      configuration = undefined;
      throw new OidcError('unreachable', cause);
    });
    return configuration;
  };
  return {
    async begin() {
      const client = await import('openid-client');
      const provider = await configure();
      const [state, nonce, verifier] = [client.randomState(), client.randomNonce(), client.randomPKCECodeVerifier()];
      await storeSignInChallenge(deps, state, { purpose: 'oidc', nonce, verifier });
      const location = client.buildAuthorizationUrl(provider, {
        redirect_uri: deps.redirectUri,
        scope: 'openid profile email',
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      return { location, state };
    },
    async finish(search, state) {
      const query = new URLSearchParams(search);
      if (state === undefined || query.get('state') !== state) throw new OidcError('expired');
      const data = await consumeSignInChallenge(deps, state).catch((cause: unknown) => {
        throw cause instanceof CheckoutError && cause.code === 'unauthenticated'
          ? new OidcError('expired', cause)
          : cause;
      });
      if (query.get('error') === 'access_denied') throw new OidcError('cancelled');
      const claims = await readClaims(await configure(), settings, {
        url: new URL(`${deps.redirectUri}${search}`),
        state,
        nonce: data['nonce'] ?? '',
        verifier: data['verifier'] ?? '',
      }).catch((cause: unknown) => {
        throw new OidcError('failed', cause);
      });
      return storeUser(claims, settings, deps);
    },
  };
}

async function discover(settings: OidcSettings): Promise<Configuration> {
  const client = await import('openid-client');
  const issuer = new URL(settings.issuer);
  // The settings allow plain http on this machine only.
  const execute = issuer.protocol === 'http:' && isLoopback(issuer.hostname) ? [client.allowInsecureRequests] : [];
  return client.discovery(issuer, settings.clientId, settings.clientSecret, undefined, {
    execute,
    timeout: TIME_LIMIT,
  });
}

interface Claims {
  sub: string;
  iss: string;
  name: string;
  email: string;
  roles: readonly string[];
}

/** The claims of the ID token. Those that it lacks come from the provider's user information. */
async function readClaims(
  provider: Configuration,
  { rolesClaim }: OidcSettings,
  { url, state, nonce, verifier }: { url: URL; state: string; nonce: string; verifier: string },
): Promise<Claims> {
  const client = await import('openid-client');
  const tokens = await client.authorizationCodeGrant(provider, url, {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  });
  const idToken = tokens.claims();
  if (idToken === undefined) throw new Error('no ID token');
  const isWhole = [rolesClaim, 'name', 'email'].every((name) => idToken[name] !== undefined);
  const hasUserInfo = provider.serverMetadata().userinfo_endpoint !== undefined;
  const more = isWhole || !hasUserInfo ? {} : await client.fetchUserInfo(provider, tokens.access_token, idToken.sub);
  const claims: Readonly<Record<string, unknown>> = { ...more, ...idToken };
  const textOf = (name: string): string | undefined =>
    typeof claims[name] === 'string' && claims[name] !== '' ? claims[name] : undefined;
  const email = textOf('email') ?? textOf('preferred_username') ?? '';
  const roles = claims[rolesClaim];
  return {
    sub: idToken.sub,
    iss: idToken.iss,
    email,
    name: textOf('name') ?? (email === '' ? idToken.sub : email),
    roles: (Array.isArray(roles) ? roles : [roles]).filter((role) => typeof role === 'string'),
  };
}

/** Stores the user of an issuer and subject; an e-mail address alone never identifies anybody. */
async function storeUser(claims: Claims, settings: OidcSettings, deps: OidcDeps): Promise<UserRecord> {
  const { store, now } = deps;
  const subject = `${claims.iss} ${claims.sub}`;
  const scopes = toScopes(claims.roles, settings.roles);
  const known = await store.findUser({ subject });
  if (scopes.length === 0) {
    // Whoever lost the last role also loses the sign-ins that are left.
    if (known !== undefined) {
      await store.updateUser(known.id, { scopes });
      await store.deleteConsoleSessionsOf(known.id);
    }
    throw new OidcError('no_role');
  }
  const { name, email } = claims;
  if (known === undefined) {
    const user: UserRecord = {
      id: createId('usr'),
      name,
      email,
      scopes,
      status: 'active',
      subject,
      source: 'oidc',
      created_at: now(),
      signed_in_at: null,
    };
    if (await store.addUser(user)) return user;
    // Another companion stored the same person just now.
    return storeUser(claims, settings, deps);
  }
  if (known.status === 'disabled') throw new OidcError('disabled');
  await store.updateUser(known.id, { name, email, scopes });
  return { ...known, name, email, scopes };
}

function toScopes(given: readonly string[], roles: OidcSettings['roles']): Scope[] {
  const granted = new Set(given.flatMap((role) => roles.get(role) ?? []));
  return SCOPES.filter((scope) => granted.has(scope));
}
