import { fileURLToPath } from 'node:url';
import { Hono } from 'hono';
import { CheckoutError, isCheckoutError } from '../shared/errors.ts';
import { createAcquiringClient } from './gateway/acquiring-client.ts';
import { createIssuingClient } from './gateway/issuing-client.ts';
import { DEFAULT_DEADLINES, createTransport, type Transport } from './gateway/transport.ts';
import { toStyleSheet } from './hosted-page/index.ts';
import {
  createGuessLimit,
  findApiKey,
  findKey,
  guard,
  refuseControlCharacters,
  type AppEnv,
  basePathOf,
  createGetPath,
  findPrefix,
  noteMountPath,
  ownPathOf,
  problemResponse,
  toProblem,
  createStaticFiles,
  createPageFiles,
  observeRequests,
} from './http/index.ts';
import {
  createLogger,
  describeError,
  type LogFacts,
  type Logger,
  createMetrics,
  type MeasuredMetrics,
  createThrottle,
  logWrongAddress,
  observeLogger,
  observeStore,
  observeTransport,
  createDigestMismatchReporter,
  noteFacts,
} from './observability/index.ts';
import { parseOptions, type CheckoutServerOptions, type ParsedOptions } from './settings/index.ts';
import { createCredentialsPause } from './payments/credentials-pause.ts';
import { createPaymentChanges } from './payments/deps.ts';
import { createProtection } from './payments/protection.ts';
import { createRequestFingerprints } from './payments/request-fingerprints.ts';
import { runDue, startJobs, type JobDeps } from './jobs/run-due.ts';
import {
  basketRoutes,
  checkoutRoutes,
  consoleRoutes,
  docsRoutes,
  gatewayRoutes,
  healthRoutes,
  hostedPageRoutes,
} from './routes/index.ts';
import { mountRoutes, type Identify } from './api/mount.ts';
import { API_ROUTES } from './api/routes.ts';
import { explainFault, openStore } from './store/index.ts';
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
  /** From here on `/readyz` says 503 and jobs are left to other companions; requests are still served. */
  drain(): void;
  /** Stops new work, waits for payments under way, closes the database and the gateway's connections. */
  close(): Promise<void>;
}

/** When what need not be kept is first looked for in a new database, in ms from its first start. */
const FIRST_PRUNE = 600_000;
/** Time between a submit's own deadline and the moment it counts as lost with its process, in ms. */
const ANSWER_GRACE = 5_000;

/**
 * Makes the companion: the one place that wires its parts.
 * @throws CheckoutError `configuration_invalid` naming the setting that is wrong.
 */
export function createCheckoutServer(options: CheckoutServerOptions): CheckoutServer {
  const parsed = parseOptions(options);
  const { databaseUrl, dataDir = './tillgate-data', migrate: migrates } = options;
  const opened = options.store ?? openStore({ databaseUrl, dataDir, migrates, accountId: options.accountId });
  const metrics = createMetrics(opened, {
    now: options.now ?? Date.now,
    takesEvents: parsed.webhooks !== undefined,
  });
  const store = observeStore(opened, (...call) => metrics.storeCalled(...call));
  const log = observeLogger(options.logger ?? createLogger(options.logLevel ?? 'info'), (alarm) =>
    metrics.alarmRaised(alarm),
  );
  if (parsed.allowedOrigins.length === 0) {
    log.warn(
      {},
      'TILLGATE_ALLOWED_ORIGINS is empty: the element works on no page of the shop, only the hosted page does',
    );
  }
  const closing = new AbortController();
  const deps = createDeps(options, parsed, { store, log, metrics, closing: closing.signal });
  const app = createApp(options, parsed, { deps, metrics });
  const pause = options.reconcileEvery ?? 1_000;
  const jobs = pause > 0 ? startJobs(deps, pause) : undefined;
  const ready = store.ready.catch((error: unknown) => {
    throw explainFault(error, { databaseUrl }, describeError);
  });
  const begun = ready
    .then(() => store.ensureJob('prune', 'daily', deps.now() + FIRST_PRUNE))
    .catch((error: unknown) => log.error(factsOfFault(error), 'the database is not ready'));
  const drain = (): void => {
    deps.drain.isOn = true;
    jobs?.stop();
  };
  return {
    app,
    fetch: (request, ...rest) => app.fetch(request, ...(rest as [])),
    ready,
    async reconcile() {
      const done = await runDue(deps);
      return done.reconcile + done.refund + done.operation;
    },
    drain,
    async close() {
      drain();
      // A database that is closed under its first job would look like one that is not there.
      await begun;
      // What ends may have begun something else.
      while (deps.running.size > 0) await Promise.allSettled([...deps.running]);
      closing.abort();
      await Promise.all([deps.gateway.close(), deps.issuing?.close()]);
      await store.close();
    },
  };
}

/** Why the database cannot be used, with the setting that names it: words of ours only. */
function factsOfFault(error: unknown): LogFacts {
  const reason = isCheckoutError(error) && error.fields !== undefined ? error.message : undefined;
  return { error: describeError(error), ...(reason === undefined ? {} : { reason }) };
}

