import { Hono } from 'hono';
import { toFieldErrors } from '../../shared/field-errors.ts';
import { Scenario } from './scenarios.ts';
import type { World } from './world.ts';

/** The control API: arm faults, read the books, settle by hand. Answers JSON; never part of the interface itself. */
export function controlRoutes(world: World, reset: () => void): Hono {
  const app = new Hono();
  app.get('/ledger', (c) =>
    c.json({
      transactions: world.ledger.all().map(({ visit_key: _key, ...transaction }) => transaction),
      authorise_requests: world.requests.filter((request) => request.operation === 'authorise').length,
    }),
  );
  app.get('/requests', (c) => c.json({ requests: world.requests }));
  app.get('/notifications', (c) => c.json({ notifications: world.notifier.deliveries() }));
  app.post('/notifications/flush', async (c) => {
    await world.notifier.flush();
    return c.json({ notifications: world.notifier.deliveries() });
  });
  app.get('/scenarios', (c) => c.json({ scenarios: world.scenarios.list() }));
  app.post('/scenarios', async (c) => {
    const body: unknown = await c.req.json().catch(() => undefined);
    const parsed = Scenario.safeParse(body);
    if (!parsed.success) return c.json({ code: 'invalid_request', fields: toFieldErrors(parsed.error, body) }, 400);
    world.scenarios.arm(parsed.data);
    return c.json({ scenarios: world.scenarios.list() }, 201);
  });
  app.delete('/scenarios', (c) => {
    world.scenarios.clear();
    return c.json({ scenarios: [] });
  });
  app.post('/transactions/:id/settle', async (c) => {
    const transaction = world.ledger.find(c.req.param('id'));
    if (transaction === undefined) return c.json({ code: 'not_found' }, 404);
    const body = (await c.req.json().catch(() => ({}))) as { order_status?: unknown; result_code?: unknown };
    if (body.order_status !== '1' && body.order_status !== '0') {
      return c.json({ code: 'invalid_request', fields: [{ path: 'order_status', rule: '1 or 0' }] }, 400);
    }
    const paid = body.order_status === '1';
    const code = typeof body.result_code === 'string' ? body.result_code : paid ? '0000' : 'D0005';
    world.settle(transaction, paid ? 'paid' : 'declined', code);
    return c.json(transaction);
  });
  app.post('/reset', (c) => {
    reset();
    return c.json({ transactions: [] });
  });
  return app;
}
