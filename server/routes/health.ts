import { Hono } from 'hono';
import { authenticate, type ApiKey } from '../http/api-keys.ts';
import type { AppEnv } from '../http/guard.ts';
import type { MeasuredMetrics } from '../metrics.ts';
import type { PaymentDeps } from '../payments/deps.ts';

/** For those who run the companion: whether it lives, whether it can work, how it works. */
export function healthRoutes(
  deps: PaymentDeps,
  options: { metrics: MeasuredMetrics; apiKeys: readonly ApiKey[] },
): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  app.get('/readyz', async (c) => {
    await deps.store.ping();
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
