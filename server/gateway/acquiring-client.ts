import { CheckoutError } from '../../shared/errors.ts';
import { AccountId, MerchantId } from '../../shared/interface/formats.ts';
import type { CaptureOrCancelItem } from '../../shared/interface/captures.ts';
import type {
  UndocumentedResponseBody,
  UndocumentedFields,
  OptimiseMethodsRequest,
  PayoutRequest,
} from '../../shared/interface/undocumented-operations.ts';
import { createPaymentInputSchemas } from '../../shared/interface/payment-schemas.ts';
import type { OrderUpdate } from '../../shared/interface/order-updates.ts';
import type { RefundRequestItem } from '../../shared/interface/refunds.ts';
import type { ReviewRequestItem } from '../../shared/interface/reviews.ts';
import type { GatewayCallContext } from './context.ts';
import { toWireNames } from './field-names.ts';
import {
  type NotificationFields,
  type ParsedNotification,
  parseNotification,
  isNotificationDigestValid,
} from './notification.ts';
import type { AuthoriseCallResult } from './operations/authorise-response.ts';
import {
  prepareAuthorise,
  sendAuthorise,
  type AuthoriseInput,
  type SignedAuthoriseRequest,
} from './operations/authorise.ts';
import { cancelSubscription, type CancelSubscriptionCallResult } from './operations/cancel-subscription.ts';
import { callUndocumentedOperation } from './operations/undocumented-operations.ts';
import {
  queryTransactions,
  type TransactionQueryCallResult,
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
  type RefundCallResult,
  type RefundSearchCallResult,
  type RefundSearchInput,
} from './operations/refunds.ts';
import {
  cancel,
  capture,
  review,
  updateOrders,
  type CancelCallResult,
  type CaptureCallResult,
  type ReviewCallResult,
  type UpdateOrdersCallResult,
} from './operations/reviews-captures-voids.ts';
import type { AcquiringCallResult } from './call-operation.ts';
import {
  createProfile,
  digestRecipeOf,
  type GatewayProfile,
  type ProfileOverrides,
  type DigestRecipeName,
} from './profile/index.ts';
import { createTransport, type CallTimeouts, type Transport } from './transport.ts';

export interface AcquiringClientOptions {
  /** The interface's {base_url}, such as `https://gateway.example`. */
  baseUrl: string;
  /** At most 7 characters. */
  merchantId: string;
  /** At most 10 characters. */
  accountId: string;
  /** One or more keys; the first signs, all verify. */
  signKeys: readonly string[];
  /** Overrides of the default profile at any depth; lists are replaced whole. */
  profile?: ProfileOverrides;
  /** Limits of connect, headers and total, in ms. Default: `DEFAULT_CALL_TIMEOUTS`. */
  deadlines?: Partial<CallTimeouts>;
  /** The most open connections. Default: 128. */
  connections?: number;
  /** Replaces the transport, for tests and other runtimes. */
  transport?: Transport;
  /**
   * Called for each response whose digest differs by a recipe that the profile does not confirm. The client accepts such a
   * response, because it came over the client's own TLS connection (interface 5).
   */
  onDigestMismatch?: (mismatch: DigestMismatch) => void;
}

/** A response whose digest differs: the recipe, and the merchant's account. */
export interface DigestMismatch {
  recipe: DigestRecipeName;
  merchantId: string;
  accountId: string;
}

