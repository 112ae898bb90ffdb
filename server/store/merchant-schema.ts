/** Rows of what follows a payment; see schema.ts for how both databases hold values. */

export interface RefundRow {
  id: string;
  payment_id: string | null;
  transaction_id: string;
  order_no: string;
  currency: string;
  amount: string;
  refund_amount: string;
  /** refund_amount in hundredths. */
  hundredths: number;
  reason: string;
  reference: string;
  status: string;
  reference_id: string | null;
  code: string | null;
  message: string | null;
  alarm: string | null;
  version: number;
  created_at: number;
  updated_at: number;
}

/** What of a transaction is bound by refunds that are asked for or done, in hundredths. */
export interface RefundTotalRow {
  transaction_id: string;
  currency: string;
  paid: number;
  bound: number;
}

export interface SubscriptionRow {
  recurring_id: string;
  contract_name: string;
  session_id: string;
  payment_id: string;
  shopper_email: string | null;
  currency: string;
  amount: string;
  deduction_period: string | null;
  deduction_time: string | null;
  status: string;
  cancel_unknown: number;
  created_at: number;
  updated_at: number;
}

export interface DisputeRow {
  id: string;
  payment_id: string;
  transaction_id: string;
  status: string;
  reason: string | null;
  code: string | null;
  created_at: number;
  updated_at: number;
}

export interface OperationRow {
  id: string;
  name: string;
  request_id: string;
  fingerprint: string;
  keyed_fingerprint: string | null;
  status: string;
  order_id: string | null;
  request: string;
  result: string | null;
  code: string | null;
  message: string | null;
  alarm: string | null;
  version: number;
  sent_at: number;
  created_at: number;
  updated_at: number;
}

export interface WebhookEventRow {
  id: string;
  type: string;
  ref: string;
  data: string;
  state: string;
  attempts: number;
  created_at: number;
  delivered_at: number | null;
}

export interface WebhookDeliveryRow {
  id: string;
  event_id: string;
  at: number;
  status: number | null;
  error: string | null;
  duration_ms: number;
}

export interface AuditRow {
  id: string;
  at: number;
  key_id: string;
  action: string;
  target: string | null;
  request_id: string;
  status: number | null;
}

/** A card that the gateway keeps: its token, and what people know it by. */
export interface SavedCardRow {
  id: string;
  account_id: string;
  shopper_id: string;
  token: string;
  brand: string | null;
  bin: string | null;
  last4: string;
  expiry: string | null;
  holder: string | null;
  created_at: number;
}

/** A sign-in of the back-office page. */
export interface ConsoleSessionRow {
  token_hash: string;
  key_id: string;
  created_at: number;
  seen_at: number;
}

/** The gross volume of a past hour. */
export interface GrossVolumeSliceRow {
  /** When it begins, in ms since the epoch. */
  slice: number;
  sums: string;
}

export interface MerchantTables {
  takings: GrossVolumeSliceRow;
  console_sessions: ConsoleSessionRow;
  saved_cards: SavedCardRow;
  refunds: RefundRow;
  refund_totals: RefundTotalRow;
  subscriptions: SubscriptionRow;
  disputes: DisputeRow;
  operations: OperationRow;
  webhook_events: WebhookEventRow;
  webhook_deliveries: WebhookDeliveryRow;
  audit_log: AuditRow;
}
