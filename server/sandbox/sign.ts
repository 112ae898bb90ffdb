import { createHash } from 'node:crypto';
import type { GatewayMessageTranslator } from './gateway-message-translator.ts';

const IDENTITY = 'merchant_id account_id';
const TRANSACTIONS = `${IDENTITY} transaction_ids`;
const PAYER = `${IDENTITY} order_no currency amount first_name last_name`;

/** The digest fields of each operation (interface 5; gateway-profile.md). */
export const SANDBOX_DIGEST_RECIPES = {
  card: `${PAYER} card expiration_year expiration_month security_code shopper_email`,
  apm: `${PAYER} shopper_email`,
  checkout: `${IDENTITY} order_no currency amount return_url`,
  updateOrders: TRANSACTIONS,
  refund: TRANSACTIONS,
  review: TRANSACTIONS,
  capture: TRANSACTIONS,
  cancel: TRANSACTIONS,
  retrievalTrans: IDENTITY,
  retrievalRefund: IDENTITY,
  cancelsubscription: `${IDENTITY} recurring_id contract_name`,
  payout: `${IDENTITY} request_id payment_currency payment_amount`,
  optimise: `${IDENTITY} request_id currency amount shopper_email`,
  uploadLogistics: IDENTITY,
  payoutQuery: IDENTITY,
  payoutBalance: IDENTITY,
  unsettledAmount: IDENTITY,
  result: `${IDENTITY} transaction_id order_no currency amount order_status result_info`,
} as const;

export type SandboxDigestRecipeName = keyof typeof SANDBOX_DIGEST_RECIPES;

/**
 * The sandbox's own implementation of encryption_data (interface 5). It shares no code with the client, so a mistake in
 * one of them causes a refusal.
 */
export interface DigestSigner {
  /** @param recipe the name of a recipe, or the names of its parts */
  sign(recipe: SandboxDigestRecipeName | readonly string[], fields: Record<string, unknown>, signKey: string): string;
  isSigned(recipe: SandboxDigestRecipeName, fields: Record<string, unknown>, signKeys: readonly string[]): boolean;
  /** A digest's recipe as text. */
  describe(recipe: SandboxDigestRecipeName): string;
}

/**
 * @param changed the recipes of the merchant's profile that replace the defaults
 * @param valueOf a default value as sent
 */
export function createDigestSigner(
  changed: Readonly<Partial<Record<SandboxDigestRecipeName, readonly string[]>>> = {},
  valueOf: GatewayMessageTranslator['encodeValue'] = (_name, value) => value,
): DigestSigner {
  const partsOf = (recipe: SandboxDigestRecipeName): readonly string[] =>
    changed[recipe] ?? SANDBOX_DIGEST_RECIPES[recipe].split(' ');
  const sign: DigestSigner['sign'] = (recipe, fields, signKey) => {
    const names = typeof recipe === 'string' ? partsOf(recipe) : recipe;
    const parts = names.flatMap((name) => valueOf(name, fields[name], fields) ?? []) as string[];
    const joined = [...parts, signKey].join('').split(' ').join('');
    return createHash('sha256').update(Buffer.from(joined, 'utf8')).digest('hex');
  };
  return {
    sign,
    isSigned(recipe, fields, signKeys) {
      const given = typeof fields['encryption_data'] === 'string' ? fields['encryption_data'].toLowerCase() : '';
      return signKeys.some((key) => sign(recipe, fields, key) === given);
    },
    describe: (recipe) => `${partsOf(recipe).join(' + ')} + sign key, without spaces, SHA-256`,
  };
}
