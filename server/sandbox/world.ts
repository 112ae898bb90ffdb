import type { Ledger, Transaction } from './acquiring/ledger.ts';
import type { Notifier } from './notifications.ts';
import type { Scenarios } from './scenarios.ts';

/** A merchant that the sandbox knows. */
export interface SandboxMerchant {
  merchant_id: string;
  account_id: string;
  /** Each begins with `sandbox_`, so that no live key can be used here by mistake. */
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

/** Everything that the sandbox's operations share. */
export interface World {
  merchants: readonly SandboxMerchant[];
  ledger: Ledger;
  notifier: Notifier;
  scenarios: Scenarios;
  requests: ReceivedRequest[];
  tokens: Map<string, KeptCard>;
  now: () => number;
  random: () => number;
  /** Base of issuer_url; the request's own origin where absent. */
  publicUrl: string | undefined;
  /** After how many ms a pending payment is paid. */
  settlePendingAfter: number;
  vendorTokenField: string;
  timers: Set<NodeJS.Timeout>;
  /** Moves a transaction to its end and tells the shop, once. */
  settle(transaction: Transaction, state: 'paid' | 'declined', code: string): void;
}
