import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

/** An OpenID Connect provider on this machine, with people whose claims a test sets. */
export interface IdentityProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The claims of each person, by the name they sign in with. */
  people: Map<string, Record<string, unknown>>;
  close(): Promise<void>;
}

/**
 * Starts the provider.
 * @param redirectUri the companion's callback
 * @param claimsInIdToken whether the ID token holds every claim; otherwise the user information does
 */
export async function startIdentityProvider(
  redirectUri: string,
  { claimsInIdToken = false } = {},
): Promise<IdentityProvider> {
  const people = new Map<string, Record<string, unknown>>();
  const clientId = 'tillgate';
  const clientSecret = 'a_secret_of_the_test_client';
  const server: Server = await new Promise((resolve) => {
    const holder = new Provider('http://localhost', {}).listen(0, () => resolve(holder));
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const issuer = `http://localhost:${String(port)}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    conformIdTokenClaims: !claimsInIdToken,
    claims: { openid: ['sub'], profile: ['name', 'groups'], email: ['email'] },
    cookies: { keys: ['of this test'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    // Everybody consents to everything.
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({ clientId, accountId: oidc.account?.accountId ?? '' });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => Promise.resolve({ sub: id, ...people.get(id) }),
    }),
  });
  provider.use(async (context, next) => {
    if (!context.path.startsWith('/interaction/')) return next();
    if (context.method === 'GET') {
      context.type = 'html';
      context.body = LOGIN_PAGE;
      return;
    }
    let body = '';
    for await (const part of context.req) body += String(part);
    const accountId = new URLSearchParams(body).get('login') ?? '';
    context.respond = false;
    await provider.interactionFinished(context.req, context.res, { login: { accountId } });
  });
  const listening: Server = await new Promise((resolve) => {
    const started = provider.listen(port, () => resolve(started));
  });
  return {
    issuer,
    clientId,
    clientSecret,
    people,
    close: () =>
      new Promise((resolve) => {
        listening.closeAllConnections();
        listening.close(() => resolve());
      }),
  };
}

const LOGIN_PAGE = `<!doctype html><html lang="en"><title>Nordwind</title><link rel="icon" href="data:,">
<form method="post"><label>Name <input name="login" autocomplete="username"></label><button>Continue</button></form>`;

/**
 * Signs in at the provider as a person would, and returns the address to which the provider sends the browser back.
 * @param start the address that the companion redirects to
 */
export async function signInAtProvider(start: string, login: string): Promise<string> {
  const cookies = new Map<string, string>();
  const visit = async (url: string, form?: Record<string, string>): Promise<Response> => {
    const response = await fetch(url, {
      method: form === undefined ? 'GET' : 'POST',
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };
  const { origin } = new URL(start);
  let url = start;
  for (let step = 0; step < 20; step += 1) {
    let response = await visit(url);
    if (response.status === 200) {
      response = await visit(url, { login });
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`The provider answered ${String(response.status)} at ${url}.`);
    url = new URL(location, url).href;
    if (new URL(url).origin !== origin) return url;
  }
  throw new Error('The provider never sent the browser back.');
}
