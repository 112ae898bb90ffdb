import * as z from '../../zod.ts';
import { Amount, Currency } from '../../interface/formats.ts';
import { SessionItem, SessionStatus } from '../create-session.ts';
import { Outcome } from '../outcome.ts';
import { UtcTime } from './utc-time.ts';

/** A session as the shop's server sees it. */
export const Session = z.object({
  id: z.string(),
  /** The account of the gateway; `default` is that of the environment. */
  account: z.string(),
  status: SessionStatus,
  /** 1 when the session is opened; increased by each change of its order. */
  version: z.int(),
  order_no: z.string(),
  amount: Amount,
  currency: Currency,
  items: z.array(SessionItem),
  /** The parts of the amount that the shop sent. */
  totals: z.object({
    item_total: z.optional(Amount),
    shipping: z.optional(Amount),
    handling: z.optional(Amount),
    tax_total: z.optional(Amount),
    insurance: z.optional(Amount),
    shipping_discount: z.optional(Amount),
    discount: z.optional(Amount),
  }),
  /** The shop's own ID of its shopper, if sent. */
  shopper_id: z.nullable(z.string()),
  /** The shopper's email, if the shop sent it. */
  shopper_email: z.nullable(z.string()),
  outcome: Outcome,
  /** The payment that paid it, otherwise the last one. */
  payment_id: z.nullable(z.string()),
  attempts: z.int(),
  /** The number of remaining attempts. */
  attempts_left: z.int(),
  metadata: z.record(z.string(), z.string()),
  created_at: UtcTime,
  expires_at: UtcTime,
});
export type Session = z.infer<typeof Session>;

/** The response that changes the session's order. */
export const UpdatedSession = z.extend(Session, {
  /** Warnings about accepted but odd values, as of the response that opens a session. */
  warnings: z.optional(z.array(z.string())),
});
export type UpdatedSession = z.infer<typeof UpdatedSession>;

/** The response that opens the session; the only one with its token. */
export const CreatedSession = z.extend(Session, {
  /** For the element; gives access to this order only. */
  token: z.string(),
  /** The hosted payment page. */
  url: z.string(),
  /** Warnings about accepted but odd values: `amount_difference`, `items_difference`, `field_not_requested`. */
  warnings: z.optional(z.array(z.string())),
});
export type CreatedSession = z.infer<typeof CreatedSession>;
