import * as z from '../../../shared/zod.ts';
import { CheckoutError } from '../../../shared/errors.ts';
import type { ApiRoute } from '../../api/index.ts';
import type { CliCall } from './calls.ts';

/** The part of a JSON schema that flags need. */
interface Schema {
  type?: string | string[];
  enum?: unknown[];
  anyOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
}

/** A field that a flag sets. */
export interface CliField {
  /** The name in the API; the flag has hyphens instead of underscores. */
  name: string;
  kind: 'text' | 'number' | 'boolean' | 'list' | 'json';
  required: boolean;
  choices: string[];
}

/** The fields of a call, from the schemas that check its request. */
export function cliFieldsOf(entry: ApiRoute, call: CliCall): CliField[] {
  const schema = entry.body ?? entry.query;
  if (schema === undefined) return [];
  const whole = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;
  const shape = call.batch === undefined ? whole : (whole.properties?.[call.batch]?.items ?? {});
  return propertiesOf(shape).map(([name, part, required]) => ({
    name,
    kind: kindOf(part),
    required,
    choices: (part.enum ?? []).map(String),
  }));
}

function propertiesOf(shape: Schema): [name: string, part: Schema, required: boolean][] {
  const parts = [shape, ...(shape.allOf ?? [])];
  return parts.flatMap((part) =>
    Object.entries(part.properties ?? {}).map(([name, property]): [string, Schema, boolean] => [
      name,
      property,
      part.required?.includes(name) === true,
    ]),
  );
}

function kindOf(part: Schema): CliField['kind'] {
  const type = Array.isArray(part.type) ? part.type[0] : part.type;
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'boolean') return 'boolean';
  if (type === 'array') return part.items?.type === 'string' ? 'list' : 'json';
  if (type === 'object') return 'json';
  return 'text';
}

/**
 * Parses a typed value, or a cell of a file, to the type that the API expects.
 * @throws CheckoutError `invalid_request`
 */
export function parseFieldValue(field: CliField | undefined, name: string, text: string): unknown {
  switch (field?.kind) {
    case 'number':
      return toNumber(name, text);
    case 'boolean':
      return text === 'true' || text === 'yes' || text === '';
    case 'list':
      return text.split(',').map((part) => part.trim());
    case 'json':
      return parseJson(name, text);
    case 'text':
      return text;
    case undefined:
      // A field without a schema: JSON if it parses as such, otherwise text.
      return /^[[{]|^(true|false|null)$/.test(text) ? parseJson(name, text) : numeric(name, text);
  }
}

/** Amounts of the issuing area are numbers. IDs are text although they are digits. */
function numeric(name: string, text: string): unknown {
  return /(^|_)(amount|limit)$/.test(name) ? toNumber(name, text) : text;
}

function toNumber(name: string, text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) throw toInvalidFlagError(name, 'a number');
  return value;
}

/** @throws CheckoutError `invalid_request` */
export function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw toInvalidFlagError(name, 'JSON', cause);
  }
}

export function toInvalidFlagError(name: string, rule: string, cause?: unknown): CheckoutError {
  return new CheckoutError('invalid_request', `--${name.replaceAll('_', '-')}: ${rule}.`, {
    cause,
    fields: [{ path: name, code: 'format', rule }],
  });
}
