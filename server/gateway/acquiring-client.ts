import { CheckoutError } from '../../shared/errors.ts';
import { AccountId, MerchantId } from '../../shared/interface/identifiers.ts';
import type { GatewayContext } from './context.ts';
import { readNotification, verifyNotification, type NotificationFields } from './notification.ts';
import {
  prepareAuthorise,
  sendAuthorise,
  type AuthoriseAnswer,
  type AuthoriseInput,
  type PreparedAuthorise,
} from './operations/authorise.ts';
import {
  queryTransactions,
  type TransactionQueryAnswer,
  type TransactionQueryInput,
} from './operations/query-transactions.ts';
import { createProfile, type GatewayProfile, type ProfileOverrides } from './profile.ts';
import { createTransport, type Deadlines, type Transport } from './transport.ts';

export interface AcquiringClientOptions {
  /** The interface's {base_url}, such as `https://gateway.example`. */
  baseUrl: string;
  /** At most 7 characters. */
  merchantId: string;
  /** At most 10 characters. */
  accountId: string;
  /** Signs with the first, verifies with any, so that keys can be rotated. */
  signKeys: readonly string[];
  /** What differs from the default profile. */
  profile?: ProfileOverrides;
  /** In milliseconds. */
  deadlines?: Partial<Deadlines>;
  /** Open connections at the most. */
  connections?: number;
  /** For tests and other runtimes. */
  transport?: Transport;
}

/** The acquiring operations of the interface, typed. */
export interface AcquiringClient {
  readonly profile: GatewayProfile;
  readonly merchantId: string;
  readonly accountId: string;
  /**
   * Creates a direct or APM payment (interface 4.2). Never sent twice once a byte has left.
   * Rejects with CheckoutError `gateway_invalid_request` before anything is sent.
   */
  authorise(input: AuthoriseInput): Promise<AuthoriseAnswer>;
  /** The first half of {@link authorise}: checks and signs; throws `gateway_invalid_request`. */
  prepareAuthorise(input: AuthoriseInput): PreparedAuthorise;
  /** The second half: sends. */
  sendAuthorise(prepared: PreparedAuthorise): Promise<AuthoriseAnswer>;
  /** Asks what became of orders or transactions (interface 4.10). */
  queryTransactions(input: TransactionQueryInput): Promise<TransactionQueryAnswer>;
  /** Reads a notification's body; throws UnreadableAnswer. */
  readNotification(body: Buffer, contentType: string | undefined): NotificationFields;
  /** Whether a notification's digest is ours. */
  verifyNotification(fields: NotificationFields): boolean;
  close(): Promise<void>;
}

/**
 * A client for the acquiring area of the interface, usable without the rest of Tillgate.
 * @throws CheckoutError `configuration_invalid` naming the option that is wrong.
 */
export function createAcquiringClient(options: AcquiringClientOptions): AcquiringClient {
  checkIdentity(options);
  const transport = options.transport ?? createTransport(options.baseUrl, options);
  const profile = createProfile(options.profile);
  const context: GatewayContext = {
    merchantId: options.merchantId,
    accountId: options.accountId,
    signKeys: options.signKeys as [string, ...string[]],
    profile,
    send(operation, request, accept) {
      const { path, encoding, content_type: contentType } = profile.operations[operation];
      const body = encoding === 'form' ? encodeForm(request) : JSON.stringify(request);
      return transport.send({ path, contentType, accept, body });
    },
  };
  return {
    profile,
    merchantId: options.merchantId,
    accountId: options.accountId,
    authorise: async (input) => sendAuthorise(context, prepareAuthorise(context, input)),
    prepareAuthorise: (input) => prepareAuthorise(context, input),
    sendAuthorise: (prepared) => sendAuthorise(context, prepared),
    queryTransactions: (input) => queryTransactions(context, input),
    readNotification,
    verifyNotification: (fields) => verifyNotification(context, fields),
    close: () => transport.close(),
  };
}

function checkIdentity(options: AcquiringClientOptions): void {
  const wrong = (path: string, rule: string): never => {
    throw new CheckoutError('configuration_invalid', `${path}: ${rule}.`, { fields: [{ path, code: 'format', rule }] });
  };
  if (!MerchantId.safeParse(options.merchantId).success) wrong('merchantId', 'at most 7 letters, digits, _ and -');
  if (!AccountId.safeParse(options.accountId).success) wrong('accountId', 'at most 10 letters, digits, _ and -');
  if (options.signKeys.length === 0 || options.signKeys.some((key) => key.trim() === '')) {
    wrong('signKeys', 'at least one key, none of them empty');
  }
  const url = URL.canParse(options.baseUrl) ? new URL(options.baseUrl) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.search !== '') {
    wrong('baseUrl', 'an http or https address without user or query');
  }
}

/** Flat values as they stand, nested ones as JSON. */
function encodeForm(request: Readonly<Record<string, unknown>>): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(request)) {
    if (value !== undefined) pairs.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return pairs.toString();
}
