import { Hono } from 'hono';
import { authenticate, type ApiKey, type AppEnv } from '../http/index.ts';
import type { MeasuredMetrics } from '../observability/index.ts';
import type { PaymentDeps } from '../payments/deps.ts';

/** How long one look at the database serves those who ask whether it can work, in ms: anybody may ask. */
const FRESH = 1_000;

/** For those who run the companion: whether it lives, whether it can work, how it works. */
export function healthRoutes(
  deps: PaymentDeps,
  options: { metrics: MeasuredMetrics; apiKeys: readonly ApiKey[] },
): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const checkStore = sharedFor(FRESH, () => deps.store.ping());
  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  // 503 while it drains, while the database is away or takes no writes, and while steps of the schema are missing.
  app.get('/readyz', async (c) => {
    if (deps.drain.isOn) return c.json({ status: 'draining' }, 503);
    await checkStore();
    return c.json({ status: 'ready' });
  });
  // How much a shop sells is nobody else's business: Prometheus sends a key with the scope read.
  app.get('/metrics', async (c) => {
    authenticate(options.apiKeys, c.req.header('authorization'), 'read');
    const { body, contentType } = await options.metrics.render();
    return c.body(body, 200, { 'content-type': contentType });
  });
  return app;
}

/** Work whose outcome, good or bad, is everybody's for `ms` from its beginning and while it lasts. */
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
