import { Hono, type Context } from 'hono';
import { CheckoutError } from '../../shared/errors.ts';
import type { Outcome, Ping } from '../../shared/contract/index.ts';
import { SubmitPayment } from '../../shared/contract/submit-payment.ts';
import { BODY_ERRORS, type CallErrorCodes } from '../api/index.ts';
import {
  clientNetworkOf,
  clientInfoOf,
  corsForOrigins,
  type AppEnv,
  createRefusedOriginLog,
  readBearer,
  BODY_MAX_BYTES,
  FILE_BODY_MAX_BYTES,
  readJsonBody,
} from '../http/index.ts';
import { abandonPayment, hasFileField, submitPayment } from '../payments/index.ts';
import { depsForAccount, withLog, type AccountDeps, type CompanionDeps } from '../companion-deps.ts';
import { hashSessionToken, isSessionToken } from '../context/index.ts';
import { paymentMethodsOf, readSessionOutcome, toSessionView } from '../sessions/index.ts';
import { deleteSavedCardOfSession, withSaveCardForVerification } from '../saved-cards/index.ts';
import type { SessionRecord } from '../store/index.ts';

/** The longest wait of an outcome request, in seconds. */
const MAX_WAIT = 25;
/** The delay after which changes by other companions are seen, in ms. */
const POLL_PAUSE = 1_000;

/** The calls of this file with their error codes: a new route stands here as well. */
export const CHECKOUT_CALL_ERRORS: readonly CallErrorCodes[] = [
  { method: 'GET', path: '/checkout/ping', errors: [] },
  { method: 'GET', path: '/checkout/session', errors: ['unauthenticated'] },
  {
    method: 'POST',
    path: '/checkout/payments',
    errors: [
      'unauthenticated',
      ...BODY_ERRORS,
      'attempt_mismatch',
      'request_in_progress',
      'payment_in_progress',
      'version_conflict',
      'session_expired',
      'session_closed',
      'too_many_attempts',
      'gateway_misconfigured',
      'gateway_unreachable',
    ],
  },
  { method: 'GET', path: '/checkout/outcome', errors: ['unauthenticated'] },
  { method: 'POST', path: '/checkout/abandon', errors: ['unauthenticated'] },
  { method: 'DELETE', path: '/checkout/saved-cards/:id', errors: ['unauthenticated'] },
];

/** The checkout API of the element, under `/checkout`: read the session, pay, read the outcome. */
export function checkoutRoutes(
  deps: CompanionDeps,
  options: { allowedOrigins: readonly string[]; trustProxy: number; isApiKey: (text: string) => boolean },
): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const waits = createWaits();
  const warnOfProxy = createProxyWarning(deps.log, options.trustProxy);
  app.use(corsForOrigins(options.allowedOrigins, createRefusedOriginLog(deps.log, deps.now)));
  app.get('/ping', (c) => ping(c, options.allowedOrigins));
  app.get('/session', async (c) =>
    c.json(await sessionOf(deps, c, options).then((own) => toSessionView(own.deps, own.session))),
  );
  app.post('/payments', async (c) => {
    const { deps: own, session, token } = await sessionOf(deps, c, options);
    const takesFile = hasFileField(paymentMethodsOf(session.request, own.gateway.profile));
    const sent = await readJsonBody(c.req.raw, SubmitPayment, takesFile ? FILE_BODY_MAX_BYTES : BODY_MAX_BYTES);
    const submit = withSaveCardForVerification(session, sent);
    const { trustProxy } = options;
    const [facts, address] = [clientInfoOf(c, trustProxy), clientNetworkOf(c, trustProxy)];
    if (address.isCrowd) warnOfProxy(c);
    return c.json(await submitPayment(own, { session, token, submit, facts, address }));
  });
  app.get('/outcome', async (c) => {
    const { deps: own, session } = await sessionOf(deps, c, options);
    const seconds = Number(c.req.query('wait') ?? '0');
    const wait = Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), MAX_WAIT) * 1_000 : 0;
    const limits = { wait, since: c.req.query('since'), signal: c.req.raw.signal };
    return c.json(
      await waits.run(session.id, (mayWait) => awaitOutcome(own, session, mayWait ? limits : { ...limits, wait: 0 })),
    );
  });
  app.post('/abandon', async (c) =>
    c.json(await sessionOf(deps, c, options).then((own) => abandonPayment(own.deps, own.session))),
  );
  app.delete('/saved-cards/:id', async (c) => {
    const { deps: own, session } = await sessionOf(deps, c, options);
    return c.json({ saved_cards: await deleteSavedCardOfSession(own, session, c.req.param('id')) });
  });
  return app;
}

