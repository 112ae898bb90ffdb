import { SpanKind } from '@opentelemetry/api';
import type { Context, MiddlewareHandler } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { AppEnv } from './request-limits.ts';
import { routedPathOf } from './mount-path.ts';
import { type Metrics, inSpan, traceContextOf } from '../observability/index.ts';

/** Requests of probes and for static files, which are logged at debug level and not traced. */
const QUIET = /^\/(healthz|readyz|metrics|widget\/|assets\/)/;
/** Requests that browsers poll. */
const POLLED: ReadonlySet<string> = new Set(['/checkout/outcome']);
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Logs, counts and traces every request by its route's template. */
export function observeRequests(metrics: Pick<Metrics, 'countRequest'>): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const isQuiet = QUIET.test(routedPathOf(c));
    const method = METHODS.has(c.req.method) ? c.req.method : 'other';
    const serve = async (): Promise<void> => {
      const started = performance.now();
      await next();
      const duration = performance.now() - started;
      const { status } = c.res;
      const route = routeOf(c);
      metrics.countRequest({ method, route, status, seconds: duration / 1_000 });
      const level = isQuiet || POLLED.has(route) || method === 'OPTIONS' ? 'debug' : 'info';
      c.get('log')[level](
        { method, route, http_status: status, duration_ms: Math.round(duration * 10) / 10 },
        'request',
      );
    };
    if (isQuiet) return serve();
    const attributes = { 'http.request.method': method };
    const parent = traceContextOf(c.req.raw.headers);
    const span = { kind: SpanKind.SERVER, attributes, parent, describe: () => describeSpan(c, method) };
    return inSpan(method, span, serve);
  };
}

/** The name of a request's span, and what it tells, once the request has ended. */
function describeSpan(c: Context<AppEnv>, method: string) {
  const { request_id, session_id, payment_id } = c.get('log').facts;
  const route = routeOf(c);
  return {
    name: `${method} ${route}`,
    attributes: {
      'http.route': route,
      'http.response.status_code': c.res.status,
      ...(request_id === undefined ? {} : { 'tillgate.request_id': request_id }),
      ...(session_id === undefined ? {} : { 'tillgate.session_id': session_id }),
      ...(payment_id === undefined ? {} : { 'tillgate.payment_id': payment_id }),
    },
    isFailed: c.res.status >= 500,
  };
}

/** The template of the best matching route, such as `/v1/payments/:id`; `none` for an unknown path. */
function routeOf(c: Context<AppEnv>): string {
  const prefix = c.get('mountPath');
  const routes = matchedRoutes(c).filter(({ path }) => path.startsWith(prefix));
  const best =
    routes.findLast(({ path }) => !path.endsWith('*')) ?? routes.findLast(({ path }) => path !== `${prefix}/*`);
  return best?.path.slice(prefix.length) ?? 'none';
}
