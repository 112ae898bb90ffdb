import { CheckoutError } from '../../../shared/errors.ts';
import { toFieldErrors } from '../../../shared/field-errors.ts';
import type { FieldRules } from '../../../shared/interface/field-rules.ts';
import { DEFAULT_PROFILE } from './default-profile.ts';
import type { RecipeName } from './operation-names.ts';
import { GatewayProfile } from './schema.ts';

/** The names of the values that a recipe joins, in order. */
export function recipeOf({ recipes }: Pick<GatewayProfile, 'recipes'>, name: RecipeName): readonly string[] {
  const recipe = recipes[name];
  return 'confirmed' in recipe ? (recipe.fields ?? DEFAULT_PROFILE.recipes[name]) : recipe;
}

/** The lengths and required fields of a payment request (interface 2.2). */
export function fieldRulesOf(profile: Pick<GatewayProfile, 'field_lengths' | 'required_fields'>): FieldRules {
  return { lengths: profile.field_lengths, required: profile.required_fields };
}

/** Whether the merchant knows a recipe to be the acquirer's, so that an answer whose digest differs is not believed. */
export function isConfirmed(profile: Pick<GatewayProfile, 'recipes' | 'verification'>, name: RecipeName): boolean {
  const recipe = profile.recipes[name];
  return profile.verification === 'required' || ('confirmed' in recipe && recipe.confirmed);
}

/** What a merchant writes: any part of the profile, as deep as needed. Lists are replaced whole. */
export type ProfileOverrides = DeepPartial<GatewayProfile>;
type DeepPartial<T> = T extends readonly unknown[] ? T : T extends object ? { [K in keyof T]?: DeepPartial<T[K]> } : T;

/**
 * The default profile with a merchant's overrides laid over it.
 * @throws CheckoutError `configuration_invalid` naming the path of what is wrong.
 */
export function createProfile(overrides: ProfileOverrides = {}): GatewayProfile {
  const merged = mergeDeep(DEFAULT_PROFILE, overrides);
  const parsed = GatewayProfile.safeParse(merged);
  if (parsed.success) return parsed.data;
  const fields = toFieldErrors(parsed.error, merged);
  const first = fields[0];
  throw new CheckoutError(
    'configuration_invalid',
    `The gateway profile is wrong at ${first?.path ?? 'its root'}: ${first?.rule ?? 'it is no object'}.`,
    { fields },
  );
}

/** A value with another laid over it: objects are merged as deep as they go, anything else, lists too, is replaced. */
function mergeDeep(base: unknown, over: unknown): unknown {
  if (over === undefined) return base;
  if (!isRecord(base) || !isRecord(over)) return over;
  const merged: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(over))
    merged[key] = mergeDeep(Object.hasOwn(base, key) ? base[key] : undefined, value);
  return merged;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
