import * as z from '../zod.ts';

/** One reason behind a risk decision (interface 2.3, risk_reasons). */
export const RiskReason = z.object({ name: z.string(), status: z.string() });
export type RiskReason = z.infer<typeof RiskReason>;

/**
 * The `respon` element of /v1/authorise, card and APM together, and the fields of a notification (interface 2.3). Every
 * value is text exactly as the gateway wrote it. A response with issuer_url and without order_status is a redirect of
 * the shopper.
 */
export const PaymentResult = z.object({
  merchant_id: z.optional(z.string()),
  account_id: z.optional(z.string()),
  order_no: z.optional(z.string()),
  amount: z.optional(z.string()),
  currency: z.optional(z.string()),
  issuer_url: z.optional(z.string()),
  transaction_id: z.optional(z.string()),
  card: z.optional(z.string()),
  order_status: z.optional(z.string()),
  result_info: z.optional(z.string()),
  contract_name: z.optional(z.string()),
  recurring_id: z.optional(z.string()),
  recurring_deduction_period: z.optional(z.string()),
  recurring_deduction_time: z.optional(z.string()),
  note: z.optional(z.string()),
  token_id: z.optional(z.string()),
  connector: z.optional(z.string()),
  threeds_result: z.optional(z.string()),
  risk_action: z.optional(z.string()),
  risk_score: z.optional(z.string()),
  risk_reasons: z.optional(z.array(RiskReason)),
  encryption_data: z.optional(z.string()),
});
export type PaymentResult = z.infer<typeof PaymentResult>;

/**
 * The decisive fields of a payment's response. If one of them is damaged, the response is inconclusive; other damaged
 * fields are omitted.
 */
export const DECISIVE_RESULT_FIELDS: ReadonlySet<string> = new Set<keyof PaymentResult>([
  'merchant_id',
  'account_id',
  'order_no',
  'currency',
  'amount',
  'transaction_id',
  'order_status',
  'result_info',
  'issuer_url',
  'encryption_data',
]);

/** The fields of a notification beside a payment's result (gateway-profile.md). */
export const NOTIFICATION_ONLY_FIELDS = ['webhooks_type', 'chargeback_reason', 'error_code'] as const;

/** The names of the result's elements that hold text, in the interface's order. */
export const RESULT_TEXT_FIELDS = Object.keys(PaymentResult.def.shape).filter(
  (name) => name !== 'risk_reasons',
) as Exclude<keyof PaymentResult, 'risk_reasons'>[];
