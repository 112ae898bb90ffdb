import type { Hono } from 'hono';
import { CheckoutError, isCheckoutError, type FieldError } from '../shared/errors.ts';
import { createAcquiringClient } from './gateway/acquiring-client.ts';
import { createIssuingClient } from './gateway/issuing-client.ts';
import { DEFAULT_CALL_TIMEOUTS, createTransport, type Transport } from './gateway/transport.ts';
import { type AppEnv } from './http/index.ts';
import {
  createLogger,
  describeError,
  type LogFields,
  type AlertLogger,
  createMetrics,
  type ProcessMetricsCollector,
  type MetricsRegistry,
  createLogThrottle,
  withGatewayUrlFailureLog,
  createAlertLogger,
  observeStore,
  observeTransport,
  createResponseDigestMismatchReporter,
} from './observability/index.ts';
import {
  parseOptions,
  settingNameOfAccount,
  type CheckoutServerOptions,
  type ParsedAccount,
  type ParsedOptions,
} from './settings/index.ts';
import { createGatewayCredentialsBreaker, createAbuseProtection, longestVelocityWindow } from './risk/index.ts';
import { createSessionChangeNotifier, createRequestFingerprints, waitForBackgroundWork } from './context/index.ts';
import { runDueJobs, startJobs, type JobDeps } from './jobs/index.ts';
import { createUnconfirmedPayments } from './payments/index.ts';
import { createApp } from './routes/index.ts';
import { toDatabaseSettingError, openStore } from './store/open-store.ts';
import { createWebhookEventFactory } from './webhooks/events.ts';
import type { ConfiguredAccount } from './companion-deps.ts';
import { restrictStoreToAccounts, type Store } from './store/index.ts';

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
  return createServerWithSharedMetrics(options, undefined);
}

