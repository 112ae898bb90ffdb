import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';

/** Directives of a content security policy. */
type Policy = Readonly<Record<string, readonly string[]>>;

/** The policy of every response: nothing inline, no strings that become code. */
const BASE_POLICY = {
  defaultSrc: ["'none'"],
  baseUri: ["'none'"],
  requireTrustedTypesFor: ["'script'"],
};

/** A year, in which browsers never use plain http for the companion. */
const HTTPS_ONLY = 'max-age=31536000';

/**
 * Sets the security headers of responses that are not pages. A header that the route sets itself stays.
 * @param isSecure whether browsers reach the companion by https
 */
export function securityHeaders(isSecure: boolean): MiddlewareHandler {
  return secureHeaders({
    contentSecurityPolicy: { ...BASE_POLICY, frameAncestors: ["'none'"], formAction: ["'none'"] },
    crossOriginResourcePolicy: 'same-origin',
    referrerPolicy: 'no-referrer',
    strictTransportSecurity: isSecure ? HTTPS_ONLY : false,
    xContentTypeOptions: 'nosniff',
    overwrite: false,
    // frame-ancestors of the policy replaces X-Frame-Options, and pages of the shop frame some of ours.
    xFrameOptions: false,
    // Pages set these two headers themselves.
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    // Headers for browsers that are no longer in use.
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
}

export interface PagePolicyOptions {
  /** Whether pages of this origin may frame it as well. Default: yes if `framedBy` is not empty. */
  framedBySelf?: boolean;
  /** Allowed image sources besides this origin. */
  pictures?: readonly string[];
  /** Whether the page contains the element, whose challenges may need a passkey or a payment confirmation. */
  holdsElement?: boolean;
}

/** Any issuer: the server has checked the address of the action. */
const ISSUERS = ['https:', 'http://localhost:*', 'http://127.0.0.1:*'];

/**
 * Headers of a page: scripts, styles and requests of this origin only.
 * @param framedBy origins whose pages may frame it; none where empty
 */
export function pageHeaders(framedBy: readonly string[], policy: PagePolicyOptions = {}): Record<string, string> {
  const self = policy.framedBySelf === false ? [] : ["'self'"];
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': encodePolicy({
      ...BASE_POLICY,
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", ...(policy.pictures ?? [])],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      frameSrc: ISSUERS,
      formAction: ISSUERS,
      frameAncestors: framedBy.length === 0 ? ["'none'"] : [...self, ...framedBy],
      trustedTypes: ['tillgate'],
    }),
    'permissions-policy': [
      'camera=(), microphone=(), geolocation=(), display-capture=(), usb=(), serial=(), hid=(), midi=()',
      // A page can delegate a permission to a frame only if its own policy allows every origin: issuers have any
      // origin.
      ...['payment', 'publickey-credentials-get'].map((name) => `${name}=${policy.holdsElement === true ? '*' : '()'}`),
    ].join(', '),
    // Windows that open the page, or that the page opens, get no reference to it.
    'cross-origin-opener-policy': 'same-origin',
    // Pages of another origin never share a process with this one, even with document.domain.
    'origin-agent-cluster': '?1',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  };
}

/** A policy as a header value: `default-src 'none'; base-uri 'none'`. */
function encodePolicy(policy: Policy): string {
  return Object.entries(policy)
    .map(([name, sources]) => [name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`), ...sources].join(' '))
    .join('; ');
}