function createDeps(
  options: CheckoutServerOptions,
  parsed: ParsedOptions,
  { store, log, metrics, closing }: { store: Store; log: Logger; metrics: MeasuredMetrics; closing: AbortSignal },
): JobDeps {
  const now = options.now ?? Date.now;
  const shared = parsed.profile === undefined ? {} : { profile: parsed.profile };
  const limits = options.deadlines === undefined ? {} : { deadlines: options.deadlines };
  const isLogDue = createThrottle(now);
  const transportTo = (setting: string, baseUrl: string): Transport =>
    logWrongAddress(
      observeTransport(createTransport(baseUrl, limits), (...call) => metrics.gatewayCalled(...call)),
      { setting, baseUrl },
      { log, isLogDue },
    );
  return {
    store,
    gateway: createAcquiringClient({
      baseUrl: options.gatewayUrl,
      merchantId: options.merchantId,
      accountId: options.accountId,
      signKeys: parsed.signKeys,
      transport: transportTo('TILLGATE_GATEWAY_URL', options.gatewayUrl),
      onDigestMismatch: createDigestMismatchReporter(log, metrics),
      ...shared,
    }),
    settings: {
      publicUrl: parsed.publicUrl,
      shopName: options.shopName ?? null,
      issuerHosts: parsed.issuerHosts,
      allowLoopbackIssuer: parsed.allowLoopbackIssuer,
      maxAttempts: options.maxAttempts ?? 5,
      ordersOnce: options.ordersOnce ?? false,
      answerDeadline: (options.deadlines?.total ?? DEFAULT_DEADLINES.total) + ANSWER_GRACE,
      sessionLifetime: 3_600,
      riskUpdates: options.riskUpdates ?? true,
    },
    log,
    metrics,
    issuing:
      parsed.issuing === undefined
        ? undefined
        : createIssuingClient({
            ...parsed.issuing,
            ...shared,
            transport: transportTo('TILLGATE_ISSUING_URL', parsed.issuing.baseUrl),
          }),
    fingerprints: createRequestFingerprints(parsed.signKeys),
    events: createEventMaker(parsed.webhooks !== undefined, now),
    webhooks: parsed.webhooks,
    retention: parsed.retention,
    now,
    running: new Set(),
    closing,
    submits: new Map(),
    abandons: new Map(),
    changes: createPaymentChanges(),
    protection: createProtection(parsed.protection, { store, log, metrics, now }),
    credentials: createCredentialsPause(now, log),
    isLogDue: isLogDue,
    drain: { isOn: false },
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
  const base = basePathOf(publicUrl);
  const app = new Hono<AppEnv>({ getPath: createGetPath(base) });
  app.use(guard(publicUrl.startsWith('https:')));
  app.use(noteMountPath(base, deps.log));
  app.use(observeRequests(deps.log, metrics));
  app.use(refuseControlCharacters());
  const countGuess = createGuessLimit(deps, trustProxy);
  const { looks, pricing } = parsed;
  const files = createPageFiles(assets, toStyleSheet(looks.theme));
  app.route('/', gatewayRoutes(deps, { allowedOrigins, files }));
  const checkout = checkoutRoutes(deps, {
    allowedOrigins: origins,
    trustProxy,
    isApiKey: (text) => findApiKey(apiKeys, text) !== undefined,
  });
  checkout.route('/', basketRoutes(deps, { allowedOrigins, trustProxy, pricing }));
  app.route('/checkout', checkout);
  app.route(
    '/pay',
    hostedPageRoutes(deps, { allowedOrigins, looks, integrity: (file) => widget.integrity(file), countGuess, files }),
  );
  app.route('/', docsRoutes(publicUrl, files));
  const identify: Identify = (c) => findKey(apiKeys, c.req.header('authorization'));
  app.route('/v1', mountRoutes(API_ROUTES, deps, identify));
  if (options.console !== false) {
    app.route('/console', consoleRoutes(deps, { apiKeys, allowedOrigins, trustProxy, files: consoleFiles }));
    app.get('/console/', (c) => c.redirect('../console', 308));
  }
  app.route('/widget', widget.routes);
  app.route('/assets', assets.routes);
  app.route('/', healthRoutes(deps, { metrics, apiKeys }));
  app.notFound((c) => {
    const prefix = findPrefix(c.req.path);
    if (prefix !== undefined && deps.isLogDue('unknown prefix')) {
      deps.log.warn(
        { route: prefix },
        'nothing is served below this path: if it is the companion’s, TILLGATE_PUBLIC_URL has to end with it',
      );
    }
    return problemResponse(new CheckoutError('not_found'), c.get('requestId'));
  });
  app.onError((thrown, c) => {
    const requestId = c.get('requestId');
    const error = afterGuess(thrown, () => countGuess(c, isBrowsers(ownPathOf(c)) ? 'token' : 'api_key'));
    const response = problemResponse(error, requestId);
    const facts = { request_id: requestId, http_status: response.status };
    noteFacts({ code: toProblem(error, requestId).code });
    if (response.status >= 500) deps.log.error({ ...facts, error: describeError(error) }, 'request failed');
    else deps.log.debug({ ...facts, error: describeError(error) }, 'request refused');
    return response;
  });
  return app;
}

/** A wrong token or key is counted; beyond the limit the answer says so instead. */
function afterGuess(error: unknown, count: () => void): unknown {
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
