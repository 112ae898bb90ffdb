import type { ErrorCode } from '../../shared/errors.ts';
import { findNetworkCause, type NetworkCause } from '../api/find-network-cause.ts';
import type { Fetch } from '../api/checkout-api.ts';

/** What could not be loaded, as the page has set it. */
export interface FailedLoad {
  code: ErrorCode;
  server: string;
  /** As the page set it: frameworks may pass anything. */
  session: unknown;
  items: string;
  isolated: boolean;
  send: Fetch;
}

/** What a developer has to know: the fact, what to do, and the section of the troubleshooting page. */
interface Explanation {
  text: string;
  section: string;
  /** What the shopper's screen and the event go by, where the first code does not fit. */
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
  const { attributes } = element.constructor as unknown as { attributes: Readonly<Record<string, string>> };
  const known = Object.values(attributes);
  const unread = element
    .getAttributeNames()
    .filter((name) => !known.includes(name) && !GLOBAL_ATTRIBUTE.test(name))
    .map((name) => `"${name}"`);
  const hint = unread.length === 0 ? '' : ` It does not know the attribute ${unread.join(', ')}.`;
  write({
    text: `has no session yet and shows nothing but its outline. Set the attribute or property "session" to the token that POST /v1/sessions returns.${hint}`,
    section: 'no-session',
    isWarning: true,
  });
}

/** Attributes of every element, and what frameworks and tests add. */
const GLOBAL_ATTRIBUTE =
  /^(id|class|style|slot|part|exportparts|lang|dir|title|hidden|inert|role|is|nonce|tabindex|translate|autofocus|popover|draggable|key|ref)$|^(data|aria|on|v|x|ng|_ng|hx|wire|item)[-:a-z]|[^\w-]/;

function write({ text, section, isWarning = false }: Explanation): void {
  const line = `<tillgate-checkout> ${text} See ${PAGE}#${section} in the package.`;
  if (written.has(line)) return;
  written.add(line);
  // eslint-disable-next-line no-console -- the developer of the page is who this is for
  console[isWarning ? 'warn' : 'error'](line);
}

async function explain(load: FailedLoad): Promise<Explanation | undefined> {
  const { code, server } = load;
  switch (code) {
    case 'network_error':
    case 'internal_error':
    case 'not_found':
      return explainToken(load, true) ?? explainNetwork(load, await findNetworkCause(server, load.send));
    case 'unauthenticated':
      return explainToken(load, false);
    case 'not_configured':
      return load.isolated ? ISOLATED : NO_PRICES;
    case 'forbidden':
      return refusedOrigin(load);
    case 'invalid_request':
      return load.items === '' ? undefined : itemsFault(load);
    default:
      return undefined;
  }
}

const ISOLATED: Explanation = {
  text: 'is isolated, and the companion has the origin of the page: a frame of the same origin protects nothing. Serve the companion from an origin of its own, or remove "isolated".',
  section: 'isolated',
};
const NO_PRICES: Explanation = {
  text: 'has "items", and the companion has no prices. Set TILLGATE_PRICE_LIST, or give the element a "session".',
  section: 'items',
};

function itemsFault({ items }: FailedLoad): Explanation {
  return {
    text: `has items="${items}", which the companion does not take. Write SKUs of the price list with quantities: MUG-1:2,TEE-3:1.`,
    section: 'items',
  };
}

/** @param isUnsent whether no answer came: then only what no header can carry explains it */
function explainToken({ session, items, server }: FailedLoad, isUnsent: boolean): Explanation | undefined {
  if (session === '' && items !== '') return undefined;
  const wrong = (text: string): Explanation => ({ text, section: 'wrong-token', code: 'unauthenticated' });
  if (typeof session !== 'string') {
    return wrong(
      `got ${typeof session === 'object' ? 'an object' : `a ${typeof session}`} as its session. Pass the session's token, a text.`,
    );
  }
  if (/^(undefined|null|NaN|\[object \w+\])$/.test(session)) {
    return wrong(
      `got the text "${session}" as its session. The page wrote a value that it does not have: pass the session's token.`,
    );
  }
  if (/[^\x21-\x7e]/.test(session)) {
    return wrong('got a session with spaces or letters that no token has. Pass the token alone.');
  }
  if (isUnsent) return undefined;
  if (session.startsWith('ses_')) {
    return wrong('got the id of a session. Pass its token, which begins with tgs_: POST /v1/sessions returns both.');
  }
  if (!/^tgs_[\w-]{43}$/.test(session)) {
    return wrong(
      'got a session that is no token: tokens are tgs_ and 43 characters. If it is an API key, everybody can read it now: replace it.',
    );
  }
  return wrong(
    `got a token that the companion at ${server} does not know. Open the session at the same companion, and with the same database.`,
  );
}

function refusedOrigin({ server }: FailedLoad): Explanation {
  const own = location.origin;
  const text =
    own === 'null'
      ? `stands on a page without an origin, such as a file, which the companion at ${server} refuses. Serve the page over http or https.`
      : `stands on a page of ${own}, whose origin the companion at ${server} does not allow. Add ${own} to TILLGATE_ALLOWED_ORIGINS and restart the companion.`;
  return { text, section: 'origin-not-allowed', code: 'not_configured' };
}

function explainNetwork(load: FailedLoad, cause: NetworkCause): Explanation {
  const { server } = load;
  switch (cause) {
    case 'origin_refused':
      return refusedOrigin(load);
    case 'address':
      return {
        text: `has server="${server}", which is no whole address. Write https://pay.shop.example, with http:// or https://.`,
        section: 'wrong-address',
        code: 'not_configured',
      };
    case 'mixed_content':
      return {
        text: `stands on an https page, and the companion at ${server} is http: browsers block that. Serve the companion over https.`,
        section: 'https-page-http-companion',
        code: 'not_configured',
      };
    case 'wrong_path':
      return {
        text: `has server="${server}", but the companion is at ${new URL(server).origin}. Set "server" to that, or mount the companion at the path and end TILLGATE_PUBLIC_URL with it.`,
        section: 'wrong-address',
        code: 'not_configured',
      };
    case 'not_a_companion':
      return {
        text: `got an answer from ${server} that is no companion's. Set "server" to the companion's address, with the path where it is mounted below one.`,
        section: 'wrong-address',
        code: 'not_configured',
      };
    case 'policy':
      return {
        text: `may not call ${server}: the page's Content-Security-Policy blocks it. Add that origin to connect-src.`,
        section: 'content-security-policy',
        code: 'not_configured',
      };
    case 'nothing_there':
      return {
        text: `gets no answer from ${server}: nothing listens there, its certificate is not trusted, or a proxy or filter blocks it. Start the companion, or set "server" to its address.`,
        section: 'nothing-answers',
      };
    case 'offline':
      return { text: 'cannot load: this browser is offline.', section: 'nothing-answers', isWarning: true };
    case 'passing':
      return {
        text: `lost a call to ${server}, which answers now. Trying again should help; if it does not, look at the companion's log.`,
        section: 'nothing-answers',
        isWarning: true,
      };
  }
}
