export interface PagePolicy {
  /** Whether pages of this origin may frame it as well; yes where absent and `framedBy` is not empty. */
  framedBySelf?: boolean;
  /** Where pictures may come from, besides this origin. */
  pictures?: readonly string[];
  /** Whether the page holds the element, in whose challenges an issuer may ask for a passkey or a payment confirmation. */
  holdsElement?: boolean;
}

/**
 * Headers of every page we serve: nothing inline, nothing from elsewhere, scripts only as files of this origin,
 * strings never become code.
 * @param framedBy origins whose pages may frame it; none where empty
 */
export function pageHeaders(framedBy: readonly string[], policy: PagePolicy = {}): Record<string, string> {
  const self = policy.framedBySelf === false ? [] : ["'self'"];
  const ancestors = framedBy.length === 0 ? "'none'" : [...self, ...framedBy].join(' ');
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      `img-src ${["'self'", ...(policy.pictures ?? [])].join(' ')}`,
      "connect-src 'self'",
      // The challenge comes from whichever issuer the card has; the action's address was checked by the server.
      'frame-src https: http://localhost:* http://127.0.0.1:*',
      'form-action https: http://localhost:* http://127.0.0.1:*',
      "base-uri 'none'",
      `frame-ancestors ${ancestors}`,
      "require-trusted-types-for 'script'",
      'trusted-types tillgate',
    ].join('; '),
    'permissions-policy': [
      'camera=(), microphone=(), geolocation=(), display-capture=(), usb=(), serial=(), hid=(), midi=()',
      // A page may hand on to a frame only what its own policy leaves to everybody: issuers have any origin.
      ...['payment', 'publickey-credentials-get'].map((name) => `${name}=${policy.holdsElement === true ? '*' : '()'}`),
    ].join(', '),
    // A window that opened the page, or that it opens, gets no hold of it.
    'cross-origin-opener-policy': 'same-origin',
    // Pages of a neighbouring origin never share a process's objects with this one, whatever document.domain says.
    'origin-agent-cluster': '?1',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  };
}
