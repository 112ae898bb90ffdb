import { Hono } from 'hono';
import { html } from 'hono/html';
import { CheckoutError } from '../../shared/errors.ts';
import { depsForCaller, type CallErrorCodes, mountRoutes, API_ROUTES } from '../api/index.ts';
import { type ApiKey, type AppEnv, type PageFileTags, type StaticFiles, pageHeaders } from '../http/index.ts';
import type { CompanionDeps } from '../companion-deps.ts';
import { createConsoleSignIns, type OidcSettings, type ConsoleSignIn } from '../sign-in/index.ts';
import { CONSOLE_EXPORT_CALLS_WITH_ERROR_CODES, consoleExportRoutes } from './console-exports.ts';
import { CONSOLE_SIGN_IN_CALL_ERRORS, consoleSignInRoutes } from './console-sign-in.ts';

export interface ConsoleOptions {
  apiKeys: readonly ApiKey[];
  /** Whether API keys sign in. */
  takesKeys: boolean;
  signKey: string;
  oidc: OidcSettings | undefined;
  /** The built script and style of the page. */
  files: StaticFiles;
  /** Of the typeface. */
  pageFiles: PageFileTags;
  trustProxy: number;
  /** Origins of the shop's pages. */
  allowedOrigins: readonly string[];
}

/** The policy of every page, and no frames at all. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types tillgate',
].join('; ');

/** Passkeys, and nothing else of the device. */
const PERMISSIONS = [
  'camera=(), microphone=(), geolocation=(), display-capture=(), usb=(), serial=(), hid=(), midi=(), payment=()',
  'publickey-credentials-create=(self), publickey-credentials-get=(self)',
].join(', ');

/** The console's own calls with their error codes; `/console/v1` returns those of the merchant API. */
export const CONSOLE_CALL_ERRORS: readonly CallErrorCodes[] = [
  ...CONSOLE_SIGN_IN_CALL_ERRORS,
  ...CONSOLE_EXPORT_CALLS_WITH_ERROR_CODES,
];

/**
 * `/console`: the back office. The page signs in and calls the merchant API below /console/v1, where the session cookie
 * replaces the API key. No other route reads that cookie.
 */
export function consoleRoutes(deps: CompanionDeps, options: ConsoleOptions): Hono<AppEnv> {
  const { files, signKey, takesKeys } = options;
  const secure = deps.settings.publicUrl.startsWith('https:');
  const apiKeys = takesKeys ? options.apiKeys : [];
  const sessions = createConsoleSignIns({ store: deps.store, apiKeys, signKey, now: deps.now, secure });
  const app = new Hono<AppEnv>();
  app.get('/', async () => {
    const page = await consolePage(deps, files, options.pageFiles);
    const headers = {
      ...pageHeaders([]),
      'content-security-policy': POLICY,
      'permissions-policy': PERMISSIONS,
      'cross-origin-opener-policy': 'same-origin',
    };
    return new Response(page, { headers });
  });
  app.route(
    '/',
    consoleSignInRoutes(deps, {
      sessions,
      takesKeys: options.takesKeys,
      sandbox: deps.settings.allowLoopbackIssuer,
      oidc: options.oidc,
      trustProxy: options.trustProxy,
      toBody: (signedIn) => toBody(deps, options, signedIn),
    }),
  );
  app.route('/', consoleExportRoutes(deps, sessions));
  app.route('/files', files.routes);
  app.route(
    '/v1',
    mountRoutes(API_ROUTES, deps, { identify: async (c) => (await sessions.require(c)).caller, via: 'console' }),
  );
  return app;
}

/** The sign-in data for the page. */
function toBody(
  deps: CompanionDeps,
  { allowedOrigins }: ConsoleOptions,
  { caller, user, endsAt }: ConsoleSignIn,
): Record<string, unknown> {
  const { shopName, publicUrl, allowLoopbackIssuer } = deps.settings;
  const { accounts } = depsForCaller(deps, caller);
  return {
    key_id: caller.id,
    key_name: user === undefined ? caller.name : null,
    user_name: user?.name ?? null,
    scopes: [...caller.scopes],
    shop_name: shopName,
    public_url: publicUrl,
    /** The path may hold a secret. */
    webhooks: deps.webhooks.map(({ name, url }) => ({ name, url: new URL(url).origin })),
    /** The origins at which shoppers use the companion, as far as known. */
    shop_url: allowedOrigins[0] ?? publicUrl,
    /** A gateway on this machine is the sandbox. */
    sandbox: allowLoopbackIssuer,
    /** The accounts that the caller sees. */
    accounts: accounts.map(({ account }) => account),
    /** Cards are those of the first account. */
    issuing: accounts[0]?.issuing !== undefined,
    ends_at: new Date(endsAt).toISOString(),
  };
}

/** Its URLs are relative, so it works below any prefix and under any host name. */
async function consolePage(deps: CompanionDeps, files: StaticFiles, pageFiles: PageFileTags): Promise<string> {
  const script = files.integrity('console.js');
  const style = files.integrity('console.css');
  if (script === undefined || style === undefined) throw new CheckoutError('not_found', 'The console was not built.');
  const { shopName } = deps.settings;
  const page = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <title>${shopName === null ? 'Console' : `Console · ${shopName}`}</title>
        <link rel="icon" href="assets/icon.svg" type="image/svg+xml" />
        ${pageFiles.typeface('.')}
        <link rel="stylesheet" href="console/files/console.css" integrity="${style}" crossorigin />
        <script type="module" src="console/files/console.js" integrity="${script}" crossorigin></script>
      </head>
      <body>
        <tillgate-console shop="${shopName ?? ''}"></tillgate-console>
        <noscript><p>The console needs JavaScript.</p></noscript>
      </body>
    </html>`;
  return page.toString();
}
