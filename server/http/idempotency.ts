import { createHash, randomUUID } from 'node:crypto';
import { CheckoutError, isCheckoutError, type ErrorCode } from '../../shared/errors.ts';
import { canonical } from '../payments/ids.ts';
import type { AuditEntry } from '../store/merchant-store.ts';
import type { IdempotencyClaim, Store } from '../store/store.ts';

/** A claim whose worker died is free again after this, in ms. */
const CLAIM_LAPSE = 120_000;

/** What a call came to; `kept` is what a repetition gets where that must not be the body itself. */
interface Done {
  status: number;
  body: unknown;
  kept?: unknown;
}

/** Errors after which nothing was done, or what was done is known by its own request_id. */
const UNDONE: ReadonlySet<ErrorCode> = new Set([
  'gateway_refused',
  'gateway_unreachable',
  'gateway_misconfigured',
  'not_configured',
]);

interface OnceContext {
  store: Store;
  now: () => number;
  caller: Buffer;
  /** Written before the work begins and finished with its status. */
  audit: AuditEntry;
}

/**
 * Runs work once for an Idempotency-Key; a repetition gets the first answer, byte for byte, also after a restart.
 * Without a key the work simply runs. Refusals of a bad request are not kept: mend it and send it again.
 * @param work gets a seed that is the same for every repetition of the call
 * @throws CheckoutError `request_in_progress`, `idempotency_key_reused`, and what the work throws
 */
export async function runOnce(
  context: OnceContext,
  key: string | undefined,
  body: unknown,
  work: (seed: string) => Promise<Done>,
): Promise<Response> {
  const { store, audit } = context;
  if (key === undefined) {
    await store.recordAudit(audit);
    return audited(context, () => work(randomUUID()).then((done) => respond(done.status, JSON.stringify(done.body))));
  }
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new CheckoutError('invalid_request', 'An Idempotency-Key has 1 to 255 visible characters.');
  }
  const claim = hash(context.caller.toString('hex'), key);
  const call = { key: claim, fingerprint: hash(canonical(body)), now: context.now(), lapseMs: CLAIM_LAPSE };
  const begun = await store.beginIdempotent({ ...call, audit });
  if (begun.kind === 'in_flight') throw new CheckoutError('request_in_progress');
  if (begun.kind === 'mismatch') throw new CheckoutError('idempotency_key_reused');
  if (begun.kind === 'replay') return respond(begun.status, begun.body, true);
  return audited(context, () => runClaimed(store, begun.claim, work));
}

/** Finishes the audit entry of a call that failed; one that succeeded is finished with its answer. */
async function audited(context: OnceContext, work: () => Promise<Response>): Promise<Response> {
  const finish = (status: number): Promise<void> =>
    // The entry itself is on disk; a status that cannot be added must not turn an answer into an error.
    context.store.finishAudit(context.audit.id, status).catch(() => undefined);
  try {
    const response = await work();
    await finish(response.status);
    return response;
  } catch (error) {
    await finish(isCheckoutError(error) ? error.traits.status : 500);
    throw error;
  }
}

async function runClaimed(
  store: Store,
  claim: IdempotencyClaim,
  work: (seed: string) => Promise<Done>,
): Promise<Response> {
  try {
    const done = await work(claim.key);
    const kept = done.kept ?? done.body;
    await store.finishIdempotent(claim, done.status, JSON.stringify(kept));
    return respond(done.status, JSON.stringify(done.body));
  } catch (error) {
    if (isCheckoutError(error) && (error.traits.fault === 'caller' || UNDONE.has(error.code))) {
      await store.dropIdempotent(claim);
    }
    throw error;
  }
}

function respond(status: number, body: string, replayed = false): Response {
  return new Response(body, {
    status,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      ...(replayed ? { 'idempotency-replayed': 'true' } : {}),
    },
  });
}

function hash(...parts: string[]): string {
  return createHash('sha256').update(parts.join('\u0000')).digest('hex');
}
