import { Hono, type Context } from 'hono';
import { CheckoutError } from '../../shared/errors.ts';
import { toFieldErrors } from '../../shared/field-errors.ts';
import {
  requireScope,
  type ApiCaller,
  type AppEnv,
  runIdempotent,
  readBodyBytes,
  readJsonBody,
  dropEmptyTexts,
} from '../http/index.ts';
import { maskCardNumbers } from '../gateway/redact.ts';
import { withLog, type CompanionDeps } from '../companion-deps.ts';
import { createId } from '../context/index.ts';
import type { AuditEntryRecord } from '../store/index.ts';
import { findRecordIdLogFields } from '../observability/index.ts';
import { depsForCaller } from './accounts.ts';
import { mayHaveBody, type ApiResponse, type ApiRoute } from './route.ts';
import { EMPTY_BODY } from './schemas.ts';

/**
 * Finds the caller without checking the scopes.
 * @throws CheckoutError `unauthenticated`
 */
export type IdentifyCaller = (c: Context<AppEnv>) => ApiCaller | Promise<ApiCaller>;

/** Who calls the routes, and from where. */
interface RouteCallers extends Pick<AuditEntryRecord, 'via'> {
  identify: IdentifyCaller;
}

/**
 * Serves routes under `/v1`: checks the caller's scope, parses query and body, applies the Idempotency-Key, writes the audit
 * log.
 */
export function mountRoutes(
  routes: readonly ApiRoute[],
  deps: CompanionDeps,
  { identify, via }: RouteCallers,
): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  for (const entry of routes) {
    app.on(entry.method, entry.path, async (c) => {
      const caller = await identify(c);
      // A call that the caller's scopes do not allow is logged.
      if (!caller.scopes.has(entry.scope)) {
        await deps.store.recordAudit({ ...toAuditEntry(entry, c, { caller, via, at: deps.now() }), status: FORBIDDEN });
      }
      requireScope(caller, entry.scope);
      const log = c.get('log');
      const own = withLog(depsForCaller(deps, caller), log);
      const query = parseQuery(entry, c.req.query());
      const body = await readBody(entry, c);
      const params = c.req.param();
      Object.assign(log.facts, findRecordIdLogFields(Object.values(params)));
      const work = async (seed: string): Promise<ApiResponse & { status: number }> => {
        const answer = await entry.handle({ deps: own, body, query, params, seed, caller });
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
      const audit = toAuditEntry(entry, c, { caller, via, at: now() });
      return runIdempotent({ store, now, caller: caller.idempotency, audit }, header, call, work);
    });
  }
  return app;
}

const FORBIDDEN = 403;

function toAuditEntry(
  entry: ApiRoute,
  c: Context<AppEnv>,
  { caller, via, at }: { caller: ApiCaller } & Pick<AuditEntryRecord, 'via' | 'at'>,
): AuditEntryRecord {
  return {
    id: createId('aud'),
    at,
    key_id: caller.id,
    user_name: caller.name,
    action: `${entry.method} /v1${entry.path}`,
    target: targetOf(entry, c),
    request_id: c.get('requestId'),
    via,
    status: null,
  };
}

export function parseQuery(entry: ApiRoute, query: Record<string, string>): unknown {
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
  if (!mayHaveBody(entry)) return undefined;
  const request = c.req.raw;
  if (request.headers.get('content-type') === null && (await readBodyBytes(request.clone())).length === 0) {
    if (entry.body === undefined) return undefined;
    const empty = entry.body.safeParse({});
    if (empty.success) return empty.data;
    throw new CheckoutError('invalid_request', undefined, { fields: toFieldErrors(empty.error, {}) });
  }
  return entry.body === undefined
    ? readJsonBody(request, EMPTY_BODY)
    : readJsonBody(request, entry.body, entry.maxBytes);
}
