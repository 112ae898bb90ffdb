import { OVERDUE_REASON, type TransportResult, type Transport } from '../gateway/transport.ts';
import type { Logger } from './log.ts';
import type { LogThrottle } from './log-throttle.ts';

/** The gateway of a transport. */
interface GatewayAddress {
  /** The setting that holds the address. */
  setting: string;
  baseUrl: string;
}

/**
 * Logs an address whose response is no gateway document, such as a 404 page for a wrong path, or that does not respond.
 * Each address is logged once a minute.
 */
export function withGatewayUrlFailureLog(
  transport: Transport,
  { setting, baseUrl }: GatewayAddress,
  { log, isLogDue }: { log: Logger; isLogDue: LogThrottle },
): Transport {
  const base = baseUrl.replace(/\/+$/, '');
  return {
    async send(request) {
      const sent = await transport.send(request);
      const fault = faultOf(sent);
      if (fault === undefined) return sent;
      const url = `${base}${request.path.replace(/\?.*$/, '')}`;
      if (isLogDue(`${url} ${fault.message}`)) log.warn({ source: setting, url, ...fault.facts }, fault.message);
      return sent;
    },
    close: () => transport.close(),
  };
}

function faultOf(
  sent: TransportResult,
): { facts: { http_status?: number; reason?: string }; message: string } | undefined {
  if (sent.kind === 'not_sent') {
    const isBusy = sent.reason === OVERDUE_REASON;
    const message = isBusy
      ? 'no connection to the gateway was free in time: it responds too slowly'
      : 'the gateway cannot be reached: check its address';
    return { facts: { reason: sent.reason }, message };
  }
  if (sent.kind === 'lost' || isDocument(sent.body)) return undefined;
  const message = 'the response is no gateway document: check its address and the paths of the profile';
  return { facts: { http_status: sent.status }, message };
}

/** The bytes of a response that are checked. */
const HEAD_BYTES = 256;

/** Whether a response starts as JSON or XML, and not as an HTML page. */
function isDocument(body: Buffer): boolean {
  // Spaces, a byte order mark and the zeros of UTF-16 may come before and between.
  const text = body
    .subarray(0, HEAD_BYTES)
    .toString('latin1')
    .replaceAll('\0', '')
    .replace(/^[^!-~]+/, '');
  return /^[{[]/.test(text) || (text.startsWith('<') && !/^<(!doctype\s+html|html|head|body)\b/i.test(text));
}