/** The acquiring operations of the interface, typed. */
export interface AcquiringClient {
  readonly profile: GatewayProfile;
  readonly merchantId: string;
  readonly accountId: string;
  /**
   * Creates a direct or APM payment (interface 4.2). Once a byte has left, it is never sent again.
   * @throws CheckoutError `gateway_invalid_request` with the fields that break a rule, before anything is sent
   */
  authorise(input: AuthoriseInput): Promise<AuthoriseCallResult>;
  /**
   * Checks and signs a payment without sending it: the first half of {@link authorise} (interface 4.2, 5).
   * @throws CheckoutError `gateway_invalid_request` with the fields that break a rule, before anything is sent
   */
  prepareAuthorise(input: AuthoriseInput): SignedAuthoriseRequest;
  /** Sends a prepared payment once: the second half of {@link authorise} (interface 4.2). Never throws. */
  sendAuthorise(prepared: SignedAuthoriseRequest): Promise<AuthoriseCallResult>;
  /**
   * Queries 1 to 100 orders and transactions (interface 4.10). Reads only.
   * @throws CheckoutError `gateway_invalid_request` with the fields that break a rule, before anything is sent
   */
  queryTransactions(input: TransactionQueryInput): Promise<TransactionQueryCallResult>;
  /**
   * Reports the outcome of 1 to 50 risk-scored orders (interface 4.3).
   * @throws CheckoutError `gateway_invalid_request` with the fields that break a rule, before anything is sent
   */
  updateOrders(items: readonly OrderUpdate[]): Promise<UpdateOrdersCallResult>;
  /**
   * Refunds 1 to 50 transactions in full or in part, amounts with two decimals (interface 4.4).
   * @throws CheckoutError `gateway_invalid_request` with the fields that break a rule, before anything is sent
   */
  refund(items: readonly RefundRequestItem[]): Promise<RefundCallResult>;
  /**
   * Approves or rejects 1 to 100 held transactions (interface 4.5).
   * @throws CheckoutError `gateway_invalid_request` with the fields that break a rule, before anything is sent
   */
  review(items: readonly ReviewRequestItem[]): Promise<ReviewCallResult>;
  /**
   * Searches refunds by 1 to 100 order numbers and references (interface 4.6). Reads only.
   * @throws CheckoutError `gateway_invalid_request` with the fields that break a rule, before anything is sent
   */
  searchRefunds(input: RefundSearchInput): Promise<RefundSearchCallResult>;
  /**
   * Cancels a subscription at once (interface 4.7).
   * @throws CheckoutError `gateway_invalid_request` with the fields that break a rule, before anything is sent
   */
  cancelSubscription(subscription: {
    recurring_id: string;
    contract_name: string;
  }): Promise<CancelSubscriptionCallResult>;
  /**
   * Captures 1 to 50 held transactions (interface 4.10).
   * @throws CheckoutError `gateway_invalid_request` with the fields that break a rule, before anything is sent
   */
  capture(items: readonly CaptureOrCancelItem[]): Promise<CaptureCallResult>;
  /**
   * Voids 1 to 50 transactions (interface 4.10, cancel).
   * @throws CheckoutError `gateway_invalid_request` with the fields that break a rule, before anything is sent
   */
  cancel(items: readonly CaptureOrCancelItem[]): Promise<CancelCallResult>;
  /**
   * Prepares the form that the shopper's browser posts to open the gateway's own page (interface 4.10). Sends nothing.
   * @throws CheckoutError `gateway_invalid_request` with the fields that break a rule, before anything is sent
   */
  prepareRedirectPayment(input: RedirectPaymentInput): RedirectPaymentForm;
  /**
   * Creates a payout to a beneficiary (interface 4.10).
   * @throws CheckoutError `gateway_invalid_request` with the fields that break a rule, before anything is sent
   */
  payout(fields: PayoutRequest): Promise<AcquiringCallResult<UndocumentedResponseBody>>;
  /**
   * Queries payouts (interface 4.10). Reads only.
   * @throws CheckoutError `gateway_invalid_request` with the fields that break a rule, before anything is sent
   */
  queryPayouts(fields: UndocumentedFields): Promise<AcquiringCallResult<UndocumentedResponseBody>>;
  /**
   * Queries the balance that can be paid out (interface 4.10). Reads only.
   * @throws CheckoutError `gateway_invalid_request` with the fields that break a rule, before anything is sent
   */
  queryPayoutBalance(fields?: UndocumentedFields): Promise<AcquiringCallResult<UndocumentedResponseBody>>;
  /**
   * Queries the amount that is not settled yet (interface 4.10). Reads only.
   * @throws CheckoutError `gateway_invalid_request` with the fields that break a rule, before anything is sent
   */
  queryUnsettledAmount(fields?: UndocumentedFields): Promise<AcquiringCallResult<UndocumentedResponseBody>>;
  /**
   * Queries the payment methods in the order of their acceptance (interface 4.10). Reads only.
   * @throws CheckoutError `gateway_invalid_request` with the fields that break a rule, before anything is sent
   */
  optimisePaymentMethods(fields: OptimiseMethodsRequest): Promise<AcquiringCallResult<UndocumentedResponseBody>>;
  /**
   * Uploads logistics information in a batch (interface 4.10).
   * @throws CheckoutError `gateway_invalid_request` with the fields that break a rule, before anything is sent
   */
  uploadLogistics(fields: UndocumentedFields): Promise<AcquiringCallResult<UndocumentedResponseBody>>;
  /**
   * Parses the body of a notification: form-encoded pairs, JSON or XML (interface 6).
   * @throws UnreadableMessageError where it holds no pairs, too many, or a charset that it does not fit
   */
  parseNotification(body: Buffer, contentType: string | undefined): ParsedNotification;
  /** Whether one of the sign keys made a notification's digest (interface 5, 6). */
  isNotificationDigestValid(fields: NotificationFields): boolean;
  /** Closes the connections after the open requests have ended. */
  close(): Promise<void>;
}

