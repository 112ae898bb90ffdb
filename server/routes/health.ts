import { Hono } from 'hono';
import { CheckoutError } from '../../shared/errors.ts';
import { requireApiKeyWithScope, type ApiKey, type AppEnv } from '../http/index.ts';
import type { MetricsRegistry } from '../observability/index.ts';
import type { CompanionDeps } from '../companion-deps.ts';

/** The result of one readiness check is reused for this time, in ms, because any client can request it. */
const FRESH = 1_000;

/** Endpoints for operators: liveness, readiness, metrics. */
export function healthAndMetricsRoutes(
  deps: CompanionDeps,
  options: { metrics: MetricsRegistry; apiKeys: readonly ApiKey[] },
): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const checkStore = sharedFor(FRESH, () => deps.store.ping());
  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  // 503 while it drains, while the database is down or read-only, and while migrations are missing.
  app.get('/readyz', async (c) => {
    if (deps.drain.isOn) return c.json({ status: 'draining' }, 503);
    await checkStore();
    return c.json({ status: 'ready' });
  });
  // Sales figures are confidential: Prometheus sends a key with the scope read.
  app.get('/metrics', async (c) => {
    const { accounts } = requireApiKeyWithScope(options.apiKeys, c.req.header('authorization'), 'read');
    if (accounts !== null) throw new CheckoutError('forbidden', 'Metrics are those of all accounts.');
    const { body, contentType } = await options.metrics.render();
    return c.body(body, 200, { 'content-type': contentType });
  });
  return app;
}

/** Work whose result or error all callers share while it runs and for `ms` from its start. */
function sharedFor(ms: number, work: () => Promise<void>): () => Promise<void> {
  let shared: { from: number; done: Promise<void> } | undefined;
  let isRunning = false;
  return () => {
    if (shared !== undefined && (isRunning || performance.now() - shared.from < ms)) return shared.done;
    isRunning = true;
    const done = work().finally(() => (isRunning = false));
    shared = { from: performance.now(), done };
    return done;
  };
}
