import type * as z from '../../shared/zod.ts';
import type { ErrorCode } from '../../shared/errors.ts';
import type { Scope } from '../../shared/contract/merchant/scopes.ts';
import type { CompanionDeps } from '../companion-deps.ts';
import type { ApiCaller } from '../http/index.ts';

/** The input of one merchant API call. */
export interface ApiRequest<Body, Query, Params> {
  deps: CompanionDeps;
  body: Body;
  query: Query;
  params: Params;
  caller: ApiCaller;
  /** Derived from the caller and the Idempotency-Key. An equal seed means the same call. */
  seed: string;
}

export interface ApiResponse {
  /** Default: the route's own status. */
  status?: number;
  body: unknown;
  /** The response stored for a replay, where it must differ from the body. */
  kept?: unknown;
  /** The ID of what the call created or changed, for the audit log. Default: the ID in the path. */
  target?: string | null;
}

type ParamsOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Record<Name, string> & ParamsOf<Rest>
  : Path extends `${string}:${infer Name}`
    ? Record<Name, string>
    : unknown;

/** One call of the merchant API: the data to mount, document and test it. */
export interface ApiRoute<Path extends string = string, Body = unknown, Query = unknown> {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below `/v1`, such as `/payments/:id`. */
  path: Path;
  /** The group in the documentation. */
  group: string;
  /** Unique name of the call for clients, such as `createRefunds`. */
  name: string;
  summary: string;
  description?: string;
  scope: Scope;
  /** The error codes of this call alone; `errorCodesOfRoute` adds those that follow from its shape. */
  errors: readonly ErrorCode[];
  /** The method of the gateway client that the call uses; absent for calls that never reach the gateway. */
  operation?: string;
  query?: z.ZodMiniType<Query>;
  body?: z.ZodMiniType<Body>;
  /** The most bytes of the body. Default: 32 KB. */
  maxBytes?: number;
  /** `also`: a second status with the same body, for an outcome that is in progress or unknown. */
  answer: { status: number; also?: number; schema: z.ZodMiniType };
  /**
   * Idempotency-Key: `required` where money moves or the gateway creates something, `optional` on other writes, `none`
   * on reads. Calls that are not `none` are written to the audit log.
   */
  idempotency: 'required' | 'optional' | 'none';
  handle(call: ApiRequest<Body, Query, ParamsOf<Path>>): Promise<ApiResponse>;
}

/** Returns the route unchanged; infers its types. */
export function defineRoute<Path extends string, Body, Query>(entry: ApiRoute<Path, Body, Query>): ApiRoute {
  return entry;
}

/** Whether a call may have a body. */
export function mayHaveBody({ method }: Pick<ApiRoute, 'method'>): boolean {
  return method === 'POST' || method === 'PATCH';
}
