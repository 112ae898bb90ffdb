import * as z from '../../zod.ts';
import { MAX_PROFILE_FIELD_LENGTHS, requiredText } from '../../interface/formats.ts';
import { CreateSession } from '../create-session.ts';
import { Shopper } from '../people.ts';
import { UtcTime } from './utc-time.ts';

const { account, currency, return_url, billing, locale, open3d } = CreateSession.def.shape;

/** The body of `POST /v1/cards-sessions`: whose saved cards `<tillgate-cards>` shows. */
export const CreateCardsSession = z.strictObject({
  /** The shopper who is signed in at the shop. */
  shopper: z.extend(Shopper, { id: requiredText(MAX_PROFILE_FIELD_LENGTHS.shopper_id) }),
  /** The currency in which a card is verified before it is saved. */
  currency,
  /** The account whose cards are shown. Default: as of a session in this currency. */
  account,
  /** The shop's page with the cards; an issuer that takes the whole page returns there. */
  return_url,
  billing,
  locale,
  open3d,
  /** Its lifetime in seconds, 60 to 86,400. Default: 3,600. */
  expires_in: z.optional(z.int().check(z.gte(60), z.lte(86_400))),
});
export type CreateCardsSession = z.infer<typeof CreateCardsSession>;

/** The response that opens the session; the only one with its token. */
export const CreatedCardsSession = z.object({
  id: z.string(),
  /** For `<tillgate-cards>`; gives access to this shopper's saved cards only. */
  token: z.string(),
  expires_at: UtcTime,
});
export type CreatedCardsSession = z.infer<typeof CreatedCardsSession>;
