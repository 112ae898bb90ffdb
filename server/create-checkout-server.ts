import { fileURLToPath } from 'node:url';
import { Hono } from 'hono';
import { CheckoutError } from '../shared/errors.ts';
import { createAcquiringClient } from './gateway/acquiring-client.ts';
import { createIssuingClient } from './gateway/issuing-client.ts';
import { measuredTransport } from './gateway/measured-transport.ts';
import { DEFAULT_DEADLINES, createTransport, type Transport } from './gateway/transport.ts';
import { findKey } from './http/api-keys.ts';
import { guard, type AppEnv } from './http/guard.ts';
import { problemResponse } from './http/problem.ts';
import { createLogger, describeError, type Logger } from './log.ts';
import { createMetrics, type MeasuredMetrics } from './metrics.ts';
import { parseOptions, type CheckoutServerOptions, type ParsedOptions } from './options.ts';
import { createPaymentChanges } from './payments/deps.ts';
import { runDue, startJobs, type JobDeps } from './jobs/run-due.ts';
import { basketRoutes } from './routes/baskets.ts';
import { checkoutRoutes } from './routes/checkout.ts';
import { consoleRoutes } from './routes/console.ts';
import { createStaticFiles } from './routes/files.ts';
import { docsRoutes } from './routes/docs.ts';
import { gatewayRoutes } from './routes/gateway.ts';
import { healthRoutes } from './routes/health.ts';
import { hostedPageRoutes } from './routes/hosted-page.ts';
import { mountRoutes, type Identify } from './api/mount.ts';
import { API_ROUTES } from './api/routes.ts';
import { openStore } from './store/index.ts';
import type { Store } from './store/store.ts';
import { createEventMaker } from './webhooks/events.ts';

/** The companion, ready to be mounted or served. */
export interface CheckoutServer {
  /** A Hono app to mount anywhere. */
  app: Hono<AppEnv>;
  /** The same as a web-standard handler. */
  fetch: (request: Request, ...rest: unknown[]) => Response | Promise<Response>;
  /** Resolves once the database is in place; rejects with CheckoutError `store_unavailable`. */
  ready: Promise<void>;
  /**
   * Does everything that is due, now: asks the gateway about payments, refunds and operations, delivers events. Returns
   * about how many it asked. For hosts with a schedule of their own.
   */
  reconcile(): Promise<number>;
  /** Stops new work, waits for payments under way, closes the database and the gateway's connections. */
  close(): Promise<void>;
}

/** Time between a submit's own deadline and the moment it counts as lost with its process, in ms. */
const ANSWER_GRACE = 5_000;

/**
 * Makes the companion: the one place that wires its parts.
 * @throws CheckoutError `configuration_invalid` naming the setting that is wrong.
 */
export function createCheckoutServer(options: CheckoutServerOptions): CheckoutServer {
  const parsed = parseOptions(options);
  const log = options.logger ?? createLogger(options.logLevel ?? 'info');
  const store = openStore({ databaseUrl: options.databaseUrl, dataDir: options.dataDir ?? './tillgate-data' });
  const metrics = createMetrics(store, options.now ?? Date.now);
  const deps = createDeps(options, parsed, { store, log, metrics });
  const app = createApp(options, parsed, { deps, metrics });
  const pause = options.reconcileEvery ?? 1_000;
  const jobs = pause > 0 ? startJobs(deps, pause) : undefined;
  store.ready.catch((error: unknown) => log.error({ error: describeError(error) }, 'the database is not ready'));
  return {
    app,
    fetch: (request, ...rest) => app.fetch(request, ...(rest as [])),
    ready: store.ready,
    async reconcile() {
      const done = await runDue(deps);
      return done.reconcile + done.refund + done.operation;
    },
    async close() {
      jobs?.stop();
      await Promise.allSettled([...deps.running]);
      await Promise.all([deps.gateway.close(), deps.issuing?.close()]);
      await store.close();
    },
  };
}

