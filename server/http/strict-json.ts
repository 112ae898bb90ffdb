import { CheckoutError } from '../../shared/errors.ts';

/** The deepest nesting of a body. */
const MAX_DEPTH = 20;

/** C0 and C1 controls, line separators, and the characters that reorder, hide or tag text. */
const FORBIDDEN =
  /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff\u{e0000}-\u{e007f}]/u;

/**
 * Stacks of combining marks, which overlap the lines around them. A letter of any script has at most eight marks
 * (Tibetan has the most). Of the marks common to all scripts, such as accents, it has at most four. A joiner between
 * marks does not end the sequence.
 */
const WALL = /(?:[\u200c\u200d]*\p{M}){9}|(?:[\u200c\u200d]*(?:[\u0483-\u0489]|(?=\p{M})\p{Script=Inherited})){5}/u;

/**
 * Reads JSON strictly: no duplicate key, no `__proto__`, no control or direction-changing characters, no lone
 * surrogates, no stacks of combining marks, limited depth. Texts are normalised to NFC.
 * @throws CheckoutError `malformed_body`, `duplicate_key`, `invalid_request`
 */
export function parseStrictJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new CheckoutError('malformed_body', 'The body is not JSON.', { cause });
  }
  refuseTwins(text);
  return cleaned(value, [], 0);
}

/** Walks valid JSON text and checks the keys of each object. */
function refuseTwins(text: string): void {
  const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;
  const open: (Set<string> | null)[] = [];
  let awaitsKey = false;
  for (const [match] of text.matchAll(token)) {
    if (match === '{') open.push(new Set());
    else if (match === '[') open.push(null);
    else if (match === '}' || match === ']') open.pop();
    const keys = open.at(-1);
    if (match.startsWith('"') && awaitsKey && keys) addKey(keys, JSON.parse(match) as string);
    awaitsKey = match === '{' || (match === ',' && keys !== null && keys !== undefined);
  }
}

function addKey(keys: Set<string>, key: string): void {
  if (keys.has(key)) {
    const path = /^\w{1,64}$/.test(key) ? key : '';
    throw new CheckoutError('duplicate_key', undefined, {
      fields: [{ path, code: 'not_allowed', rule: 'each key once' }],
    });
  }
  keys.add(key);
}

function cleaned(value: unknown, path: readonly (string | number)[], depth: number): unknown {
  if (depth > MAX_DEPTH) throw new CheckoutError('malformed_body', 'The body is nested too deep.');
  if (typeof value === 'string') return cleanText(value, path);
  if (Array.isArray(value)) return value.map((part, index) => cleaned(part, [...path, index], depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => {
      if (key === '__proto__' || !isPlain(key) || WALL.test(key)) throw faultAt([...path, 'key'], 'a plain key');
      return [key, cleaned(part, [...path, key], depth + 1)];
    }),
  );
}

function cleanText(text: string, path: readonly (string | number)[]): string {
  if (!isPlain(text)) throw faultAt(path, 'no control, invisible or direction-changing characters');
  if (WALL.test(text)) throw faultAt(path, 'at most 4 accents, or 8 marks of a script, on one letter');
  return text.normalize('NFC');
}

function isPlain(text: string): boolean {
  return !FORBIDDEN.test(text) && text.isWellFormed();
}

function faultAt(path: readonly (string | number)[], rule: string): CheckoutError {
  return new CheckoutError('invalid_request', undefined, {
    fields: [{ path: path.join('.'), code: 'format', rule }],
  });
}
