import * as z from 'zod/mini';
import {
  CheckoutError,
  createTillgateClient,
  type CreateSession,
  type FieldError,
  type TillgateClient,
} from '../../server/client/index.ts';
import type { InitiatePaymentInput } from '@medusajs/framework/types';

/** What a shop may add to a session. The plugin sets the others from the payment session. */
export type ExtraSessionFields = Omit<
  Partial<CreateSession>,
  'order_no' | 'amount' | 'currency' | 'return_url' | 'metadata' | 'subscription'
>;

const address = z.string().check(z.regex(/^https?:\/\/[^/\s]+\S*$/));
const secret = z.string().check(z.startsWith('whsec_'));

const Options = z.strictObject({
  /** The companion's address for this server, such as `https://pay.shop.example`. */
  url: address,
  /** The companion's address for browsers. Default: `url`. */
  publicUrl: z.optional(address),
  /** An API key of the companion with the scopes pay, refund and read. */
  apiKey: z.string().check(z.minLength(1)),
  /** The companion's TILLGATE_WEBHOOK_SECRET, `whsec_...`; several while one takes the place of another. */
  webhookSecret: z.union([secret, z.array(secret).check(z.minLength(1))]),
  /** The storefront's page that shoppers return to from an issuer or a bank. */
  returnUrl: address,
  /**
   * What happens to a payment that no order can take: its basket changed meanwhile, or is out of stock. `refund`
   * refunds or voids all of it, `raise` leaves it to a person. Both notify the staff. Default: `refund`.
   */
  unplacedPayments: z.optional(z.enum(['refund', 'raise'])),
  /** Further properties of each session, such as `items` or `methods`. A subscription cannot be sold. */
  session: z.optional(
    z.custom<(input: InitiatePaymentInput) => ExtraSessionFields | Promise<ExtraSessionFields>>(
      (value) => typeof value === 'function',
    ),
  ),
});

/** Options of the provider in `medusa-config`. */
export type TillgateOptions = z.infer<typeof Options>;

/** What each option must be, for the error. */
const REMEDIES: Readonly<Record<keyof TillgateOptions, string>> = {
  url: "the companion's address, such as https://pay.shop.example",
  publicUrl: "the companion's address for browsers, such as https://pay.shop.example",
  apiKey: 'an API key of the companion with the scopes pay, refund and read',
  webhookSecret: "the companion's TILLGATE_WEBHOOK_SECRET, which begins with whsec_",
  returnUrl: "the storefront's page that shoppers return to, such as https://shop.example/return",
  unplacedPayments: 'refund or raise',
  session: 'a function that returns properties of the session',
};

/** Milliseconds for a call of the companion, which a request of the storefront waits for. */
const TIMEOUT = 20_000;

/** A companion, and what the shop set for it. */
export interface TillgateOptionsWithClient {
  options: TillgateOptions;
  client: TillgateClient;
}

/** @throws CheckoutError `configuration_invalid`; `fields` has each wrong option */
export function createTillgateConnection(given: unknown): TillgateOptionsWithClient {
  const { data: options, error } = Options.safeParse(given ?? {});
  if (options !== undefined) {
    const { url, apiKey } = options;
    return { options, client: createTillgateClient({ url, apiKey, timeout: TIMEOUT }) };
  }
  const fields = error.issues.flatMap((issue) => {
    const paths = issue.code === 'unrecognized_keys' ? issue.keys : [String(issue.path[0])];
    return paths.map((path) => toFieldError(path, given as Readonly<Record<string, unknown>> | undefined));
  });
  const list = fields.map(({ path, code, rule }) => `${path} (${code}): ${rule}`).join('; ');
  throw new CheckoutError('configuration_invalid', `Options of tillgate/medusa in medusa-config: ${list}.`, { fields });
}

function toFieldError(path: string, given: Readonly<Record<string, unknown>> | undefined): FieldError {
  const remedy = (REMEDIES as Readonly<Record<string, string>>)[path];
  if (remedy === undefined) return { path, code: 'unknown_field', rule: 'remove it' };
  return { path, code: given?.[path] === undefined ? 'required' : 'format', rule: `set ${remedy}` };
}