function createDeps(
  options: CheckoutServerOptions,
  parsed: ParsedOptions,
  { store, log, metrics }: { store: Store; log: Logger; metrics: MeasuredMetrics },
): JobDeps {
  const now = options.now ?? Date.now;
  const shared = parsed.profile === undefined ? {} : { profile: parsed.profile };
  const limits = options.deadlines === undefined ? {} : { deadlines: options.deadlines };
  const transportTo = (url: string): Transport =>
    measuredTransport(createTransport(url, limits), (...call) => metrics.gatewayCalled(...call));
  return {
    store,
    gateway: createAcquiringClient({
      baseUrl: options.gatewayUrl,
      merchantId: options.merchantId,
      accountId: options.accountId,
      signKeys: parsed.signKeys,
      transport: transportTo(options.gatewayUrl),
      ...shared,
    }),
    settings: {
      publicUrl: parsed.publicUrl,
      shopName: options.shopName ?? null,
      issuerHosts: parsed.issuerHosts,
      allowLoopbackIssuer: parsed.allowLoopbackIssuer,
      maxAttempts: options.maxAttempts ?? 5,
      answerDeadline: (options.deadlines?.total ?? DEFAULT_DEADLINES.total) + ANSWER_GRACE,
      sessionLifetime: 3_600,
      riskUpdates: options.riskUpdates ?? true,
    },
    log,
    metrics,
    issuing:
      parsed.issuing === undefined
        ? undefined
        : createIssuingClient({ ...parsed.issuing, ...shared, transport: transportTo(parsed.issuing.baseUrl) }),
    events: createEventMaker(parsed.webhooks !== undefined, now),
    webhooks: parsed.webhooks,
    now,
    running: new Set(),
    submits: new Map(),
    changes: createPaymentChanges(),
    refuseUntil: { at: 0 },
  };
}

function createApp(
  options: CheckoutServerOptions,
  parsed: ParsedOptions,
  { deps, metrics }: { deps: JobDeps; metrics: MeasuredMetrics },
): Hono<AppEnv> {
  const widget = createStaticFiles(options.widgetDir ?? fileURLToPath(new URL('../script/', import.meta.url)));
  const assets = createStaticFiles(fileURLToPath(new URL('./assets/', import.meta.url)));
  // Script and page have to be of one version, so browsers ask whether what they have is still good.
  const consoleDir = options.consoleDir ?? fileURLToPath(new URL('../console/', import.meta.url));
  const consoleFiles = createStaticFiles(consoleDir, { maxAge: 0 });
  const { allowedOrigins, publicUrl, apiKeys } = parsed;
  const trustProxy = options.trustProxy ?? 0;
  const origins = [...allowedOrigins, new URL(publicUrl).origin];
  const app = new Hono<AppEnv>();
  app.use(guard());
  app.route('/', gatewayRoutes(deps, { allowedOrigins }));
  const { looks, pricing } = parsed;
  const checkout = checkoutRoutes(deps, { allowedOrigins: origins, trustProxy });
  checkout.route('/', basketRoutes(deps, { allowedOrigins, trustProxy, pricing }));
  app.route('/checkout', checkout);
  app.route('/pay', hostedPageRoutes(deps, { allowedOrigins, looks, integrity: (file) => widget.integrity(file) }));
  app.route('/', docsRoutes(publicUrl));
  const identify: Identify = (c) => findKey(apiKeys, c.req.header('authorization'));
  app.route('/v1', mountRoutes(API_ROUTES, deps, identify));
  if (options.console !== false)
    app.route('/console', consoleRoutes(deps, { apiKeys, allowedOrigins, trustProxy, files: consoleFiles }));
  app.route('/widget', widget.routes);
  app.route('/assets', assets.routes);
  app.route('/', healthRoutes(deps, { metrics, apiKeys }));
  app.notFound((c) => problemResponse(new CheckoutError('not_found'), c.get('requestId')));
  app.onError((error, c) => {
    const requestId = c.get('requestId');
    const response = problemResponse(error, requestId);
    const facts = { request_id: requestId, method: c.req.method, http_status: response.status };
    if (response.status >= 500) deps.log.error({ ...facts, error: describeError(error) }, 'request failed');
    else deps.log.debug({ ...facts, error: describeError(error) }, 'request refused');
    return response;
  });
  return app;
}
