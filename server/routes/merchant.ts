import { Hono, type Context } from 'hono';
import * as z from 'zod/mini';
import { CheckoutError } from '../../shared/errors.ts';
import { toFieldErrors } from '../../shared/field-errors.ts';
import { CreateSession } from '../../shared/contract/create-session.ts';
import { authenticate, type ApiKey, type Scope } from '../http/api-keys.ts';
import type { AppEnv } from '../http/guard.ts';
import { runOnce } from '../http/idempotency.ts';
import { readJson } from '../http/read-body.ts';
import { checkPayment } from '../payments/check.ts';
import { createSession } from '../payments/create-session.ts';
import type { PaymentDeps } from '../payments/deps.ts';
import { expireSession } from '../payments/expire-session.ts';
import { ResolvePayment, resolvePayment } from '../payments/resolve.ts';
import type { PaymentRecord, PaymentStatus, SessionRecord } from '../store/store.ts';
import { toPaymentBody, toSessionBody } from './merchant-bodies.ts';

const STATUSES: readonly PaymentStatus[] = [
  'submitting',
  'not_sent',
  'action_required',
  'pending',
  'unknown',
  'abandoned',
  'paid',
  'declined',
];

const moment = z
  .string()
  .check(
    z.refine(
      (value) => /^\d{4}-\d{2}-\d{2}/.test(value) && !Number.isNaN(Date.parse(value)),
      'an ISO 8601 date or time',
    ),
  );

/** The query of `GET /v1/payments`. */
const PaymentQuery = z.strictObject({
  status: z.optional(z.enum(STATUSES)),
  order_no: z.optional(z.string()),
  email: z.optional(z.string()),
  created_from: z.optional(moment),
  created_to: z.optional(moment),
  cursor: z.optional(z.string()),
  limit: z.optional(z.string().check(z.regex(/^([1-9]|[1-9]\d|100)$/, '1 to 100'))),
});

/** The merchant's side, under `/v1`. */
export function merchantRoutes(deps: PaymentDeps, options: { apiKeys: readonly ApiKey[] }): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const enter = (c: Context, scope: Scope): ApiKey =>
    authenticate(options.apiKeys, c.req.header('authorization'), scope);
  const once = (c: Context, key: ApiKey, body: unknown, work: () => Promise<{ status: number; body: unknown }>) =>
    runOnce({ store: deps.store, now: deps.now, caller: key.hash }, c.req.header('idempotency-key'), body, work);

  app.post('/sessions', async (c) => {
    const key = enter(c, 'pay');
    const request = await readJson(c.req.raw, CreateSession);
    return once(c, key, ['session', request], async () => {
      const { session, token, warnings } = await createSession(deps, request);
      const body = await toSessionBody(deps, session);
      const url = `${deps.settings.publicUrl}/pay/${token}`;
      return { status: 201, body: { ...body, token, url, ...(warnings.length > 0 ? { warnings } : {}) } };
    });
  });
  app.get('/sessions/:id', async (c) => {
    enter(c, 'read');
    return c.json(await toSessionBody(deps, await findSession(deps, c.req.param('id'))));
  });
  app.post('/sessions/:id/expire', async (c) => {
    const key = enter(c, 'pay');
    const id = c.req.param('id');
    return once(c, key, ['expire', id], async () => ({
      status: 200,
      body: await toSessionBody(deps, await expireSession(deps, id)),
    }));
  });
  app.get('/payments', async (c) => {
    enter(c, 'read');
    const query = parseQuery(c.req.query());
    const page = await deps.store.listPayments({
      status: query.status,
      orderNo: query.order_no,
      email: query.email,
      from: query.created_from === undefined ? undefined : Date.parse(query.created_from),
      to: query.created_to === undefined ? undefined : Date.parse(query.created_to),
      cursor: query.cursor,
      limit: Number(query.limit ?? '25'),
    });
    return c.json({ payments: page.payments.map((payment) => toPaymentBody(payment)), next_cursor: page.nextCursor });
  });
  app.get('/payments/:id', async (c) => {
    enter(c, 'read');
    const payment = await findPayment(deps, c.req.param('id'));
    return c.json(toPaymentBody(payment, await deps.store.listEvents(payment.id)));
  });
  app.post('/payments/:id/sync', async (c) => {
    enter(c, 'pay');
    const { payment, meaning } = await checkPayment(deps, await findPayment(deps, c.req.param('id')));
    return c.json({ ...toPaymentBody(payment), gateway_says: meaning ?? null });
  });
  app.post('/payments/:id/resolve', async (c) => {
    const key = enter(c, 'pay');
    const id = c.req.param('id');
    const body = await readJson(c.req.raw, ResolvePayment);
    return once(c, key, ['resolve', id, body], async () => ({
      status: 200,
      body: toPaymentBody(await resolvePayment(deps, id, body)),
    }));
  });
  return app;
}

async function findSession(deps: PaymentDeps, id: string): Promise<SessionRecord> {
  const session = await deps.store.findSession(id);
  if (session === undefined) throw new CheckoutError('not_found', 'There is no such session.');
  return session;
}

async function findPayment(deps: PaymentDeps, id: string): Promise<PaymentRecord> {
  const payment = await deps.store.findPayment(id);
  if (payment === undefined) throw new CheckoutError('not_found', 'There is no such payment.');
  return payment;
}

function parseQuery(query: Record<string, string>): z.infer<typeof PaymentQuery> {
  const parsed = PaymentQuery.safeParse(query);
  if (parsed.success) return parsed.data;
  throw new CheckoutError('invalid_request', undefined, { fields: toFieldErrors(parsed.error, query) });
}
