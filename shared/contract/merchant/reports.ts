import * as z from '../../zod.ts';
import { Currency } from '../../interface/formats.ts';
import { UtcTime } from './utc-time.ts';

/** Bodies of the merchant API's reports. */

/** A sum over many payments: two decimals, any length. */
const Sum = z.string().check(z.regex(/^\d+\.\d{2}$/, 'a decimal number with exactly two decimals'));

/** YYYY-MM-DD in the requested time zone. */
const Day = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'YYYY-MM-DD'));

/** Gross volume of one day, or of one hour, in one currency. */
export const GrossVolumePeriod = z.object({
  day: Day,
  /** 0 to 23 in the zone; only where the call names `by=hour`. */
  hour: z.optional(z.int().check(z.gte(0), z.lte(23))),
  currency: Currency,
  /** Payments paid on that day, including those cancelled or refunded later. */
  paid_amount: Sum,
  paid_count: z.int(),
  /** Paid payments that were cancelled on that day. */
  cancelled_amount: Sum,
  cancelled_count: z.int(),
  /** Refunds requested on that day, refused ones excluded. */
  refunded_amount: Sum,
  refund_count: z.int(),
});
export type GrossVolumePeriod = z.infer<typeof GrossVolumePeriod>;

/** Days without payments or refunds are left out. */
export const GrossVolume = z.object({ time_zone: z.string(), from: Day, to: Day, days: z.array(GrossVolumePeriod) });
export type GrossVolume = z.infer<typeof GrossVolume>;

/** What waits for a person; counts stop at 1,000. */
export const AttentionBody = z.object({
  payments: z.object({
    unknown: z.int(),
    oldest_unknown_at: z.nullable(UtcTime),
    held: z.int(),
    /** With an alert; unknown ones have one as well. */
    alerted: z.int(),
  }),
  refunds: z.object({ unknown: z.int() }),
  operations: z.object({ unknown: z.int() }),
  disputes: z.object({ received: z.int() }),
  events: z.object({ waiting: z.int(), given_up: z.int() }),
});
export type AttentionBody = z.infer<typeof AttentionBody>;
