import { Hono, type Context } from 'hono';
import { CheckoutError } from '../../shared/errors.ts';
import type { Outcome } from '../../shared/contract/index.ts';
import { SubmitPayment } from '../../shared/contract/submit-payment.ts';
import { factsOf } from '../http/client-facts.ts';
import { allowOrigins, type AppEnv } from '../http/guard.ts';
import { readBearer } from '../http/api-keys.ts';
import { BODY_MAX_BYTES, FILE_BODY_MAX_BYTES, readJson } from '../http/read-body.ts';
import { abandonPayment } from '../payments/abandon.ts';
import type { PaymentDeps } from '../payments/deps.ts';
import { asksForFile } from '../payments/find-submit-faults.ts';
import { hashToken } from '../payments/ids.ts';
import { methodsOf } from '../payments/methods.ts';
import { pay } from '../payments/pay.ts';
import { forgetOwnCard } from '../payments/saved-cards.ts';
import { readOutcome, toSessionView } from '../payments/session-view.ts';
import type { SessionRecord } from '../store/store.ts';
import { noteFacts } from '../telemetry/work-facts.ts';

/** The longest an outcome is held back, in seconds. */
const MAX_WAIT = 25;
/** Changes made by another companion are seen after this, in ms. */
const POLL_PAUSE = 1_000;

/** The browser's side, under `/checkout`: what to show, pay, and how it stands. */
export function checkoutRoutes(
  deps: PaymentDeps,
  options: { allowedOrigins: readonly string[]; trustProxy: number },
): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.use(allowOrigins(options.allowedOrigins));
  app.get('/session', async (c) => c.json(await toSessionView(deps, (await sessionOf(deps, c)).session)));
  app.post('/payments', async (c) => {
    const { session, token } = await sessionOf(deps, c);
    const takesFile = asksForFile(methodsOf(session.request, deps.gateway.profile));
    const submit = await readJson(c.req.raw, SubmitPayment, takesFile ? FILE_BODY_MAX_BYTES : BODY_MAX_BYTES);
    return c.json(await pay(deps, { session, token, submit, facts: factsOf(c, options.trustProxy) }));
  });
  app.get('/outcome', async (c) => {
    const { session } = await sessionOf(deps, c);
    const seconds = Number(c.req.query('wait') ?? '0');
    const wait = Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), MAX_WAIT) * 1_000 : 0;
    return c.json(await awaitOutcome(deps, session, { wait, since: c.req.query('since'), signal: c.req.raw.signal }));
  });
  app.post('/abandon', async (c) => c.json(await abandonPayment(deps, (await sessionOf(deps, c)).session)));
  app.delete('/saved-cards/:id', async (c) => {
    const { session } = await sessionOf(deps, c);
    return c.json({ saved_cards: await forgetOwnCard(deps, session, c.req.param('id')) });
  });
  return app;
}

/**
 * The session whose token the request carries.
 * @throws CheckoutError `unauthenticated` for a missing and for an unknown token alike
 */
async function sessionOf(deps: PaymentDeps, c: Context): Promise<{ session: SessionRecord; token: string }> {
  const token = readBearer(c.req.header('authorization'));
  const session = token === undefined ? undefined : await deps.store.findSessionByTokenHash(hashToken(token));
  if (token === undefined || session === undefined) throw new CheckoutError('unauthenticated');
  noteFacts({ session_id: session.id });
  return { session, token };
}

/** The outcome, held back until it differs from `since` (or from what it is now) or the time is over. */
async function awaitOutcome(
  deps: PaymentDeps,
  session: SessionRecord,
  limits: { wait: number; since: string | undefined; signal: AbortSignal },
): Promise<Outcome> {
  const deadline = deps.now() + limits.wait;
  const first = await readOutcome(deps, session);
  let outcome = first;
  const news = (): boolean =>
    limits.since === undefined ? !isSame(first, outcome) : outcome.status !== limits.since || !isSame(first, outcome);
  for (let round = 0; !news() && deps.now() < deadline && !limits.signal.aborted; round += 1) {
    // A process that is about to end holds nobody back; the pause keeps those who ask again at once from spinning.
    if (deps.drain.isOn && round > 0) break;
    await deps.changes.wait(session.id, Math.min(POLL_PAUSE, deadline - deps.now()), limits.signal);
    const fresh = await deps.store.findSession(session.id);
    outcome = fresh === undefined ? outcome : await readOutcome(deps, fresh);
  }
  return outcome;
}

function isSame(a: Outcome, b: Outcome): boolean {
  return a.status === b.status && a.payment_id === b.payment_id && a.abandonable === b.abandonable;
}
