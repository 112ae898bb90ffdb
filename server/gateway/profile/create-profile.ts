import { CheckoutError } from '../../../shared/errors.ts';
import { toFieldErrors } from '../../../shared/field-errors.ts';
import { DEFAULT_PROFILE } from './default-profile.ts';
import type { DigestRecipeName } from './operation-names.ts';
import { GatewayProfile } from './schema.ts';

/** The names of the values that a recipe joins, in order. */
export function digestRecipeOf(
  { recipes }: Pick<GatewayProfile, 'recipes'>,
  name: DigestRecipeName,
): readonly string[] {
  const recipe = recipes[name];
  return 'confirmed' in recipe ? (recipe.fields ?? DEFAULT_PROFILE.recipes[name]) : recipe;
}

/** Whether a recipe is confirmed as the acquirer's, so a response whose digest differs is refused. */
export function isDigestRecipeConfirmedByAcquirer(
  profile: Pick<GatewayProfile, 'recipes' | 'verification'>,
  name: DigestRecipeName,
): boolean {
  const recipe = profile.recipes[name];
  return profile.verification === 'required' || ('confirmed' in recipe && recipe.confirmed);
}

/** The overrides of a profile, at any depth. Lists are replaced whole. */
export type ProfileOverrides = DeepPartial<GatewayProfile>;
type DeepPartial<T> = T extends readonly unknown[] ? T : T extends object ? { [K in keyof T]?: DeepPartial<T[K]> } : T;

/**
 * Merges a merchant's overrides into the default profile.
 * @throws CheckoutError `configuration_invalid` naming the path of the invalid value
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

/** Merges two values: objects at any depth; other values and lists are replaced. */
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
