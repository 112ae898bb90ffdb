import { CheckoutError } from '../../shared/errors.ts';
import { AccountId, MerchantId } from '../../shared/interface/identifiers.ts';
import type { TransactionOrder } from '../../shared/interface/captures.ts';
import type {
  NamedResponseBody,
  NamedFields,
  OptimiseRequest,
  PayoutRequest,
} from '../../shared/interface/named-operations.ts';
import type { OrderUpdate } from '../../shared/interface/order-updates.ts';
import type { RefundRequestItem } from '../../shared/interface/refunds.ts';
import type { ReviewRequestItem } from '../../shared/interface/reviews.ts';
import type { GatewayContext } from './context.ts';
import { toWireNames } from './field-names.ts';
import {
  type NotificationFields,
  type ParsedNotification,
  parseNotification,
  verifyNotification,
} from './notification.ts';
import {
  prepareAuthorise,
  sendAuthorise,
  type AuthoriseResponse,
  type AuthoriseInput,
  type PreparedAuthorise,
} from './operations/authorise.ts';
import { cancelSubscription, type CancelSubscriptionResponse } from './operations/cancel-subscription.ts';
import { callNamedOperation } from './operations/named-operations.ts';
import {
  queryTransactions,
  type TransactionQueryResponse,
  type TransactionQueryInput,
} from './operations/query-transactions.ts';
import {
  prepareRedirectPayment,
  type RedirectPaymentForm,
  type RedirectPaymentInput,
} from './operations/redirect-payment.ts';
import {
  refund,
  searchRefunds,
  type RefundResponse,
  type RefundSearchResponse,
  type RefundSearchInput,
} from './operations/refunds.ts';
import {
  cancel,
  capture,
  review,
  updateOrders,
  type CancelResponse,
  type CaptureResponse,
  type ReviewResponse,
  type UpdateOrdersResponse,
} from './operations/reviews-captures-voids.ts';
import type { GatewayResponse } from './call-operation.ts';
import {
  createProfile,
  recipeOf,
  type GatewayProfile,
  type ProfileOverrides,
  type RecipeName,
} from './profile/index.ts';
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
  /**
   * Called for each answer whose digest differs from a recipe that the profile does not confirm. The answer is believed:
   * it came over the client's own connection.
   */
  onDigestMismatch?: (mismatch: DigestMismatch) => void;
}

/** An answer whose digest differs: by which recipe, and of which account. */
export interface DigestMismatch {
  recipe: RecipeName;
  merchantId: string;
  accountId: string;
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
  authorise(input: AuthoriseInput): Promise<AuthoriseResponse>;
  /** The first half of {@link authorise}: checks and signs; throws `gateway_invalid_request`. */
  prepareAuthorise(input: AuthoriseInput): PreparedAuthorise;
  /** The second half: sends. */
  sendAuthorise(prepared: PreparedAuthorise): Promise<AuthoriseResponse>;
  /** Asks what became of orders or transactions (interface 4.10). */
  queryTransactions(input: TransactionQueryInput): Promise<TransactionQueryResponse>;
  /** Tells the outcome of 1 to 50 risk-scored orders (interface 4.3). */
  updateOrders(items: readonly OrderUpdate[]): Promise<UpdateOrdersResponse>;
  /** Refunds 1 to 50 transactions, whole or in part (interface 4.4). */
  refund(items: readonly RefundRequestItem[]): Promise<RefundResponse>;
  /** Approves or rejects 1 to 100 held transactions (interface 4.5). */
  review(items: readonly ReviewRequestItem[]): Promise<ReviewResponse>;
  /** Looks up refunds by 1 to 100 order numbers or references (interface 4.6). */
  searchRefunds(input: RefundSearchInput): Promise<RefundSearchResponse>;
  /** Ends a recurring contract at once (interface 4.7). */
  cancelSubscription(contract: { recurring_id: string; contract_name: string }): Promise<CancelSubscriptionResponse>;
  /** Captures 1 to 50 transactions (interface 4.10). */
  capture(items: readonly TransactionOrder[]): Promise<CaptureResponse>;
  /** Cancels 1 to 50 transactions (interface 4.10). */
  cancel(items: readonly TransactionOrder[]): Promise<CancelResponse>;
  /** Makes the form by which the shopper's browser opens the gateway's own page (interface 4.10). Sends nothing. */
  prepareRedirectPayment(input: RedirectPaymentInput): RedirectPaymentForm;
  /** Pays out to a beneficiary (interface 4.10). */
  payout(fields: PayoutRequest): Promise<GatewayResponse<NamedResponseBody>>;
  /** Asks what became of payouts (interface 4.10). */
  queryPayouts(fields: NamedFields): Promise<GatewayResponse<NamedResponseBody>>;
  /** Asks what can be paid out (interface 4.10). */
  queryPayoutBalance(fields?: NamedFields): Promise<GatewayResponse<NamedResponseBody>>;
  /** Asks what is not settled yet (interface 4.10). */
  queryUnsettledAmount(fields?: NamedFields): Promise<GatewayResponse<NamedResponseBody>>;
  /** Asks for the payment methods in the order of their acceptance (interface 4.10). */
  optimisePaymentMethods(fields: OptimiseRequest): Promise<GatewayResponse<NamedResponseBody>>;
  /** Uploads logistics information in a batch (interface 4.10). */
  uploadLogistics(fields: NamedFields): Promise<GatewayResponse<NamedResponseBody>>;
  /** Reads a notification's body; throws UnreadableMessage. */
  parseNotification(body: Buffer, contentType: string | undefined): ParsedNotification;
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
    baseUrl: options.baseUrl.replace(/\/+$/, ''),
    onDigestMismatch(recipe) {
      options.onDigestMismatch?.({ recipe, merchantId: options.merchantId, accountId: options.accountId });
    },
    send(operation, request, accept, maxBytes) {
      const { path, encoding, content_type: contentType, method = 'POST' } = profile.operations[operation];
      const named = toWireNames(profile, operation, request);
      const common = { operation, method, contentType, accept, maxBytes };
      if (method === 'GET') return transport.send({ ...common, path: `${path}?${encodeForm(named)}`, body: '' });
      const body = encoding === 'form' ? encodeForm(named) : JSON.stringify(named);
      return transport.send({ ...common, path, body });
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
    updateOrders: (items) => updateOrders(context, items),
    refund: (items) => refund(context, items),
    review: (items) => review(context, items),
    searchRefunds: (input) => searchRefunds(context, input),
    cancelSubscription: (contract) => cancelSubscription(context, contract),
    capture: (items) => capture(context, items),
    cancel: (items) => cancel(context, items),
    prepareRedirectPayment: (input) => prepareRedirectPayment(context, input),
    payout: (fields) => callNamedOperation(context, 'payout', fields),
    queryPayouts: (fields) => callNamedOperation(context, 'payoutQuery', fields),
    queryPayoutBalance: (fields = {}) => callNamedOperation(context, 'payoutBalance', fields),
    queryUnsettledAmount: (fields = {}) => callNamedOperation(context, 'unsettledAmount', fields),
    optimisePaymentMethods: (fields) => callNamedOperation(context, 'optimise', fields),
    uploadLogistics: (fields) => callNamedOperation(context, 'uploadLogistics', fields),
    parseNotification: (body, contentType) => parseNotification(body, contentType, recipeOf(profile, 'result')),
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
