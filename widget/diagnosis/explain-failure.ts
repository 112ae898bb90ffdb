import type { ErrorCode } from '../../shared/errors.ts';
import { findLoadFailureCause, type LoadFailureCause } from '../api/find-load-failure-cause.ts';
import type { Fetch } from '../api/checkout-api.ts';
import type { DeveloperMessage } from '../developer-messages/write-message.ts';

/** A session that could not be loaded, with the properties that the page has set. */
export interface FailedSessionLoad {
  code: ErrorCode;
  server: string;
  /** As the page set it: frameworks may pass anything. */
  session: unknown;
  items: string;
  isolated: boolean;
  send: Fetch;
}

/** A message to the developer, and the code where the first one does not fit. */
interface Explanation extends DeveloperMessage {
  /** Of the event and of the shopper's screen. */
  code?: ErrorCode;
}

/**
 * Writes to the console, once for each text, why the form could not be loaded and what to do. Resolves with the code that
 * fits best. Nothing of it is shown to the shopper.
 */
export async function diagnoseAndLogLoadFailure(load: FailedSessionLoad): Promise<ErrorCode> {
  const found = await explain(load);
  if (found === undefined) return load.code;
  // Without the chunk nothing is written; the shopper does not wait for it.
  void write(found).catch(() => undefined);
  return found.code ?? load.code;
}

async function write(message: DeveloperMessage): Promise<void> {
  const { writeDeveloperMessage } = await import('../developer-messages/console-messages.ts');
  writeDeveloperMessage(message);
}

async function explain(load: FailedSessionLoad): Promise<Explanation | undefined> {
  const { code, server, items, isolated } = load;
  switch (code) {
    case 'network_error':
    case 'internal_error':
    case 'not_found':
      return explainToken(load, true) ?? explainNetwork(load, await findLoadFailureCause(server, load.send));
    case 'unauthenticated':
      return explainToken(load, false);
    case 'not_configured':
      return { text: isolated ? 'not_isolated' : 'no_price_list' };
    case 'forbidden':
      return refusedOrigin(load);
    case 'invalid_request':
      return items === '' ? undefined : { text: 'items', values: { items } };
    default:
      return undefined;
  }
}

/** @param isUnsent whether no answer came: then only characters that no header can carry explain it */
function explainToken({ session, items, server }: FailedSessionLoad, isUnsent: boolean): Explanation | undefined {
  if (session === '' && items !== '') return undefined;
  const wrong = (text: DeveloperMessage['text']): Explanation => ({
    text,
    values: { server, value: String(session), type: typeof session },
    code: 'unauthenticated',
  });
  if (typeof session !== 'string') return wrong('token_type');
  if (/^(undefined|null|NaN|\[object \w+\])$/.test(session)) return wrong('token_text');
  if (/[^\x21-\x7e]/.test(session)) return wrong('token_letters');
  if (isUnsent) return undefined;
  if (session.startsWith('ses_')) return wrong('token_id');
  return wrong(/^tgs_[\w-]{43}$/.test(session) ? 'token_unknown' : 'token_key');
}

function refusedOrigin({ server }: FailedSessionLoad): Explanation {
  const { origin } = location;
  return {
    text: origin === 'null' ? 'no_origin' : 'origin',
    values: { server, origin },
    code: 'not_configured',
  };
}

/** Without a network, or a companion, there may be nothing to configure. */
const MAY_PASS: ReadonlySet<LoadFailureCause> = new Set(['nothing_there', 'offline', 'passing']);

function explainNetwork(load: FailedSessionLoad, cause: LoadFailureCause): Explanation {
  const { server } = load;
  if (cause === 'origin_refused') return refusedOrigin(load);
  return {
    text: cause,
    values: { server, origin: cause === 'wrong_path' ? new URL(server).origin : '' },
    ...(MAY_PASS.has(cause) ? {} : { code: 'not_configured' }),
  };
}
