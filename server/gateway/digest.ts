import { createHash, timingSafeEqual } from 'node:crypto';
import { isLongerThan } from '../../shared/characters.ts';
import { CheckoutError } from '../../shared/errors.ts';
import { FIELD_LIMITS } from '../../shared/interface/formats.ts';
import type { GatewayCallContext } from './context.ts';
import { isDigestRecipeConfirmedByAcquirer, digestRecipeOf, type DigestRecipeName } from './profile/index.ts';

/** The values of a recipe: text, a number, or several texts for the items of a batch. Absent values count as empty. */
export type DigestRecipeValues = Readonly<Record<string, string | number | readonly string[] | undefined>>;

/** The most characters of a part: no text of the interface in a recipe is longer. */
const PART_MAX_LENGTH = FIELD_LIMITS.value_list;

/**
 * `encryption_data` (interface 5): SHA-256 over the recipe's parts and the sign key, joined without separator, every
 * U+0020 removed, UTF-8; 64 lower-case hexadecimal characters.
 * The parts have no separator, so their shapes must be checked first. Schemas check those of requests; this function
 * refuses parts that no field can have.
 * @throws CheckoutError `gateway_invalid_request` if a part is too long or contains control characters
 */
export function computeDigest(recipe: readonly string[], values: DigestRecipeValues, signKey: string): string {
  const parts = partsOf(recipe, values);
  const fault = parts.find(({ part }) => !isPart(part));
  if (fault !== undefined) throw toPartError(fault.name);
  const text = parts.map(({ part }) => part).join('') + signKey;
  return createHash('sha256').update(text.replaceAll(' ', ''), 'utf8').digest('hex');
}

function partsOf(recipe: readonly string[], values: DigestRecipeValues): { name: string; part: unknown }[] {
  const parts: { name: string; part: unknown }[] = [];
  for (const name of recipe) {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    // Other types have no length and are not valid parts.
    for (const part of Array.isArray(value) ? (value as readonly unknown[]) : [value ?? ''])
      parts.push({ name, part: typeof part === 'number' ? String(part) : part });
  }
  return parts;
}

/**
 * Whether a digest was made with one of the sign keys. Accepts either case and takes constant time. Invalid values have
 * no digest: a client may send anything.
 */
export function verifyDigest(
  candidate: string,
  recipe: readonly string[],
  values: DigestRecipeValues,
  signKeys: readonly string[],
): boolean {
  if (!partsOf(recipe, values).every(({ part }) => isPart(part))) return false;
  const given = Buffer.from(candidate.toLowerCase().padEnd(64).slice(0, 64), 'utf8');
  let matches = false;
  for (const key of signKeys) {
    const expected = Buffer.from(computeDigest(recipe, values, key), 'utf8');
    matches = (given.length === expected.length && timingSafeEqual(given, expected)) || matches;
  }
  return matches && candidate.length === 64;
}

/**
 * Whether a response passes the digest check (interface 5). It came over the client's own TLS connection, and most
 * recipes are not documented. A digest that differs is reported, and refused only under a confirmed recipe.
 * @param given the response's `encryption_data`; empty if it has none
 * @param fields the fields of the digest, if they differ from the recipe's
 */
export function isResponseDigestAcceptable(
  context: GatewayCallContext,
  recipe: DigestRecipeName,
  { given, values, fields }: { given: string; values: DigestRecipeValues; fields?: readonly string[] | undefined },
): boolean {
  const { profile, signKeys } = context;
  if (profile.verification === 'off') return true;
  if (given === '') return profile.verification !== 'required';
  if (verifyDigest(given, fields ?? digestRecipeOf(profile, recipe), values, signKeys)) return true;
  if (isDigestRecipeConfirmedByAcquirer(profile, recipe)) return false;
  context.onDigestMismatch(recipe);
  return true;
}

function toPartError(name: string): CheckoutError {
  return new CheckoutError('gateway_invalid_request', `The field ${name} cannot enter a digest.`, {
    fields: [
      { path: name, code: 'format', rule: `at most ${String(PART_MAX_LENGTH)} characters, no control characters` },
    ],
  });
}

function isPart(part: unknown): boolean {
  return typeof part === 'string' && !isLongerThan(part, PART_MAX_LENGTH) && !/[\u0000-\u001f\u007f]/.test(part);
}
