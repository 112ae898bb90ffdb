import type { IncomingMessage } from 'node:http';
import type { Context, MiddlewareHandler } from 'hono';
import { basePath } from 'hono/route';
import { getPath } from 'hono/utils/url';
import { CheckoutError } from '../../shared/errors.ts';
import type { Logger } from '../observability/index.ts';
import type { AppEnv } from './request-limits.ts';

/** The first segments of the companion's own paths. */
const OWN_PATHS = 'checkout|gateway|pay|widget|assets|v1|console|docs|openapi\\.json|healthz|readyz|metrics';
const OWN_PATH = new RegExp(`^/(${OWN_PATHS})(/|$)`);
/** Letters only, so the log never repeats a client's input. */
const BELOW_PREFIX = new RegExp(`^((?:/[A-Za-z_-]{1,30}){1,3}?)/(?:${OWN_PATHS})(?:/|$)`);

/** The path of the public address, without a trailing slash: `/pay` of `https://shop.example/pay`, mostly empty. */
export function basePathOfUrl(publicUrl: string): string {
  return new URL(publicUrl).pathname.replace(/\/+$/, '');
}

/**
 * The path by which a request is routed. Some hosts remove their prefix before they pass a request on (Express, Hono's
 * `mount`). Others keep it (Next.js, Fastify, plain `http`). The public address's path is removed if one of the
 * companion's own paths follows it.
 */
export function createRoutingPathResolver(base: string): (request: Request) => string {
  if (base === '') return getPath;
  return (request) => {
    const path = getPath(request);
    if (path === base || path === `${base}/`) return '/';
    const rest = path.startsWith(`${base}/`) ? path.slice(base.length) : '';
    return OWN_PATH.test(rest) ? rest : path;
  };
}

/** What Express and others put on Node's request. */
type Incoming = Partial<Pick<IncomingMessage, 'readableDidRead'>> & { baseUrl?: unknown; rawBody?: unknown };

/**
 * Records the prefix at which a Hono app mounts the companion. Logs once if the public address has another path.
 * @throws CheckoutError `configuration_invalid` if the host has read the body already
 */
export function recordMountPath(base: string, log: Logger): MiddlewareHandler<AppEnv> {
  let isWarned = false;
  let isRead = false;
  return async (c, next) => {
    const prefix = basePath(c).replace(/\/$/, '');
    c.set('mountPath', prefix);
    const incoming = incomingOf(c);
    const mount = prefix === '' && typeof incoming?.baseUrl === 'string' ? incoming.baseUrl : prefix;
    if (!isWarned && !base.endsWith(mount)) {
      isWarned = true;
      log.warn(
        { route: mount },
        'the companion is mounted below a path: TILLGATE_PUBLIC_URL has to end with that path',
      );
    }
    if (hasLostBody(c, incoming)) {
      if (!isRead) log.error({}, BODY_IS_READ);
      isRead = true;
      throw new CheckoutError('configuration_invalid', BODY_IS_READ);
    }
    await next();
  };
}

const BODY_IS_READ =
  'The body of the request was read before the companion: mount the companion before express.json() and other body parsers.';

/** Node's request, where a Node server hands requests on. */
function incomingOf(c: Context): Incoming | undefined {
  return (c.env as { incoming?: Incoming } | undefined)?.incoming;
}

/** Whether a body parser of the host has consumed the body and kept no copy of its bytes. */
function hasLostBody(c: Context, incoming: Incoming | undefined): boolean {
  if (incoming?.readableDidRead !== true || Buffer.isBuffer(incoming.rawBody)) return false;
  return c.req.header('content-length') !== '0';
}

/** The prefix without which an unknown path would be one of the companion's. */
export function findUnexpectedPathPrefix(path: string): string | undefined {
  return BELOW_PREFIX.exec(path)?.[1];
}

/** A request's path in the form of the companion's routes. */
export function routedPathOf(c: Context<AppEnv>): string {
  return c.req.path.slice(c.get('mountPath').length);
}
