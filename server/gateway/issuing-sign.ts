import { createHash, timingSafeEqual } from 'node:crypto';

/** Computes the `sign` of an issuing request from its fields (without `sign`) and the key. */
export type IssuingSigner = (fields: Readonly<Record<string, unknown>>, signKey: string) => string;

/**
 * The default `sign` (interface 5.3 leaves it open; gateway-profile.md): SHA-256, in lower-case hexadecimal, of
 * the fields as JSON with sorted keys and no white space, followed by the key.
 */
export const signIssuingRequest: IssuingSigner = ({ sign: _own, ...fields }, signKey) =>
  createHash('sha256').update(sortedJson(fields), 'utf8').update(signKey, 'utf8').digest('hex');

/** Whether a sign was made with one of the keys. Accepts either case and takes constant time. */
export function verifyIssuingSign(
  candidate: string,
  fields: Readonly<Record<string, unknown>>,
  signKeys: readonly string[],
): boolean {
  const given = Buffer.from(candidate.toLowerCase(), 'utf8');
  let matches = false;
  for (const key of signKeys) {
    const expected = Buffer.from(signIssuingRequest(fields, key), 'utf8');
    matches = (given.length === expected.length && timingSafeEqual(given, expected)) || matches;
  }
  return matches;
}

function sortedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value)
    .filter(([, part]) => part !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, part]) => `${JSON.stringify(key)}:${sortedJson(part)}`).join(',')}}`;
}
