import { XMLParser, XMLValidator } from 'fast-xml-parser';
import {
  DECISIVE_RESULT_FIELDS,
  RESULT_TEXT_FIELDS,
  type PaymentResult,
  type RiskReason,
} from '../../shared/interface/payment-result.ts';
import { UnreadableMessageError } from './decode-body.ts';
import { createWireNameDecoder } from './field-names.ts';

const ROOT = 'respon';
const REASONS = 'risk_reasons';
const VALUE_MAX_LENGTH = 8000;

/** Text stays text: 0012345 and 10.00 keep their digits. Every element becomes a list, so duplicates are detected. */
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: true,
  ignoreDeclaration: true,
  // No callback reads a path, so none is built.
  jPath: false,
  alwaysCreateTextNode: false,
  // References are decoded later; this parser leaves numeric ones unchanged.
  processEntities: false,
  isArray: (_name, _path, isLeaf, isAttribute) => !isAttribute || isLeaf,
});

/** A payment's response: the interface's elements, and the texts of other elements. */
export interface ResultDocument {
  result: PaymentResult;
  others: ReadonlyMap<string, string>;
  /** Informational elements that were omitted: duplicate, nested, or without valid text. */
  damaged: readonly string[];
}

/**
 * Reads the `respon` document of a payment (interface 2.3). Refuses DOCTYPE, comments, processing instructions and
 * truncated documents. Each decisive element must occur at most once, as text, and not inside another element. Any
 * other invalid element is omitted.
 * @param names the gateway's names of the elements, ours first
 * @throws UnreadableMessageError
 */
export function readResultDocument(xml: string, names?: Readonly<Record<string, string>>): ResultDocument {
  const nameOf = createWireNameDecoder(names);
  const root = readRoot(xml);
  const result: Record<string, string | RiskReason[]> = {};
  const others = new Map<string, string>();
  const damaged: string[] = [];
  for (const [wire, values] of Object.entries(root)) {
    if (wire.startsWith('@')) throw new UnreadableMessageError('an attribute');
    if (wire === '#text') throw new UnreadableMessageError('text between elements');
    const name = nameOf(wire);
    const list: readonly unknown[] = Array.isArray(values) ? values : [values];
    if (DECISIVE_RESULT_FIELDS.has(name)) {
      if (list.length !== 1 || result[name] !== undefined) throw new UnreadableMessageError('an element stands twice');
      result[name] = readText(list[0]);
      continue;
    }
    refuseNested(list, nameOf);
    if (name === REASONS) {
      result[name] = list.flatMap((reasons) => readReasons(reasons));
      continue;
    }
    const text = list.length === 1 ? readSaneText(list[0]) : undefined;
    if (text === undefined) damaged.push(name);
    else if ((RESULT_TEXT_FIELDS as string[]).includes(name)) result[name] = text;
    else others.set(name, text);
  }
  return { result, others, damaged };
}

/** The deepest nesting inside an informational element. */
const DEPTH_MAX = 8;

/** A decisive element must not be nested: a response inside a response is not this payment's. */
function refuseNested(value: unknown, nameOf: (wire: string) => string, depth = 0): void {
  if (depth > DEPTH_MAX) throw new UnreadableMessageError('deep nesting');
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const entry of value) refuseNested(entry, nameOf, depth);
    return;
  }
  for (const [name, entries] of Object.entries(value)) {
    if (name === ROOT || DECISIVE_RESULT_FIELDS.has(nameOf(name))) throw new UnreadableMessageError('a nested element');
    refuseNested(entries, nameOf, depth + 1);
  }
}

function readRoot(xml: string): Record<string, unknown> {
  if (/<!|<\?(?!xml[\s?])/i.test(xml.replaceAll('<![CDATA[', '')))
    throw new UnreadableMessageError('a DOCTYPE, comment or instruction');
  // The declaration is allowed at the very start only.
  if (
    xml
      .replace(/^\uFEFF/, '')
      .trimStart()
      .indexOf('<?', 1) > 0
  )
    throw new UnreadableMessageError('an instruction');
  if (XMLValidator.validate(xml, { allowBooleanAttributes: false }) !== true)
    throw new UnreadableMessageError('not well-formed XML');
  const document = parse(withoutCdata(xml));
  const roots = document[ROOT];
  if (Object.keys(document).length !== 1 || !Array.isArray(roots) || roots.length !== 1) {
    throw new UnreadableMessageError('not exactly one respon element');
  }
  return asElement(roots[0]);
}

/** Converts CDATA to escaped text, so all text is read in one way. */
function withoutCdata(xml: string): string {
  return xml.replace(/<!\[CDATA\[([\s\S]*?)\]\]>/g, (_section, text: string) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  );
}

const PREDEFINED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** Decodes each reference once; one that XML does not predefine makes the document unreadable. */
function decodeReferences(text: string): string {
  return text.replace(/&([^&;]*);?/g, (reference, name: string) => {
    const code = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(name);
    const point =
      code === null ? Number.NaN : Number.parseInt(code[1] ?? code[2] ?? '', code[1] === undefined ? 10 : 16);
    const sign = Object.hasOwn(PREDEFINED, name)
      ? PREDEFINED[name]
      : isCharacter(point)
        ? String.fromCodePoint(point)
        : undefined;
    if (sign === undefined || !reference.endsWith(';')) throw new UnreadableMessageError('an entity');
    return sign;
  });
}

function isCharacter(point: number): boolean {
  return point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
}

function parse(xml: string): Record<string, unknown> {
  try {
    return asElement(parser.parse(xml));
  } catch (cause) {
    if (cause instanceof UnreadableMessageError) throw cause;
    throw new UnreadableMessageError('not readable XML', { cause });
  }
}

function asElement(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UnreadableMessageError('an empty document');
  return value as Record<string, unknown>;
}

function readText(raw: unknown): string {
  if (typeof raw !== 'string') throw new UnreadableMessageError('a nested element or an attribute');
  const value = decodeReferences(raw);
  // A replacement or control character is damage that would be stored permanently.
  if (value.length > VALUE_MAX_LENGTH || /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffd]/.test(value)) {
    throw new UnreadableMessageError('a damaged value');
  }
  return value;
}

/** As {@link readText}, for informational elements: undefined without storable text. */
function readSaneText(raw: unknown): string | undefined {
  try {
    return readText(raw);
  } catch (error) {
    if (error instanceof UnreadableMessageError) return undefined;
    throw error;
  }
}

/**
 * `risk_reasons` contains name and status, once or several times, or each pair wrapped in an element. A reason without
 * a status has an empty one. A status without a name, and text alone, are no reason.
 */
function readReasons(value: unknown): RiskReason[] {
  if (Array.isArray(value)) return value.flatMap((entry) => readReasons(entry));
  if (typeof value !== 'object' || value === null) return [];
  const { name: names, status: statuses, ...wrapped } = value as Record<string, unknown>;
  const named = Array.isArray(names) ? (names as unknown[]) : [];
  const said = Array.isArray(statuses) ? (statuses as unknown[]) : [];
  // Names and statuses match only if there are as many of each.
  const isPaired = named.length === said.length;
  const own = named.flatMap((raw, index) => {
    const name = readSaneText(raw);
    return name === undefined ? [] : [{ name, status: (isPaired ? readSaneText(said[index]) : undefined) ?? '' }];
  });
  return [...own, ...Object.values(wrapped).flatMap((entry) => readReasons(entry))];
}
