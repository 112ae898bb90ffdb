/**
 * Headers of every page we serve: nothing inline, nothing from elsewhere, scripts only as files of this origin,
 * strings never become code.
 * @param framedBy origins whose pages may frame it; none where empty
 */
export function pageHeaders(framedBy: readonly string[]): Record<string, string> {
  const ancestors = framedBy.length === 0 ? "'none'" : ["'self'", ...framedBy].join(' ');
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self'",
      "connect-src 'self'",
      // The challenge comes from whichever issuer the card has; the action's address was checked by the server.
      'frame-src https: http://localhost:* http://127.0.0.1:*',
      'form-action https: http://localhost:* http://127.0.0.1:*',
      "base-uri 'none'",
      `frame-ancestors ${ancestors}`,
      "require-trusted-types-for 'script'",
      'trusted-types lit-html',
    ].join('; '),
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  };
}
