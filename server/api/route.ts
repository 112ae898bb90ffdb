import type * as z from 'zod/mini';
import type { ErrorCode } from '../../shared/errors.ts';
import type { Scope } from '../http/index.ts';
import type { Companion } from '../companion.ts';

/** What one call of the merchant API brings along. */
export interface ApiCall<Body, Query, Params> {
  deps: Companion;
  body: Body;
  query: Query;
  params: Params;
  /** Names the caller's API key without revealing it. */
  keyId: string;
  /** Drawn from the caller's key and its Idempotency-Key: the same one is the same call. */
  seed: string;
}

export interface ApiAnswer {
  /** The route's own where absent. */
  status?: number;
  body: unknown;
  /** What is kept for a repetition, where that must not be the body itself. */
  kept?: unknown;
}

type ParamsOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Record<Name, string> & ParamsOf<Rest>
  : Path extends `${string}:${infer Name}`
    ? Record<Name, string>
    : unknown;

/** One call of the merchant API: everything that mounting it, describing it and testing it needs. */
export interface ApiRoute<Path extends string = string, Body = unknown, Query = unknown> {
  method: 'GET' | 'POST' | 'DELETE';
  /** Below `/v1`, such as `/payments/:id`. */
  path: Path;
  /** The group under which the documentation shows it. */
  group: string;
  /** Unique; names the call for clients: `createRefunds`. */
  name: string;
  summary: string;
  description?: string;
  scope: Scope;
  /** The error codes of this call alone; `errorsOf` adds those that its shape brings. */
  errors: readonly ErrorCode[];
  /** The client's method that it leads to, where it leads to the gateway. */
  operation?: string;
  query?: z.ZodMiniType<Query>;
  body?: z.ZodMiniType<Body>;
  /** The most its body may hold, in bytes; 32 KB where absent. */
  maxBytes?: number;
  /** `also`: the status of the same answer where something is on its way, or nobody can say. */
  answer: { status: number; also?: number; schema: z.ZodMiniType };
  /**
   * Idempotency-Key: `required` where money moves or something is made at the gateway, `optional` where it may be sent,
   * `none` where a call only reads. Calls that are not `none` go into the audit log.
   */
  once: 'required' | 'optional' | 'none';
  handle(call: ApiCall<Body, Query, ParamsOf<Path>>): Promise<ApiAnswer>;
}

/** Keeps the types of a route together. */
export function route<Path extends string, Body, Query>(entry: ApiRoute<Path, Body, Query>): ApiRoute {
  return entry;
}