/**
 * A client for the acquiring area of the interface; works without the rest of Tillgate.
 * @throws CheckoutError `configuration_invalid` naming the invalid option
 */
export function createAcquiringClient(options: AcquiringClientOptions): AcquiringClient {
  checkIdentity(options);
  const transport = options.transport ?? createTransport(options.baseUrl, options);
  const profile = createProfile(options.profile);
  const context: GatewayCallContext = {
    merchantId: options.merchantId,
    accountId: options.accountId,
    signKeys: options.signKeys as [string, ...string[]],
    profile,
    schemas: createPaymentInputSchemas({ lengths: profile.field_lengths, required: profile.required_fields }),
    baseUrl: options.baseUrl.replace(/\/+$/, ''),
    onDigestMismatch(recipe) {
      options.onDigestMismatch?.({ recipe, merchantId: options.merchantId, accountId: options.accountId });
    },
    send(operation, request, accept, maxBytes) {
      const { path, encoding, content_type: contentType, method = 'POST' } = profile.operations[operation];
      const named = toWireNames(profile, operation, request);
      const text = encoding === 'form' || method === 'GET' ? encodeForm(named) : JSON.stringify(named);
      const target = method === 'GET' ? { path: `${path}?${text}`, body: '' } : { path, body: text };
      return transport.send(Object.assign(target, { operation, method, contentType, accept, maxBytes }));
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
    cancelSubscription: (subscription) => cancelSubscription(context, subscription),
    capture: (items) => capture(context, items),
    cancel: (items) => cancel(context, items),
    prepareRedirectPayment: (input) => prepareRedirectPayment(context, input),
    payout: (fields) => callUndocumentedOperation(context, 'payout', fields),
    queryPayouts: (fields) => callUndocumentedOperation(context, 'payoutQuery', fields),
    queryPayoutBalance: (fields = {}) => callUndocumentedOperation(context, 'payoutBalance', fields),
    queryUnsettledAmount: (fields = {}) => callUndocumentedOperation(context, 'unsettledAmount', fields),
    optimisePaymentMethods: (fields) => callUndocumentedOperation(context, 'optimise', fields),
    uploadLogistics: (fields) => callUndocumentedOperation(context, 'uploadLogistics', fields),
    parseNotification: (body, contentType) =>
      parseNotification(body, contentType, {
        recipe: digestRecipeOf(profile, 'result'),
        names: profile.field_names.notification,
      }),
    isNotificationDigestValid: (fields) => isNotificationDigestValid(context, fields),
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

/** Flat values unchanged, nested ones as JSON. */
function encodeForm(request: Readonly<Record<string, unknown>>): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(request)) {
    if (value !== undefined) pairs.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return pairs.toString();
}
