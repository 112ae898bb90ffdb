import type { apmPaymentRequest, directPaymentRequest } from '../../shared/interface/payment-request.ts';
import type { RedirectPaymentRequest, redirectPaymentRequest } from '../../shared/interface/redirect-payment.ts';
import type { AcquiringRecords } from './acquiring/records.ts';
import type { Ledger } from './acquiring/ledger.ts';
import type { Clock } from './clock.ts';
import type { GatewayProfileCodec } from './profile-codec.ts';
import type { IssuingState } from './issuing/issuing-state.ts';
import type { Notifier } from './notifications.ts';
import type { ScenarioQueue } from './scenarios.ts';
import type { Signer } from './sign.ts';

/** A merchant that the sandbox knows. */
export interface SandboxMerchant {
  merchant_id: string;
  /** Shown on issuer pages; the host of the payment's website where absent. */
  name?: string;
  account_id: string;
  /** Each begins with `sandbox_`, so that no live key can be used here by mistake. */
  sign_keys: readonly string[];
}

/** A card kept under a token: how it behaves is decided again at each payment. */
export interface SavedCard {
  number: string;
  month: string;
  year: string;
}

/** A shopper's visit to the gateway's own card page, before the payment is submitted. */
export interface RedirectVisit {
  key: string;
  request: RedirectPaymentRequest;
}

/** A request as the sandbox received it, card data cut down. */
export interface ReceivedRequest {
  operation: string;
  received_at: number;
  content_type: string;
  fields: Record<string, unknown>;
  response: string;
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
export interface SandboxDelays {
  /** From pending to paid. */
  pendingPayment: number;
  /** From a refund's acceptance to its result. */
  refundResult: number;
  /** From a payment that will be disputed to the dispute, and from there to its result. */
  dispute: number;
  disputeResult: number;
  /** From a payout's acceptance to its end. */
  payoutResult: number;
  /** From a payment to the day its money can be paid out. */
  settlement: number;
}

/** Everything that the sandbox's operations share. */
export interface SandboxState {
  merchants: readonly SandboxMerchant[];
  ledger: Ledger;
  /** Refunds, subscriptions, disputes, payouts, uploads. */
  records: AcquiringRecords;
  issuing: IssuingState;
  notifier: Notifier;
  signer: Signer;
  scenarios: ScenarioQueue;
  requests: ReceivedRequest[];
  savedCards: Map<string, SavedCard>;
  /** Shoppers on the gateway's own page. */
  redirectVisits: Map<string, RedirectVisit>;
  clock: Clock;
  now: () => number;
  random: () => number;
  /** Base of issuer_url; the request's own origin where absent. */
  publicUrl: string | undefined;
  delays: SandboxDelays;
  /** How the merchant's profile differs from what the sandbox is used to. */
  profileCodec: GatewayProfileCodec;
  /** The payment requests, by the profile's lengths and required fields. */
  schemas: Readonly<{
    direct: ReturnType<typeof directPaymentRequest>;
    apm: ReturnType<typeof apmPaymentRequest>;
    redirect: ReturnType<typeof redirectPaymentRequest>;
  }>;
  /** Where results go that follow a challenge or a bank page: see the option of this name. */
  notifyAddress: 'request' | 'issuer_url';
  /** Name of a direct payment's field for the card's brand; undefined where the merchant's profile names none. */
  cardBrandField: string | undefined;
  /** Methods that are paid by a code. */
  payCodeMethods: Readonly<Record<string, 'qr' | 'voucher'>>;
  /** Names of the elements that carry a code and its end. */
  payCodeElements: Readonly<{ value: string; expires_at: string }>;
  /** Notes a request, card data cut down. */
  recordRequest(request: Pick<ReceivedRequest, 'operation' | 'content_type' | 'fields'>): ReceivedRequest;
}
