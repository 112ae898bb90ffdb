import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import * as z from 'zod/mini';
import { CheckoutError } from '../../shared/errors.ts';
import {
  BODY_ERRORS,
  type DeclaredCall,
  mountRoutes,
  paymentFilterOf,
  PaymentQuery,
  API_ROUTES,
} from '../api/index.ts';
import { exportPayments, createSignIns, type SignedIn } from '../back-office/index.ts';
import {
  allow,
  type ApiKey,
  limitAddressOf,
  type AppEnv,
  createRateLimit,
  readJson,
  type PageFiles,
  type StaticFiles,
  pageHeaders,
} from '../http/index.ts';
import type { Companion } from '../companion.ts';
import { createId } from '../context/index.ts';

export interface ConsoleOptions {
  apiKeys: readonly ApiKey[];
  /** The built script and style of the page. */
  files: StaticFiles;
  /** Of the typeface. */
  pageFiles: PageFiles;
  trustProxy: number;
  /** Origins of the shop's pages. */
  allowedOrigins: readonly string[];
}

/** Sign-ins with a wrong key per network within ten minutes. A valid key always signs in. */
const MAX_WRONG_SIGN_INS = 20;
/** The limit of an address that many clients share, or that a proxy hides. */
const MAX_CROWD_WRONG_SIGN_INS = 400;
const SIGN_IN_WINDOW = 10 * 60_000;

const SignIn = z.strictObject({ key: z.string().check(z.minLength(1), z.maxLength(512)) });

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

/** The console's own calls with their error codes; `/console/v1` returns those of the merchant API. */
export const CONSOLE_CALLS: readonly DeclaredCall[] = [
  { method: 'POST', path: '/console/session', errors: ['unauthenticated', 'forbidden', ...BODY_ERRORS] },
  { method: 'GET', path: '/console/session', errors: ['forbidden'] },
  { method: 'DELETE', path: '/console/session', errors: ['forbidden'] },
  { method: 'GET', path: '/console/payments.csv', errors: ['unauthenticated', 'forbidden'] },
];

/**
 * `/console`: the back office. The page signs in with an API key and calls the merchant API below /console/v1, where
 * the sign-in cookie replaces the key. No other route reads that cookie.
 */
export function consoleRoutes(deps: Companion, options: ConsoleOptions): Hono<AppEnv> {
  const { apiKeys, files, trustProxy } = options;
  const secure = deps.settings.publicUrl.startsWith('https:');
  const signIns = createSignIns({ store: deps.store, apiKeys, now: deps.now, secure });
  const countOne = createRateLimit(MAX_WRONG_SIGN_INS, SIGN_IN_WINDOW, deps.now);
  const countCrowd = createRateLimit(MAX_CROWD_WRONG_SIGN_INS, SIGN_IN_WINDOW, deps.now);
  const countWrong = (c: Context<AppEnv>): void => {
    const { network, isCrowd } = limitAddressOf(c, trustProxy);
    (isCrowd ? countCrowd : countOne)(network ?? '');
  };
  const app = new Hono<AppEnv>();
  app.get('/', async () => {
    const page = await consolePage(deps, files, options.pageFiles);
    const headers = {
      ...pageHeaders([]),
      'content-security-policy': POLICY,
      'cross-origin-opener-policy': 'same-origin',
    };
    return new Response(page, { headers });
  });
  app.post('/session', async (c) => {
    signIns.refuseStrangers(c);
    const { key } = await readJson(c.req.raw, SignIn);
    const signedIn = await signIns.begin(c, key, () => countWrong(c));
    await deps.store.recordAudit({
      id: createId('aud'),
      at: deps.now(),
      key_id: signedIn.key.id,
      action: 'POST /console/session',
      target: null,
      request_id: c.get('requestId'),
      status: 201,
    });
    return c.json(toBody(deps, options, signedIn), 201);
  });
  // The page calls this to find out whether it is signed in, so a missing sign-in is no error.
  app.get('/session', async (c) => {
    const signedIn = await signIns.find(c);
    return signedIn === undefined ? c.body(null, 204) : c.json(toBody(deps, options, signedIn));
  });
  app.delete('/session', async (c) => {
    await signIns.end(c);
    return c.body(null, 204);
  });
  app.get('/payments.csv', async (c) => {
    const { key } = await signIns.requireClick(c);
    allow(key, 'read');
    const query = PaymentQuery.safeParse(c.req.query());
    if (!query.success) throw new CheckoutError('invalid_request');
    const headers = {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="payments.csv"',
      'cache-control': 'no-store',
    };
    return new Response(exportPayments(deps.store, paymentFilterOf(query.data)), { headers });
  });
  app.route('/files', files.routes);
  app.route(
    '/v1',
    mountRoutes(API_ROUTES, deps, async (c) => (await signIns.require(c)).key),
  );
  return app;
}

/** The sign-in data for the page. */
function toBody(
  deps: Companion,
  { allowedOrigins }: ConsoleOptions,
  { key, endsAt }: SignedIn,
): Record<string, unknown> {
  const { shopName, publicUrl, allowLoopbackIssuer } = deps.settings;
  return {
    key_id: key.id,
    scopes: [...key.scopes],
    shop_name: shopName,
    public_url: publicUrl,
    /** The origins at which shoppers use the companion, as far as known. */
    shop_url: allowedOrigins[0] ?? publicUrl,
    /** A gateway on this machine is the sandbox. */
    sandbox: allowLoopbackIssuer,
    issuing: deps.issuing !== undefined,
    ends_at: new Date(endsAt).toISOString(),
  };
}

/** Its URLs are relative, so it works below any prefix and under any host name. */
async function consolePage(deps: Companion, files: StaticFiles, pageFiles: PageFiles): Promise<string> {
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
