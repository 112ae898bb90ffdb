import { createHash } from 'node:crypto';
import { CheckoutError, isCheckoutError } from '../../shared/errors.ts';
import type { IdempotencyClaim, Store } from '../store/store.ts';

/** A claim whose worker died is free again after this, in ms. */
const CLAIM_LAPSE = 120_000;

/**
 * Runs work once for an Idempotency-Key; a repetition gets the first answer, byte for byte, also after a restart.
 * Without a key the work simply runs. Refusals of a bad request are not kept: mend it and send it again.
 * @throws CheckoutError `request_in_progress`, `idempotency_key_reused`, and what the work throws
 */
export async function runOnce(
  context: { store: Store; now: () => number; caller: Buffer },
  key: string | undefined,
  body: unknown,
  work: () => Promise<{ status: number; body: unknown }>,
): Promise<Response> {
  if (key === undefined) {
    const done = await work();
    return respond(done.status, JSON.stringify(done.body));
  }
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new CheckoutError('invalid_request', 'An Idempotency-Key has 1 to 255 visible characters.');
  }
  const claim = hash(context.caller.toString('hex'), key);
  const begun = await context.store.beginIdempotent(claim, hash(JSON.stringify(body)), context.now(), CLAIM_LAPSE);
  if (begun.kind === 'in_flight') throw new CheckoutError('request_in_progress');
  if (begun.kind === 'mismatch') throw new CheckoutError('idempotency_key_reused');
  if (begun.kind === 'replay') return respond(begun.status, begun.body, true);
  return runClaimed(context.store, begun.claim, work);
}

async function runClaimed(
  store: Store,
  claim: IdempotencyClaim,
  work: () => Promise<{ status: number; body: unknown }>,
): Promise<Response> {
  try {
    const done = await work();
    const text = JSON.stringify(done.body);
    await store.finishIdempotent(claim, done.status, text);
    return respond(done.status, text);
  } catch (error) {
    if (isCheckoutError(error) && error.traits.fault === 'caller') await store.dropIdempotent(claim);
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
