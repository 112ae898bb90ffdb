import { maskCardNumbers } from '../gateway/redact.ts';
import { isLoopback } from '../network/index.ts';

/** The longest name that a host can have, and a port. */
const HOST_MAX_LENGTH = 260;

/** Where shoppers may be sent (promise: https, an allowed host, no user info). */
export interface IssuerUrlRules {
  issuerHosts: readonly string[];
  allowLoopbackIssuer: boolean;
}

/** The address of an issuer's page, if shoppers may be sent there. */
export function parseIssuerUrl(address: string, rules: IssuerUrlRules): URL | undefined {
  // Control characters and backslashes are read differently by different parsers.
  if (/[\u0000-\u0020\u007f\\]/.test(address) || !URL.canParse(address)) return undefined;
  // User info, even if empty: the parser would drop it silently.
  if (/^[^/?#]*\/*[^/?#]*@/.test(address)) return undefined;
  const url = new URL(address);
  const secure = url.protocol === 'https:';
  const local = url.protocol === 'http:' && rules.allowLoopbackIssuer && isLoopback(url.hostname);
  return (secure || local) && rules.issuerHosts.some((rule) => matchesHost(url, rule)) ? url : undefined;
}

/** Why shoppers are not sent to an address, with its host, so that it can be allowed; the rest may be the shopper's. */
export function describeRefusedIssuerUrl(address: string): string {
  const host = URL.canParse(address) ? new URL(address).host : '';
  return `issuer_url is not allowed${host === '' ? '' : `: ${maskCardNumbers(host).slice(0, HOST_MAX_LENGTH)}`}`;
}

function matchesHost(url: URL, rule: string): boolean {
  const wanted = rule.toLowerCase();
  if (wanted.startsWith('*.') && url.hostname.includes('*')) return false;
  if (wanted.startsWith('*.')) return url.hostname.endsWith(wanted.slice(1)) && url.port === '';
  return url.host === wanted || (url.port === '' && url.hostname === wanted);
}
