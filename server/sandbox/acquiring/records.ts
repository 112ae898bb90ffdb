/** The sandbox's records besides its transactions. */
export interface SandboxAcquiringRecords {
  refunds: SandboxRefund[];
  /** By recurring_id. */
  subscriptions: Map<string, SandboxSubscription>;
  disputes: SandboxDispute[];
  /** By merchant, account and request_id. */
  payouts: Map<string, SandboxPayout>;
  logistics: Record<string, unknown>[];
}

export interface SandboxRefund {
  transaction_id: string;
  /** transaction_id, hyphen, sequence number. */
  refund_reference_id: string;
  /** The merchant's own reference. */
  refund_reference: string;
  refund_amount: string;
  refund_reason: string;
  /** `2` in progress, `1` refunded, `0` failed. */
  refund_status: '0' | '1' | '2';
  created_at: number;
  processed_at: number | null;
}

export interface SandboxSubscription {
  recurring_id: string;
  contract_name: string;
  merchant_id: string;
  account_id: string;
  /** The transaction that began the subscription. */
  first_transaction_id: string;
  currency: string;
  /** The renewal charge after the promotion. */
  contract_amount: string;
  /** The renewal charge during the promotion. */
  promotion_amount: string;
  promotion_cycle: number;
  /** The most charges, the first included; null for no limit. */
  billing_cycle: number | null;
  interval: SubscriptionInterval;
  interval_count: number;
  contract_end: number | null;
  charge_count: number;
  next_at: number | null;
  /** `Agreed` until its first payment is paid. */
  state: 'Agreed' | 'Active' | 'Inactived' | 'Ended';
}

export type SubscriptionInterval = 'day' | 'week' | 'month' | 'year';

export interface SandboxDispute {
  transaction_id: string;
  chargeback_reason: string;
  error_code: string;
  state: 'received' | 'won' | 'lost';
  created_at: number;
}

export interface SandboxPayout {
  request_id: string;
  merchant_id: string;
  account_id: string;
  payout_id: string;
  payment_currency: string;
  payment_amount: string;
  reference: string;
  /** `2` in progress, `1` paid out. */
  payout_status: '1' | '2';
  created_at: number;
}

export function createSandboxAcquiringRecords(): SandboxAcquiringRecords {
  return { refunds: [], subscriptions: new Map(), disputes: [], payouts: new Map(), logistics: [] };
}

export function clearSandboxAcquiringRecords(books: SandboxAcquiringRecords): void {
  books.refunds.length = 0;
  books.subscriptions.clear();
  books.disputes.length = 0;
  books.payouts.clear();
  books.logistics.length = 0;
}
