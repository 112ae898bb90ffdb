import type { PaymentRequestSchemas } from '../../shared/interface/payment-schemas.ts';
import type { RedirectPaymentRequest } from '../../shared/interface/redirect-payment.ts';
import type { SandboxAcquiringRecords } from './acquiring/records.ts';
import type { Ledger } from './acquiring/ledger.ts';
import type { Clock } from './clock.ts';
import type { GatewayMessageTranslator } from './gateway-message-translator.ts';
import type { IssuingState } from './issuing/issuing-state.ts';
import type { Notifier } from './notifications.ts';
import type { FaultScenarioQueue } from './scenarios.ts';
import type { DigestSigner } from './sign.ts';

/** A merchant that the sandbox knows. */
export interface SandboxMerchant {
  merchant_id: string;
  /** Shown on issuer pages. Default: the host of the payment's website. */
  name?: string;
  account_id: string;
  /** Each begins with `sandbox_`, so no live key can be used here by mistake. */
  sign_keys: readonly string[];
}

/** A saved card under its token; each payment decides its behaviour again. */
export interface SandboxSavedCard {
  /** The account that its token belongs to. */
  account_id: string;
  number: string;
  month: string;
  year: string;
}

/** A shopper's visit to the gateway's own card page, before the payment is submitted. */
export interface GatewayPageVisit {
  key: string;
  request: RedirectPaymentRequest;
}

/** A received request, card data truncated. */
export interface ReceivedRequest {
  operation: string;
  received_at: number;
  content_type: string;
  fields: Record<string, unknown>;
  response: string;
}

/** The subjects of notifications (gateway-profile.md; same spelling). */
export type NotificationType =
  | 'PAYMENT'
  | 'REVIEW RESULT'
  | 'DISPUTE RECIEVED'
  | 'DISPUTE RESULT'
  | 'REFUND RECIEVED'
  | 'REFUND ACCEPTED'
  | 'REFUND RESULT';

/** Delays in the sandbox, in ms. */
export interface SandboxDelays {
  /** From pending to paid. */
  pendingPayment: number;
  /** From a refund's acceptance to its result. */
  refundResult: number;
  /** From a disputed payment to its dispute, and from the dispute to its result. */
  dispute: number;
  disputeResult: number;
  /** From a payout's acceptance to its result. */
  payoutResult: number;
  /** From a payment to the day on which its money can be paid out. */
  settlement: number;
}

/** The state that all operations of the sandbox share. */
export interface SandboxState {
  merchants: readonly SandboxMerchant[];
  ledger: Ledger;
  /** Refunds, subscriptions, disputes, payouts, uploads. */
  records: SandboxAcquiringRecords;
  issuing: IssuingState;
  notifier: Notifier;
  signer: DigestSigner;
  scenarios: FaultScenarioQueue;
  requests: ReceivedRequest[];
  savedCards: Map<string, SandboxSavedCard>;
  /** Visits to the gateway's own page. */
  redirectVisits: Map<string, GatewayPageVisit>;
  clock: Clock;
  now: () => number;
  random: () => number;
  /** Base of issuer_url. Default: the request's own origin. */
  publicUrl: string | undefined;
  delays: SandboxDelays;
  /** The differences between the merchant's profile and the sandbox's defaults. */
  translator: GatewayMessageTranslator;
  /** The schemas of payment requests, with the profile's lengths and required fields. */
  schemas: PaymentRequestSchemas;
  /** The address of results that follow a challenge or a bank page; see the option of this name. */
  notifyAddress: 'request' | 'issuer_url';
  /** The request field of a direct payment for the card's brand; undefined if the merchant's profile names none. */
  cardBrandField: string | undefined;
  /** Methods that are paid by a code. */
  paymentCodeMethods: Readonly<Record<string, 'qr' | 'voucher'>>;
  /** The names of the elements with a code and its expiry. */
  paymentCodeElements: Readonly<{ value: string; expires_at: string }>;
  /** Records a request, card data truncated. */
  recordRequest(request: Pick<ReceivedRequest, 'operation' | 'content_type' | 'fields'>): ReceivedRequest;
}
