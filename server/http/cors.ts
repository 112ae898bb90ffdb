import type { Context, MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { maskCardNumbers } from '../gateway/redact.ts';
import type { Logger } from '../observability/index.ts';
import { REQUEST_ID_HEADER } from './identify-requests.ts';

/**
 * CORS for the checkout API: an exact list of origins, no cookies.
 * @param onRefused called for each request of a page whose origin is not listed
 */
export function corsForOrigins(
  origins: readonly string[],
  onRefused: (c: Context, origin: string) => void,
): MiddlewareHandler {
  const allowed = new Set(origins);
  const exposeHeaders = ['retry-after', REQUEST_ID_HEADER];
  const answerPreflight = cors({
    origin: (origin) => (allowed.has(origin) ? origin : null),
    allowMethods: ['GET', 'POST', 'DELETE'],
    allowHeaders: ['authorization', 'content-type'],
    exposeHeaders,
    maxAge: 7_200,
  });
  const exposed = exposeHeaders.join(',');
  return async (c, next) => {
    const origin = c.req.header('origin');
    const isAllowed = origin !== undefined && allowed.has(origin);
    if (origin !== undefined && !isAllowed) onRefused(c, origin);
    if (c.req.method === 'OPTIONS') {
      const preflight = await answerPreflight(c, next);
      c.header('cross-origin-resource-policy', 'cross-origin');
      return preflight;
    }
    await next();
    // Hono's middleware, and `c.header` at this point, would copy the response with its body.
    const { headers } = c.res;
    if (isAllowed) headers.set('access-control-allow-origin', origin);
    headers.set('access-control-expose-headers', exposed);
    headers.append('vary', 'Origin');
    headers.set('cross-origin-resource-policy', 'cross-origin');
    return undefined;
  };
}

/** The pause between two log lines about one origin, in ms. */
const PAUSE = 60_000;
/** The most origins logged within that time, because any client can send any origin. */
const MAX_NAMED = 10;

/**
 * Logs a refused origin with the setting that allows it, each origin once a minute. The browser reports only a failed
 * request, so a developer finds the reason in this line.
 */
export function createRefusedOriginLog(log: Logger, now: () => number): (c: Context, origin: string) => void {
  const named = new Map<string, number>();
  return (c, text) => {
    const origin = readOrigin(text);
    // The companion's own pages need no permission, under any of its names.
    if (origin === undefined || isOwn(c, origin)) return;
    const at = now();
    for (const [known, since] of named) if (at - since >= PAUSE || since > at) named.delete(known);
    if (named.has(origin) || named.size >= MAX_NAMED) return;
    named.set(origin, at);
    if (origin === 'null') {
      log.warn({ origin }, 'a page without an origin was refused: serve it over http or https, not from a file');
    } else {
      log.warn(
        { origin },
        'the origin is not allowed: if it is a page of the shop, add it to TILLGATE_ALLOWED_ORIGINS',
      );
    }
  };
}

/** An origin as browsers write it; undefined for text that no browser sends. */
function readOrigin(text: string): string | undefined {
  if (text === 'null') return text;
  return /^https?:\/\/[a-z0-9.-]{1,253}(:\d{1,5})?$|^https?:\/\/\[[0-9a-f:.]{2,45}\](:\d{1,5})?$/.test(text)
    ? maskCardNumbers(text)
    : undefined;
}

function isOwn(c: Context, origin: string): boolean {
  return c.req.header('host') !== undefined && origin.replace(/^https?:\/\//, '') === c.req.header('host');
}
