import { createHash } from 'node:crypto';

/** The sandbox's own implementation of `sign`; shares no code with the client. */
export function computeSign(fields: Readonly<Record<string, unknown>>, key: string): string {
  return createHash('sha256')
    .update(`${toTextToSign(fields)}${key}`)
    .digest('hex');
}

/** The hashed form of the fields without `sign`: JSON with sorted keys and no white space. */
export function toTextToSign(fields: Readonly<Record<string, unknown>>): string {
  const { sign: _sign, ...rest } = fields;
  return JSON.stringify(rest, (_name, value: unknown) => (isRecord(value) ? sorted(value) : value));
}

export function hasValidSign(fields: Readonly<Record<string, unknown>>, keys: readonly string[]): boolean {
  const given = typeof fields['sign'] === 'string' ? fields['sign'].toLowerCase() : '';
  return keys.some((key) => computeSign(fields, key) === given);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

function sorted(record: Record<string, unknown>): Record<string, unknown> {
  const names = Object.keys(record).sort();
  return Object.fromEntries(names.map((name) => [name, record[name]]));
}
