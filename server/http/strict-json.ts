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
  if (countWrittenKeys(text) !== countKeys(value)) refuseTwins(text);
  return isPlainAscii(text) && !text.includes('__proto__') ? value : cleaned(value, []);
}

/** Whether a text is printable ASCII without escapes: nothing in it is refused or normalised. */
function isPlainAscii(text: string): boolean {
  return /^[ -[\]-~]*$/.test(text);
}

/** The keys that valid JSON text has, each as often as it is written: outside of strings, a colon follows each. */
function countWrittenKeys(text: string): number {
  return text.replace(/"(?:[^"\\]|\\.)*"/g, '').split(':').length - 1;
}

/** The keys of a value's objects: one that is written twice counts once. */
function countKeys(value: unknown, depth = 0): number {
  if (depth > MAX_DEPTH) throw new CheckoutError('malformed_body', 'The body is nested too deep.');
  if (typeof value !== 'object' || value === null) return 0;
  const parts: unknown[] = Object.values(value);
  const own = Array.isArray(value) ? 0 : parts.length;
  return parts.reduce<number>((sum, part) => sum + countKeys(part, depth + 1), own);
}

/** Walks valid JSON text for the first key that an object has twice. */
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

function cleaned(value: unknown, path: readonly (string | number)[]): unknown {
  if (typeof value === 'string') return cleanText(value, path);
  if (Array.isArray(value)) return value.map((part, index) => cleaned(part, [...path, index]));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => {
      if (key === '__proto__' || !isPlain(key) || WALL.test(key)) throw faultAt([...path, 'key'], 'a plain key');
      return [key, cleaned(part, [...path, key])];
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
