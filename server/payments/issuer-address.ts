/** Where shoppers may be sent (promise: https, an allowed host, no user info). */
export interface IssuerRules {
  issuerHosts: readonly string[];
  allowLoopbackIssuer: boolean;
}

/** The address of an issuer's page, if shoppers may be sent there. */
export function parseIssuerAddress(address: string, rules: IssuerRules): URL | undefined {
  // Control characters and backslashes are read differently by different parsers.
  if (/[\u0000-\u0020\u007f\\]/.test(address) || !URL.canParse(address)) return undefined;
  // User info, also an empty one, which the parser would drop without a word.
  if (/^[^/?#]*\/*[^/?#]*@/.test(address)) return undefined;
  const url = new URL(address);
  const secure = url.protocol === 'https:';
  const local = url.protocol === 'http:' && rules.allowLoopbackIssuer && isLoopback(url.hostname);
  return (secure || local) && rules.issuerHosts.some((rule) => matchesHost(url, rule)) ? url : undefined;
}

/** Whether a host name means this machine. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

function matchesHost(url: URL, rule: string): boolean {
  const wanted = rule.toLowerCase();
  if (wanted.startsWith('*.') && url.hostname.includes('*')) return false;
  if (wanted.startsWith('*.')) return url.hostname.endsWith(wanted.slice(1)) && url.port === '';
  return url.host === wanted || (url.port === '' && url.hostname === wanted);
}
