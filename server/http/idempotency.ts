import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { CheckoutError, ERRORS, isCheckoutError, type ErrorCode } from '../../shared/errors.ts';
import { toCanonicalJson } from '../context/index.ts';
import type { ApiCaller } from './api-keys.ts';
import type { AuditEntryRecord, IdempotencyClaim, Store } from '../store/index.ts';

/** A claim whose worker died lapses after this time, in ms. */
const CLAIM_LAPSE = 120_000;

/** The result of a call. `kept` is the response for a replay, where it must differ from the body. */
interface Done {
  status: number;
  body: unknown;
  kept?: unknown;
  /** The ID of what the call was about, where its path has none. */
  target?: string | null;
}

/** Errors after which nothing was done, or after which the request_id identifies what was done. */
const UNDONE: ReadonlySet<ErrorCode> = new Set([
  'gateway_refused',
  'gateway_unreachable',
  'gateway_misconfigured',
  'not_configured',
]);

interface OnceContext {
  store: Store;
  now: () => number;
  caller: ApiCaller['idempotency'];
  /** The audit entry is written before the work begins, and completed with status and target. */
  audit: AuditEntryRecord;
}

/**
 * Runs work once for an Idempotency-Key. A repetition gets the first response byte for byte, also after a restart.
 * Without a key the work runs each time. Responses to invalid requests are not stored, so a corrected request can use
 * the same key.
 * @param work gets a seed that is the same for every repetition of the call
 * @throws CheckoutError `request_in_progress`, `idempotency_key_reused`, and what the work throws
 */
export async function runIdempotent(
  context: OnceContext,
  key: string | undefined,
  body: unknown,
  work: (seed: string) => Promise<Done>,
): Promise<Response> {
  const { store, audit } = context;
  if (key === undefined) {
    await store.recordAudit(audit);
    return audited(context, () => work(randomUUID()));
  }
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new CheckoutError('invalid_request', 'An Idempotency-Key has 1 to 255 visible characters.');
  }
  const { namespace, secret } = context.caller;
  const claim = hash(namespace, key);
  const box = createBox(secret, key);
  const call = {
    key: claim,
    fingerprint: hash(namespace, toCanonicalJson(body)),
    now: context.now(),
    lapseMs: CLAIM_LAPSE,
  };
  const begun = await store.beginIdempotentRequest({ ...call, audit });
  if (begun.kind === 'in_flight') throw new CheckoutError('request_in_progress');
  if (begun.kind === 'mismatch') throw new CheckoutError('idempotency_key_reused');
  if (begun.kind === 'replay') return respond(begun.status, openBox(box, begun.body), true);
  return audited(context, () => runClaimed(context, begun.claim, box, work));
}

/** A user's responses are encrypted under the gateway's sign key. After its rotation they can no longer be read. */
function openBox(box: Box, sealed: string): string {
  try {
    return box.open(sealed);
  } catch (cause) {
    const detail = 'This call took effect, but its response can no longer be read. Read what it changed.';
    throw new CheckoutError('idempotency_key_reused', detail, { cause });
  }
}

/** Completes the audit entry of a failed call. The entry of a successful call is completed with its response. */
async function audited({ store, audit }: OnceContext, work: () => Promise<Done>): Promise<Response> {
  const finish = (status: number, target: string | null = null): Promise<void> =>
    // The entry itself is stored. A status that cannot be added must not turn a response into an error.
    store.finishAuditEntry(audit.id, status, audit.target ?? target).catch(() => undefined);
  try {
    const done = await work();
    await finish(done.status, done.target);
    return respond(done.status, JSON.stringify(done.body));
  } catch (error) {
    await finish(isCheckoutError(error) ? ERRORS[error.code].status : 500);
    throw error;
  }
}

async function runClaimed(
  { store }: OnceContext,
  claim: IdempotencyClaim,
  box: Box,
  work: (seed: string) => Promise<Done>,
): Promise<Done> {
  try {
    const done = await work(claim.key);
    const kept = done.kept ?? done.body;
    await store.finishIdempotentRequest(claim, done.status, box.seal(JSON.stringify(kept)));
    return done;
  } catch (error) {
    if (isCheckoutError(error) && (ERRORS[error.code].fault === 'caller' || UNDONE.has(error.code))) {
      await store.releaseIdempotencyClaim(claim);
    }
    throw error;
  }
}

/**
 * Encrypts stored responses, so the database alone does not reveal them: a new session's response contains its token.
 */
interface Box {
  seal(text: string): string;
  open(sealed: string): string;
}

const NONCE_LENGTH = 12;
const TAG_LENGTH = 16;

/** The encryption key is derived from the caller's secret and Idempotency-Key; neither is stored. */
function createBox(callerSecret: Buffer, key: string): Box {
  const secret = Buffer.from(hkdfSync('sha256', callerSecret, Buffer.from(key, 'utf8'), 'kept answer', 32));
  return {
    seal(text) {
      const nonce = randomBytes(NONCE_LENGTH);
      const cipher = createCipheriv('aes-256-gcm', secret, nonce);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', secret, bytes.subarray(0, NONCE_LENGTH));
      decipher.setAuthTag(bytes.subarray(NONCE_LENGTH, NONCE_LENGTH + TAG_LENGTH));
      const rest = bytes.subarray(NONCE_LENGTH + TAG_LENGTH);
      return Buffer.concat([decipher.update(rest), decipher.final()]).toString('utf8');
    },
  };
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