/** The same for one of several processes of a companion, whose metrics are added up. */
export function createServerWithSharedMetrics(
  options: CheckoutServerOptions,
  processes: ProcessMetricsCollector | undefined,
): CheckoutServer {
  const parsed = parseOptions(options);
  const { databaseUrl, dataDir = './tillgate-data', migrate: migrates } = options;
  const opened = options.store ?? openStore({ databaseUrl, dataDir, migrates, accountId: options.accountId });
  const metrics = createMetrics(opened, {
    now: options.now ?? Date.now,
    endpoints: parsed.webhooks.map(({ name }) => name),
    processes,
  });
  const store = observeStore(opened, (...call) => metrics.countStoreCall(...call));
  const log = createAlertLogger(options.logger ?? createLogger(options.logLevel ?? 'info'), (alert) =>
    metrics.countAlert(alert),
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
  const ready = store.ready
    .then(() => refuseMovedAccounts(store, parsed.accounts))
    .catch((error: unknown) => {
      throw toDatabaseSettingError(error, { databaseUrl }, describeError);
    });
  const begun = ready
    .then(() => store.ensureJob('prune', 'daily', deps.now() + FIRST_PRUNE))
    .catch((error: unknown) => log.error(factsOfFault(error), 'the database is not ready'));
  const drain = (): void => {
    deps.drain.isOn = true;
    jobs?.stop();
  };
  const server: CheckoutServer = {
    app,
    fetch: (request, ...rest) => app.fetch(request, ...(rest as [])),
    ready,
    async reconcile() {
      const done = await runDueJobs(deps);
      return done.reconcile + done.refund + done.operation + done.void;
    },
    drain,
    async close() {
      drain();
      // A database that is closed under its first job would look like one that is not there.
      await begun;
      await waitForBackgroundWork(deps);
      await deps.unconfirmed.endFound();
      closing.abort();
      await Promise.all(deps.accounts.map(({ gateway, issuing }) => Promise.all([gateway.close(), issuing?.close()])));
      await store.close();
    },
  };
  depsOf.set(server, deps);
  return server;
}

const depsOf = new WeakMap<CheckoutServer, JobDeps>();

/**
 * Resolves once the work that requests began and that goes on after their responses has ended: applied notifications,
 * counted outcomes. For tests: a host stops the companion with `close`.
 */
export async function finishBackgroundWork(server: CheckoutServer): Promise<void> {
  const deps = depsOf.get(server);
  if (deps !== undefined) await waitForBackgroundWork(deps);
}

/** Why the database cannot be used, with the setting that names it: words of ours only. */
function factsOfFault(error: unknown): LogFields {
  const reason = isCheckoutError(error) && error.fields !== undefined ? error.message : undefined;
  return { error: describeError(error), ...(reason === undefined ? {} : { reason }) };
}

/**
 * A payment whose account is gone from the settings could not be queried or refunded; one whose account has another name
 * would be, with the credentials of another.
 * @throws CheckoutError `configuration_invalid`
 */
async function refuseMovedAccounts(store: Store, accounts: ParsedOptions['accounts']): Promise<void> {
  const names = accounts.map(({ name }) => name);
  const missing = (await store.listAccountsWithPayments()).filter((name) => !names.includes(name));
  const fields: FieldError[] = missing.map((name) => {
    return { path: `TILLGATE_ACCOUNTS.${name}`, code: 'required', rule: 'must stay, as it has payments' };
  });
  for (const { name, gateway } of accounts) {
    const stored = await store.findAccountOfId(gateway.accountId);
    if (stored === undefined || stored === name) continue;
    const path = settingNameOfAccount(name, 'TILLGATE_ACCOUNT_ID');
    fields.push({
      path,
      code: 'not_allowed',
      rule: `the payments of this account_id are those of the account ${stored}`,
    });
  }
  if (fields.length === 0) return;
  const lines = fields.map(({ path, rule }) => `${path}: ${rule}.`);
  throw new CheckoutError('configuration_invalid', lines.join('\n'), { fields });
}

/** What every account works with. */
interface SharedParts {
  store: Store;
  log: AlertLogger;
  metrics: MetricsRegistry;
  closing: AbortSignal;
}

function createDeps(options: CheckoutServerOptions, parsed: ParsedOptions, parts: SharedParts): JobDeps {
  const now = options.now ?? Date.now;
  const isLogDue = createLogThrottle(now);
  const running = new Set<Promise<unknown>>();
  const accounts = parsed.accounts.map((account) =>
    createAccount(
      options,
      { account, publicUrl: parsed.publicUrl, takesEvents: parsed.webhooks.length > 0 },
      {
        ...parts,
        now,
        isLogDue,
        running,
        longestWindow: longestVelocityWindow(parsed.accounts.map(({ protection }) => protection)),
      },
    ),
  );
  const [first] = parsed.accounts;
  return {
    store: parts.store,
    accounts,
    settings: settingsOf(options, parsed.publicUrl, first),
    log: parts.log.child({}),
    metrics: parts.metrics,
    fingerprints: createRequestFingerprints(first.gateway.signKeys),
    webhooks: parsed.webhooks,
    retention: parsed.retention,
    now,
    running,
    closing: parts.closing,
    submits: new Map(),
    unconfirmed: createUnconfirmedPayments(),
    abandons: new Map(),
    changes: createSessionChangeNotifier(),
    isLogDue,
    drain: { isOn: false },
  };
}

/** An account with its own clients of the gateway, limits, and view of the store. */
function createAccount(
  options: CheckoutServerOptions,
  { account, publicUrl, takesEvents }: { account: ParsedAccount; publicUrl: string; takesEvents: boolean },
  { log, metrics, ...parts }: SharedParts & Pick<JobDeps, 'now' | 'isLogDue' | 'running'> & { longestWindow: number },
): ConfiguredAccount {
  const { name, gateway, issuing } = account;
  const limits = options.deadlines === undefined ? {} : { deadlines: options.deadlines };
  const store = restrictStoreToAccounts(parts.store, [name]);
  const transportTo = (setting: string, baseUrl: string): Transport =>
    withGatewayUrlFailureLog(
      observeTransport(createTransport(baseUrl, limits), (...call) => metrics.countGatewayCall(...call)),
      { setting: settingNameOfAccount(name, setting), baseUrl },
      { log, isLogDue: parts.isLogDue },
    );
  return {
    account: name,
    currencies: account.currencies,
    store,
    settings: settingsOf(options, publicUrl, account),
    gateway: createAcquiringClient({
      ...gateway,
      transport: transportTo('TILLGATE_GATEWAY_URL', gateway.baseUrl),
      onDigestMismatch: createResponseDigestMismatchReporter(log, metrics),
    }),
    issuing:
      issuing === undefined
        ? undefined
        : createIssuingClient({
            ...issuing,
            profile: gateway.profile,
            transport: transportTo('TILLGATE_ISSUING_URL', issuing.baseUrl),
          }),
    events: createWebhookEventFactory(name, takesEvents, parts.now),
    protection: createAbuseProtection(account.protection, {
      store,
      log,
      metrics,
      now: parts.now,
      running: parts.running,
      longestWindow: parts.longestWindow,
    }),
    credentials: createGatewayCredentialsBreaker(parts.now, log),
  };
}

function settingsOf(
  options: CheckoutServerOptions,
  publicUrl: string,
  { issuerHosts, allowLoopbackIssuer }: ParsedAccount,
): ConfiguredAccount['settings'] {
  return {
    publicUrl,
    shopName: options.shopName ?? null,
    issuerHosts,
    allowLoopbackIssuer,
    maxAttempts: options.maxAttempts ?? 5,
    ordersOnce: options.ordersOnce ?? false,
    answerDeadline: (options.deadlines?.total ?? DEFAULT_CALL_TIMEOUTS.total) + ANSWER_GRACE,
    riskUpdates: options.riskUpdates ?? true,
  };
}