/**
 * For an element without a response: every page can read this, so the element learns whether a companion answers and
 * whether it allows the page's origin. A refused page learns nothing new.
 */
function ping(c: Context, allowedOrigins: readonly string[]): Response {
  const origin = c.req.header('origin');
  const answer: Ping = { service: 'tillgate', origin_allowed: origin === undefined || allowedOrigins.includes(origin) };
  if (origin !== undefined) c.header('access-control-allow-origin', origin);
  return c.json(answer);
}

/**
 * The session of the request's token, with the dependencies of its account.
 * @throws CheckoutError `unauthenticated` for a missing and for an unknown token alike
 */
async function sessionOf(
  deps: CompanionDeps,
  c: Context<AppEnv>,
  { isApiKey }: { isApiKey: (text: string) => boolean },
): Promise<{ deps: CompanionDeps & AccountDeps; session: SessionRecord; token: string }> {
  const log = c.get('log');
  const token = readBearer(c.req.header('authorization'));
  const isKnown = token !== undefined && isSessionToken(token);
  const session = !isKnown ? undefined : await deps.store.findSessionByTokenHash(hashSessionToken(token));
  if (token === undefined || session === undefined) {
    // Refusals look alike, so credentials cannot be probed here; the log has the reason.
    if (token !== undefined && isApiKey(token) && deps.isLogDue('API key as token'))
      log.error({}, 'a page sent an API key as a session token: replace that key');
    throw new CheckoutError('unauthenticated');
  }
  log.facts.session_id = session.id;
  return { deps: depsForAccount(withLog(deps, log), session.account), session, token };
}

/** Logs once that shoppers come through an untrusted proxy, or through another number of proxies than configured. */
function createProxyWarning(log: CompanionDeps['log'], trustProxy: number): (c: Context) => void {
  let isSaid = false;
  return (c) => {
    const isForwarded = c.req.header('x-forwarded-for') !== undefined;
    if (isSaid || (!isForwarded && trustProxy < 1)) return;
    isSaid = true;
    log.warn(
      {},
      isForwarded
        ? 'shoppers come through a proxy: TILLGATE_TRUST_PROXY has to say how many stand before the companion'
        : 'no X-Forwarded-For from a proxy that TILLGATE_TRUST_PROXY counts: set the proxy to add it, or the setting to 0',
    );
  };
}

/** The most waiting outcome requests of one session: a few browser tabs. */
const MAX_WAITS = 8;

function createWaits(): { run<T>(sessionId: string, work: (mayWait: boolean) => Promise<T>): Promise<T> } {
  const open = new Map<string, number>();
  return {
    async run(sessionId, work) {
      const count = open.get(sessionId) ?? 0;
      open.set(sessionId, count + 1);
      try {
        return await work(count < MAX_WAITS);
      } finally {
        const rest = (open.get(sessionId) ?? 1) - 1;
        if (rest > 0) open.set(sessionId, rest);
        else open.delete(sessionId);
      }
    },
  };
}

/** The outcome, returned once it differs from `since` (default: the current one) or the time is over. */
async function awaitOutcome(
  deps: CompanionDeps & AccountDeps,
  session: SessionRecord,
  limits: { wait: number; since: string | undefined; signal: AbortSignal },
): Promise<Outcome> {
  const deadline = deps.now() + limits.wait;
  const first = await readSessionOutcome(deps, session);
  let outcome = first;
  const news = (): boolean =>
    limits.since === undefined ? !isSame(first, outcome) : outcome.status !== limits.since || !isSame(first, outcome);
  for (let round = 0; !news() && deps.now() < deadline && !limits.signal.aborted; round += 1) {
    // A process that shuts down answers at once; the pause limits clients that retry immediately.
    if (deps.drain.isOn && round > 0) break;
    await deps.changes.wait(session.id, Math.min(POLL_PAUSE, deadline - deps.now()), limits.signal);
    const fresh = await deps.store.findSession(session.id);
    outcome = fresh === undefined ? outcome : await readSessionOutcome(deps, fresh);
  }
  return outcome;
}

function isSame(a: Outcome, b: Outcome): boolean {
  return a.status === b.status && a.payment_id === b.payment_id && a.abandonable === b.abandonable;
}
