import type { Ping } from '../../shared/contract/index.ts';
import type { Fetch } from './checkout-api.ts';

/**
 * Why no answer of the companion could be read:
 * - `address`: `server` is no whole http or https address.
 * - `mixed_content`: the page is https and the companion is not, which browsers block.
 * - `origin_refused`: the companion is there and does not answer pages of this origin.
 * - `wrong_path`: the companion is at another path of the same origin.
 * - `not_a_companion`: something else answers at the address.
 * - `policy`: the page's Content-Security-Policy blocks the call.
 * - `offline`: the browser has no network.
 * - `nothing_there`: no server answers.
 * - `passing`: the companion answers now, so that trying again may help.
 */
export type LoadFailureCause =
  | 'address'
  | 'mixed_content'
  | 'origin_refused'
  | 'wrong_path'
  | 'not_a_companion'
  | 'policy'
  | 'offline'
  | 'nothing_there'
  | 'passing';

/** The longest that one question may take, in ms. */
const TIMEOUT = 2_500;

/** Asks the address that gave no answer for what every page may read. */
export async function findLoadFailureCause(server: string, send: Fetch): Promise<LoadFailureCause> {
  if (!/^https?:\/\//i.test(server) || !URL.canParse(server)) return 'address';
  const { protocol, hostname, origin } = new URL(server);
  if (location.protocol === 'https:' && protocol === 'http:' && !isThisMachine(hostname)) return 'mixed_content';
  const blocked: string[] = [];
  const handleViolation = ({ effectiveDirective }: SecurityPolicyViolationEvent): void => {
    if (effectiveDirective === 'connect-src') blocked.push(effectiveDirective);
  };
  document.addEventListener('securitypolicyviolation', handleViolation);
  try {
    const answer = await ping(server, send);
    if (answer === 'something') return (await isPing(origin, server, send)) ? 'wrong_path' : 'not_a_companion';
    if (answer !== undefined) return answer.origin_allowed ? 'passing' : 'origin_refused';
    if (await isPing(origin, server, send)) return 'wrong_path';
    // Whether anybody answers at all, where the answer itself may not be read.
    const isThere = await ask(server, send, 'no-cors').then(
      () => true,
      () => false,
    );
    if (isThere) return 'not_a_companion';
    // Browsers tell of a blocked call in a task of its own, after the call has failed.
    await new Promise((resolve) => setTimeout(resolve));
  } finally {
    document.removeEventListener('securitypolicyviolation', handleViolation);
  }
  if (blocked.length > 0) return 'policy';
  return navigator.onLine ? 'nothing_there' : 'offline';
}

/** The response of a companion at an address; `something` for any other response, undefined without one. */
async function ping(server: string, send: Fetch): Promise<Ping | 'something' | undefined> {
  let response: Response;
  try {
    response = await ask(server, send, 'cors');
  } catch {
    return undefined;
  }
  const answer = (await response.json().catch(() => null)) as Partial<Ping> | null;
  return answer?.service === 'tillgate' ? (answer as Ping) : 'something';
}

async function isPing(origin: string, server: string, send: Fetch): Promise<boolean> {
  if (server === origin) return false;
  const answer = await ping(origin, send);
  return answer !== undefined && answer !== 'something';
}

async function ask(server: string, send: Fetch, mode: RequestMode): Promise<Response> {
  return await send(`${server}/checkout/ping`, {
    mode,
    credentials: 'omit',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
    signal: AbortSignal.timeout(TIMEOUT),
  });
}

/** Browsers take http of this machine for as good as https. */
function isThisMachine(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
