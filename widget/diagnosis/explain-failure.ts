import type { LitElement } from 'lit';
import type { ErrorCode } from '../../shared/errors.ts';
import { findNetworkCause, type NetworkCause } from '../api/find-network-cause.ts';
import type { Fetch } from '../api/checkout-api.ts';

/** A session that could not be loaded, with the properties that the page has set. */
export interface FailedLoad {
  code: ErrorCode;
  server: string;
  /** As the page set it: frameworks may pass anything. */
  session: unknown;
  items: string;
  isolated: boolean;
  send: Fetch;
}

/** A message to the developer: the cause and the fix, with the section of the troubleshooting page. */
interface Explanation {
  text: string;
  section: string;
  /** The code of the event and of the shopper's screen, where the first one does not fit. */
  code?: ErrorCode;
  isWarning?: boolean;
}

const PAGE = 'widget/docs/troubleshooting.md';
const written = new Set<string>();

/**
 * Writes to the console, once for each text, why the form could not be loaded and what to do. Resolves with the code that
 * fits best. Nothing of it is shown to the shopper.
 */
export async function explainFailure(load: FailedLoad): Promise<ErrorCode> {
  const found = await explain(load);
  if (found === undefined) return load.code;
  write(found);
  return found.code ?? load.code;
}

/** Writes to the console that the element has waited long for a session, with the attributes that nothing reads. */
export function explainNoSession(element: HTMLElement): void {
  const { observedAttributes: known } = element.constructor as typeof LitElement;
  const unread = element
    .getAttributeNames()
    .filter((name) => !known.includes(name) && !(name in HTMLElement.prototype) && !GLOBAL_ATTRIBUTE.test(name))
    .map((name) => `"${name}"`);
  const hint = unread.length === 0 ? '' : ` It does not know the attribute ${unread.join(', ')}.`;
  write({
    text: `has no session yet. Set "session" to the token that POST /v1/sessions returns.${hint}`,
    section: 'no-session',
    isWarning: true,
  });
}

/** Attributes of every element that are no properties by the same name, and those that frameworks and tests add. */
const GLOBAL_ATTRIBUTE =
  /^(class|exportparts|is|tabindex|key|ref)$|^(data|aria|on|v|x|ng|_ng|hx|wire|item)[-:a-z]|[^\w-]/;

function write({ text, section, isWarning = false }: Explanation): void {
  const line = `<tillgate-checkout> ${text} See ${PAGE}#${section} in the package.`;
  if (written.has(line)) return;
  written.add(line);
  // eslint-disable-next-line no-console -- the developer of the page is who this is for
  console[isWarning ? 'warn' : 'error'](line);
}

async function explain(load: FailedLoad): Promise<Explanation | undefined> {
  const { code, server, items, isolated } = load;
  switch (code) {
    case 'network_error':
    case 'internal_error':
    case 'not_found':
      return explainToken(load, true) ?? explainNetwork(load, await findNetworkCause(server, load.send));
    case 'unauthenticated':
      return explainToken(load, false);
    case 'not_configured':
      return isolated
        ? {
            text: 'is isolated, but the companion has the origin of the page. Serve it from an origin of its own, or remove "isolated".',
            section: 'isolated',
          }
        : { text: 'has "items", but the companion has no TILLGATE_PRICE_LIST.', section: 'items' };
    case 'forbidden':
      return refusedOrigin(load);
    case 'invalid_request':
      return items === ''
        ? undefined
        : {
            text: `has items="${items}". Write SKUs of the price list with quantities: MUG-1:2,TEE-3.`,
            section: 'items',
          };
    default:
      return undefined;
  }
}

/** @param isUnsent whether no answer came: then only characters that no header can carry explain it */
function explainToken({ session, items, server }: FailedLoad, isUnsent: boolean): Explanation | undefined {
  if (session === '' && items !== '') return undefined;
  const wrong = (text: string): Explanation => ({
    text: `got ${text}`,
    section: 'wrong-token',
    code: 'unauthenticated',
  });
  if (typeof session !== 'string') return wrong(`a session of type ${typeof session}. Pass the session's token.`);
  if (/^(undefined|null|NaN|\[object \w+\])$/.test(session)) {
    return wrong(`the text "${session}" as its session. Pass the session's token.`);
  }
  if (/[^\x21-\x7e]/.test(session)) return wrong('a session with spaces or letters that no token has.');
  if (isUnsent) return undefined;
  if (session.startsWith('ses_')) return wrong('the id of a session. Pass its token, which begins with tgs_.');
  if (!/^tgs_[\w-]{43}$/.test(session)) {
    return wrong('a session that is no token. If it is an API key, replace the key: everybody can read it now.');
  }
  return wrong(`a token that the companion at ${server} does not know. Use the companion that opened the session.`);
}

function refusedOrigin({ server }: FailedLoad): Explanation {
  const own = location.origin;
  return {
    text:
      own === 'null'
        ? `is on a page without an origin, which the companion at ${server} refuses. Serve the page over http or https.`
        : `is on a page whose origin the companion at ${server} refuses. Add ${own} to TILLGATE_ALLOWED_ORIGINS.`,
    section: 'origin-not-allowed',
    code: 'not_configured',
  };
}

function explainNetwork(load: FailedLoad, cause: NetworkCause): Explanation {
  const { server } = load;
  const misconfigured = (section: string, text: string): Explanation => ({ text, section, code: 'not_configured' });
  switch (cause) {
    case 'origin_refused':
      return refusedOrigin(load);
    case 'address':
      return misconfigured(
        'wrong-address',
        `has server="${server}", which is no whole address. Begin it with https://.`,
      );
    case 'mixed_content':
      return misconfigured(
        'https-page-http-companion',
        `cannot call ${server} from an https page. Serve the companion over https.`,
      );
    case 'wrong_path':
      return misconfigured(
        'wrong-address',
        `has server="${server}", but the companion is at ${new URL(server).origin}. Set "server" to that.`,
      );
    case 'not_a_companion':
      return misconfigured(
        'wrong-address',
        `got an answer from ${server} that is no companion's. Set "server" to the companion's address.`,
      );
    case 'policy':
      return misconfigured(
        'content-security-policy',
        `may not call ${server}. Add it to connect-src of the page's Content-Security-Policy.`,
      );
    case 'nothing_there':
      return {
        text: `gets no answer from ${server}. Start the companion, or set "server" to its address.`,
        section: 'nothing-answers',
      };
    case 'offline':
      return { text: 'cannot load: the browser is offline.', section: 'nothing-answers', isWarning: true };
    case 'passing':
      return { text: `lost a call to ${server}, which answers now.`, section: 'nothing-answers', isWarning: true };
  }
}
