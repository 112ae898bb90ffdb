import type { Books } from './acquiring/books.ts';
import type { PageVisit } from './acquiring/checkout.ts';
import type { Ledger, Transaction } from './acquiring/ledger.ts';
import type { Clock } from './clock.ts';
import type { Dialect } from './dialect.ts';
import type { IssuingWorld } from './issuing/books.ts';
import type { Notifier } from './notifications.ts';
import type { Scenarios } from './scenarios.ts';
import type { Signer } from './sign.ts';

/** A merchant that the sandbox knows. */
export interface SandboxMerchant {
  merchant_id: string;
  account_id: string;
  /** Each begins with `sandbox_`, so that no live key can be used here by mistake. */
  sign_keys: readonly string[];
}

/** A company that issues cards. */
export interface SandboxCompany {
  company_id: string;
  /** Each begins with `sandbox_`. */
  sign_keys: readonly string[];
}

/** A card kept under a token: how it behaves is decided again at each payment. */
export interface KeptCard {
  number: string;
  month: string;
  year: string;
}

/** A request as the sandbox received it, card data cut down. */
export interface ReceivedRequest {
  operation: string;
  at: number;
  content_type: string;
  fields: Record<string, unknown>;
  answer: string;
}

/** What notifications speak of (interface-gaps, "Notifications"; spelled as there). */
export type NotificationType =
  | 'PAYMENT'
  | 'REVIEW RESULT'
  | 'DISPUTE RECIEVED'
  | 'DISPUTE RESULT'
  | 'REFUND RECIEVED'
  | 'REFUND ACCEPTED'
  | 'REFUND RESULT';

/** How long things take in the sandbox, in ms. */
export interface Pace {
  /** From pending to paid. */
  settlePending: number;
  /** From a refund's acceptance to its result. */
  settleRefund: number;
  /** From a payment that will be disputed to the dispute, and from there to its result. */
  dispute: number;
  disputeResult: number;
  /** From a payout's acceptance to its end. */
  settlePayout: number;
  /** From a payment to the day its money can be paid out. */
  settlement: number;
}

/** Everything that the sandbox's operations share. */
export interface World {
  merchants: readonly SandboxMerchant[];
  ledger: Ledger;
  /** Refunds, subscriptions, disputes, payouts, uploads. */
  books: Books;
  issuing: IssuingWorld;
  notifier: Notifier;
  signer: Signer;
  scenarios: Scenarios;
  requests: ReceivedRequest[];
  tokens: Map<string, KeptCard>;
  /** Shoppers on the gateway's own page. */
  visits: Map<string, PageVisit>;
  clock: Clock;
  now: () => number;
  random: () => number;
  /** Base of issuer_url; the request's own origin where absent. */
  publicUrl: string | undefined;
  pace: Pace;
  /** How the merchant's profile differs from what the sandbox is used to. */
  dialect: Dialect;
  /** Where results go that follow a challenge or a bank page: see the option of this name. */
  notifyAddress: 'request' | 'issuer_url';
  /** Name of a direct payment's field for the card's brand; undefined where the merchant's profile names none. */
  cardBrandField: string | undefined;
  /** Methods that are paid by a code. */
  codes: Readonly<Record<string, 'qr' | 'voucher'>>;
  /** Names of the elements that carry a code and its end. */
  codeElements: Readonly<{ value: string; expires_at: string }>;
  /** Notes a request, card data cut down. */
  remember(request: Pick<ReceivedRequest, 'operation' | 'content_type' | 'fields'>): ReceivedRequest;
  /** Moves a transaction to its end and tells the shop, once. */
  settle(
    transaction: Transaction,
    state: 'paid' | 'declined' | 'cancelled',
    code: string,
    type?: NotificationType,
  ): void;
}
