import { fileURLToPath } from 'node:url';
import { Hono } from 'hono';
import { CheckoutError, isCheckoutError } from '../../shared/errors.ts';
import { mountRoutes, type IdentifyCaller, API_ROUTES } from '../api/index.ts';
import { toStyleSheet } from '../hosted-page/index.ts';
import {
  basePathOfUrl,
  createRoutingPathResolver,
  createRefusedCredentialLimit,
  createPageFileTags,
  createStaticFileRoutes,
  findApiKey,
  requireApiKey,
  findUnexpectedPathPrefix,
  limitHeadersAndSetNoStore,
  recordMountPath,
  observeRequests,
  routedPathOf,
  problemResponse,
  refuseControlCharactersInUrl,
  identifyRequests,
  securityHeaders,
  toProblem,
  type AppEnv,
} from '../http/index.ts';
import { describeError, type MetricsRegistry } from '../observability/index.ts';
import type { JobDeps } from '../jobs/index.ts';
import { createId } from '../context/index.ts';
import type { CheckoutServerOptions, ParsedOptions } from '../settings/index.ts';
import { basketSessionRoutes } from './baskets.ts';
import { savedCardsRoutes } from './cards.ts';
import { checkoutRoutes } from './checkout.ts';
import { consoleRoutes } from './console.ts';
import { docsRoutes } from './docs.ts';
import { gatewayRoutes } from './gateway.ts';
import { healthAndMetricsRoutes } from './health.ts';
import { homeRoutes } from './home.ts';
import { hostedPageRoutes } from './hosted-page.ts';

/** Every route of the companion, in one Hono app. */
export function createApp(
  options: CheckoutServerOptions,
  parsed: ParsedOptions,
  { deps, metrics }: { deps: JobDeps; metrics: MetricsRegistry },
): Hono<AppEnv> {
  const widget = createStaticFileRoutes(options.widgetDir ?? fileURLToPath(new URL('../../script/', import.meta.url)));
  const assets = createStaticFileRoutes(fileURLToPath(new URL('../assets/', import.meta.url)));
  // Script and page must have one version, so browsers revalidate cached files.
  const consoleDir = options.consoleDir ?? fileURLToPath(new URL('../../console/', import.meta.url));
  const consoleFiles = createStaticFileRoutes(consoleDir, { maxAge: 0 });
  const { allowedOrigins, publicUrl, apiKeys } = parsed;
  const trustProxy = options.trustProxy ?? 0;
  const origins = [...allowedOrigins, new URL(publicUrl).origin];
  const base = basePathOfUrl(publicUrl);
  const app = new Hono<AppEnv>({ getPath: createRoutingPathResolver(base) });
  app.use(identifyRequests(deps.log, () => createId('req')));
  app.use(securityHeaders(publicUrl.startsWith('https:')));
  app.use(limitHeadersAndSetNoStore());
  app.use(recordMountPath(base, deps.log));
  app.use(observeRequests(metrics));
  app.use(refuseControlCharactersInUrl());
  const countGuess = createRefusedCredentialLimit(deps, trustProxy);
  const { branding, pricing } = parsed;
  const files = createPageFileTags(assets, toStyleSheet(branding.theme));
  app.route('/', gatewayRoutes(deps, { allowedOrigins, files }));
  const checkout = checkoutRoutes(deps, {
    allowedOrigins: origins,
    trustProxy,
    isApiKey: (text) => findApiKey(apiKeys, text) !== undefined,
  });
  checkout.route('/', basketSessionRoutes(deps, { allowedOrigins, trustProxy, pricing }));
  checkout.route('/', savedCardsRoutes(deps));
  app.route('/checkout', checkout);
  app.route(
    '/pay',
    hostedPageRoutes(deps, {
      allowedOrigins,
      branding,
      integrity: (file) => widget.integrity(file),
      countRefused: countGuess,
      files,
    }),
  );
  app.route('/', docsRoutes(publicUrl, files));
  app.route('/', homeRoutes({ shopName: deps.settings.shopName, hasConsole: options.console !== false, files, base }));
  const identify: IdentifyCaller = (c) => requireApiKey(apiKeys, c.req.header('authorization'));
  app.route('/v1', mountRoutes(API_ROUTES, deps, { identify, via: 'api' }));
  if (options.console !== false) {
    app.route(
      '/console',
      consoleRoutes(deps, {
        apiKeys,
        takesKeys: options.consoleKeys !== false,
        signKey: parsed.accounts[0].gateway.signKeys[0],
        oidc: parsed.oidc,
        allowedOrigins,
        trustProxy,
        files: consoleFiles,
        pageFiles: files,
      }),
    );
    app.get('/console/', (c) => c.redirect('../console', 308));
  }
  app.route('/widget', widget.routes);
  app.route('/assets', assets.routes);
  app.route('/', healthAndMetricsRoutes(deps, { metrics, apiKeys }));
  app.notFound((c) => {
    const prefix = findUnexpectedPathPrefix(c.req.path);
    if (prefix !== undefined && deps.isLogDue('unknown prefix')) {
      c.get('log').warn(
        { route: prefix },
        'nothing is served below this path: if it is the companion’s, TILLGATE_PUBLIC_URL has to end with it',
      );
    }
    return problemResponse(new CheckoutError('not_found'), c.get('requestId'));
  });
  app.onError((thrown, c) => {
    const id = c.get('requestId');
    const error = countRefusedCredential(thrown, () =>
      countGuess(c, isBrowsers(routedPathOf(c)) ? 'token' : 'api_key'),
    );
    const response = problemResponse(error, id);
    const log = c.get('log');
    log.facts.code = toProblem(error, id).code;
    const facts = { http_status: response.status, error: describeError(error) };
    if (response.status >= 500) log.error(facts, 'request failed');
    else log.debug(facts, 'request refused');
    return response;
  });
  return app;
}

/** Counts a wrong token or key; over the limit the response reports that instead. */
function countRefusedCredential(error: unknown, count: () => void): unknown {
  if (!isCheckoutError(error) || error.code !== 'unauthenticated') return error;
  try {
    count();
    return error;
  } catch (limited) {
    return limited;
  }
}

function isBrowsers(path: string): boolean {
  return path.startsWith('/checkout/');
}
