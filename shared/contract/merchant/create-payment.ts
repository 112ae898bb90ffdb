import * as z from '../../zod.ts';
import { MAX_PROFILE_FIELD_LENGTHS, requiredText } from '../../interface/formats.ts';
import { CreateSession, SessionItem } from '../create-session.ts';
import { Shopper } from '../people.ts';
import { Payment } from './payments.ts';

/** The properties of a session that need the shopper, or that the charge of a saved card sets itself. */
const ofShopper = {
  methods: true,
  fields: true,
  prefill: true,
  saved_cards: true,
  person: true,
  bank_code: true,
  token_id: true,
  token_card: true,
  device: true,
  subscription: true,
  installments: true,
} as const;

/** The body of `POST /v1/payments`: an order that a saved card of the shopper pays, without the shopper there. */
export const CreatePaymentRequest = z.extend(z.omit(CreateSession, ofShopper), {
  shopper: z.extend(Shopper, { id: requiredText(MAX_PROFILE_FIELD_LENGTHS.shopper_id) }),
  /** The ID of a saved card of this shopper. Default: the shopper's default card. */
  saved_card_id: z.optional(requiredText(255)),
  /** The shopper's last known address, which the gateway requires. */
  shopper_ip: requiredText(MAX_PROFILE_FIELD_LENGTHS.shopper_ip),
  /** Default: one item with `description` as its name. */
  items: z.optional(CreateSession.def.shape.items),
  /** What the shopper pays for, where there are no `items`. Default: the order number. */
  description: z.optional(SessionItem.def.shape.name),
});
export type CreatePaymentRequest = z.infer<typeof CreatePaymentRequest>;

/** The result of charging a saved card. */
export const CreatedPayment = z.object({
  /**
   * `authentication_required`: the shopper has to authenticate at `url`, which then pays this payment. `pending` and
   * `unknown`: the result comes by webhook.
   */
  status: z.enum(['paid', 'declined', 'pending', 'unknown', 'authentication_required']),
  /** A page for the shopper; null unless authentication is required. */
  url: z.nullable(z.string()),
  payment: Payment,
});
export type CreatedPayment = z.infer<typeof CreatedPayment>;
