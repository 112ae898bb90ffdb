import { createHash } from 'node:crypto';

/**
 * The sandbox's own way to compute encryption_data (interface 5). It shares no line with the client, so that a
 * mistake in one of them shows as a refusal.
 */
export const RECIPES = {
  card: 'merchant_id account_id order_no currency amount first_name last_name card expiration_year expiration_month security_code shopper_email',
  apm: 'merchant_id account_id order_no currency amount first_name last_name shopper_email',
  query: 'merchant_id account_id',
  transactions: 'merchant_id account_id transaction_ids',
  checkout: 'merchant_id account_id order_no currency amount return_url',
  payout: 'merchant_id account_id request_id payment_currency payment_amount',
  optimise: 'merchant_id account_id request_id currency amount shopper_email',
  cancelsubscription: 'merchant_id account_id recurring_id contract_name',
  result: 'merchant_id account_id transaction_id order_no currency amount order_status result_info',
} as const;

export type Recipe = keyof typeof RECIPES;

/** What a digest is made of, in words. */
export function describeRecipe(recipe: Recipe): string {
  return `${RECIPES[recipe].split(' ').join(' + ')} + sign key, without spaces, SHA-256`;
}

export function sign(recipe: Recipe, fields: Record<string, unknown>, signKey: string): string {
  const parts = RECIPES[recipe].split(' ').flatMap((name) => fields[name] ?? []) as string[];
  const joined = [...parts, signKey].join('').split(' ').join('');
  return createHash('sha256').update(Buffer.from(joined, 'utf8')).digest('hex');
}

export function isSigned(recipe: Recipe, fields: Record<string, unknown>, signKeys: readonly string[]): boolean {
  const given = typeof fields['encryption_data'] === 'string' ? fields['encryption_data'].toLowerCase() : '';
  return signKeys.some((key) => sign(recipe, fields, key) === given);
}
