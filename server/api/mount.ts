import { Hono, type Context } from 'hono';
import { CheckoutError } from '../../shared/errors.ts';
import { toFieldErrors } from '../../shared/field-errors.ts';
import { allow, type ApiKey, type AppEnv, runOnce, readBytes, readJson, dropEmptyTexts } from '../http/index.ts';
import { maskCardNumbers } from '../gateway/redact.ts';
import type { Companion } from '../companion.ts';
import { createId } from '../context/index.ts';
import type { AuditEntry } from '../store/index.ts';
import { factsOfIds, addLogFacts } from '../observability/index.ts';
import { NOTHING } from './schemas.ts';
import type { ApiRoute } from './route.ts';

/**
 * Finds the caller's API key without checking its scopes.
 * @throws CheckoutError `unauthenticated`
 */
export type Identify = (c: Context<AppEnv>) => ApiKey | Promise<ApiKey>;

/**
 * Serves routes under `/v1`: checks key and scope, parses query and body, applies the Idempotency-Key, writes the audit
 * log.
 */
export function mountRoutes(routes: readonly ApiRoute[], deps: Companion, identify: Identify): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  for (const entry of routes) {
    app.on(entry.method, entry.path, async (c) => {
      const key = await identify(c);
      // A call that the key's scopes do not allow is logged.
      if (!key.scopes.has(entry.scope)) {
        await deps.store.recordAudit({ ...toAuditEntry(entry, c, key, deps.now()), status: FORBIDDEN });
      }
      allow(key, entry.scope);
      const query = parseQuery(entry, c.req.query());
      const body = await readBody(entry, c);
      const params = c.req.param();
      addLogFacts(factsOfIds(Object.values(params)));
      const work = async (seed: string): Promise<{ status: number; body: unknown; kept?: unknown }> => {
        const answer = await entry.handle({ deps, body, query, params, seed, keyId: key.id });
        return { status: entry.answer.status, ...answer };
      };
      const { store, now } = deps;
      if (entry.idempotency === 'none') {
        const answer = await work('');
        return Response.json(answer.body, { status: answer.status });
      }
      const header = c.req.header('idempotency-key');
      if (header === undefined && entry.idempotency === 'required') {
        throw new CheckoutError('idempotency_key_required', 'Send an Idempotency-Key: the same one is the same call.');
      }
      const call = [entry.method, entry.path, params, query, body];
      const audit = toAuditEntry(entry, c, key, now());
      return runOnce({ store, now, caller: key.hash, audit }, header, call, work);
    });
  }
  return app;
}

const FORBIDDEN = 403;

function toAuditEntry(entry: ApiRoute, c: Context<AppEnv>, key: ApiKey, at: number): AuditEntry {
  return {
    id: createId('aud'),
    at,
    key_id: key.id,
    action: `${entry.method} /v1${entry.path}`,
    target: targetOf(entry, c),
    request_id: c.get('requestId'),
    status: null,
  };
}

function parseQuery(entry: ApiRoute, query: Record<string, string>): unknown {
  if (entry.query === undefined) return {};
  const parsed = entry.query.safeParse(dropEmptyTexts(entry.query, query));
  if (parsed.success) return parsed.data;
  throw new CheckoutError('invalid_request', undefined, { fields: toFieldErrors(parsed.error, query) });
}

/** The path parameters. Digits that look like a card number are masked, except in IDs of issued cards. */
function targetOf(entry: ApiRoute, c: Context<AppEnv>): string | null {
  const [target = null] = Object.values(c.req.param());
  return target === null || entry.path.startsWith('/issuing/') ? target : maskCardNumbers(target);
}

/** A call whose fields are all optional accepts a missing body. */
async function readBody(entry: ApiRoute, c: Context): Promise<unknown> {
  if (entry.method !== 'POST') return undefined;
  const request = c.req.raw;
  if (request.headers.get('content-type') === null && (await readBytes(request.clone())).length === 0) {
    if (entry.body === undefined) return undefined;
    const empty = entry.body.safeParse({});
    if (empty.success) return empty.data;
    throw new CheckoutError('invalid_request', undefined, { fields: toFieldErrors(empty.error, {}) });
  }
  return entry.body === undefined ? readJson(request, NOTHING) : readJson(request, entry.body, entry.maxBytes);
}
