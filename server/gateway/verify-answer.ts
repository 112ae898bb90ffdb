import type { GatewayContext } from './context.ts';
import { verifyDigest, type DigestValues } from './digest.ts';
import { isConfirmed, recipeOf, type RecipeName } from './profile.ts';

/**
 * Whether an answer may be believed as far as its digest goes. It came over our own TLS connection, and most recipes are
 * not documented: one that differs is reported, and refused only where the merchant confirmed the recipe.
 * @param given the answer's `encryption_data`; empty where it has none
 */
export function isResponseTrusted(
  context: GatewayContext,
  recipe: RecipeName,
  given: string,
  values: DigestValues,
): boolean {
  const { profile, signKeys } = context;
  if (profile.verification === 'off') return true;
  if (given === '') return profile.verification !== 'required';
  if (verifyDigest(given, recipeOf(profile, recipe), values, signKeys)) return true;
  if (isConfirmed(profile, recipe)) return false;
  context.onDigestMismatch(recipe);
  return true;
}
