import { parseXml, XmlCdata, XmlElement, XmlText, type XmlDocument } from '@rgrove/parse-xml';
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
const TEXT_FIELDS: ReadonlySet<string> = new Set(RESULT_TEXT_FIELDS);
const VALUE_MAX_LENGTH = 8000;

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
  const result: Record<string, string | RiskReason[]> = {};
  const others = new Map<string, string>();
  const damaged: string[] = [];
  for (const [wire, elements] of groupByName(readRoot(xml))) {
    const name = nameOf(wire);
    const [first] = elements;
    if (DECISIVE_RESULT_FIELDS.has(name)) {
      if (elements.length !== 1 || result[name] !== undefined)
        throw new UnreadableMessageError('an element stands twice');
      result[name] = readText(first);
      continue;
    }
    for (const element of elements) refuseNested(element, nameOf);
    if (name === REASONS) {
      result[name] = elements.flatMap((reasons) => readReasons(reasons));
      continue;
    }
    const text = elements.length === 1 ? readSaneText(first) : undefined;
    if (text === undefined) damaged.push(name);
    else if (TEXT_FIELDS.has(name)) result[name] = text;
    else others.set(name, text);
  }
  return { result, others, damaged };
}

const elementsIn = (element: XmlElement): XmlElement[] =>
  element.children.filter((child) => child instanceof XmlElement);

/** The elements inside another one by their names, so duplicates are detected. */
function groupByName(element: XmlElement): Map<string, [XmlElement, ...XmlElement[]]> {
  const groups = new Map<string, [XmlElement, ...XmlElement[]]>();
  for (const child of elementsIn(element)) {
    const group = groups.get(child.name);
    if (group === undefined) groups.set(child.name, [child]);
    else group.push(child);
  }
  return groups;
}

/** The deepest nesting inside an informational element. */
const DEPTH_MAX = 8;

/** A decisive element must not be nested: a response inside a response is not this payment's. */
function refuseNested(element: XmlElement, nameOf: (wire: string) => string, depth = 0): void {
  if (depth > DEPTH_MAX) throw new UnreadableMessageError('deep nesting');
  for (const child of elementsIn(element)) {
    if (child.name === ROOT || DECISIVE_RESULT_FIELDS.has(nameOf(child.name)))
      throw new UnreadableMessageError('a nested element');
    refuseNested(child, nameOf, depth + 1);
  }
}

function readRoot(xml: string): XmlElement {
  // The parser is slow with a text of many carriage returns.
  const text = xml.replace(DECLARATION, '').replace(/\r\n?/g, '\n');
  const { root } = parse(markInTexts(escapeReferences(text)));
  if (root?.name !== ROOT) throw new UnreadableMessageError('not exactly one respon element');
  if (hasAttributes(root)) throw new UnreadableMessageError('an attribute');
  if (elementsIn(root).length === 0) throw new UnreadableMessageError('an empty document');
  if (rawTextOf(root).trim() !== '') throw new UnreadableMessageError('text between elements');
  return root;
}

/** The declaration is allowed at the very start only. */
const DECLARATION = /^\ufeff?<\?xml\s[^<>]*\?>/;

/** Characters that XML does not allow. */
const NOT_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/** Replaces invalid characters by U+FFFD, which damages the element of the text. */
const markInvalidCharacters = (text: string): string => text.replace(NOT_XML, '\ufffd');

/** Marks the texts outside of CDATA. In a name, an invalid character stays invalid. */
function markInTexts(xml: string): string {
  return xml.search(NOT_XML) === -1 ? xml : xml.replace(/>[^<]*/g, (text) => markInvalidCharacters(text));
}

/**
 * A CDATA section, which without an end takes the rest, so that the search stays linear; the start of a DOCTYPE, comment or
 * instruction; a reference.
 */
const MARKUP = /<!\[CDATA\[(?:[\s\S]*?\]\]>|[\s\S]*)|<[!?]|&(#?\w+;)?/g;

/** Escapes each reference once more: it is decoded with its own element, so an unknown one damages no other. Marks CDATA. */
function escapeReferences(xml: string): string {
  return xml.replace(MARKUP, (part, reference: string | undefined) => {
    if (part.startsWith('<![')) return markInvalidCharacters(part);
    if (part.startsWith('<')) throw new UnreadableMessageError('a DOCTYPE, comment or instruction');
    if (reference === undefined) throw new UnreadableMessageError('not well-formed XML');
    return `&amp;${reference}`;
  });
}

/** The parser's error quotes the document, which may contain card data, so it is not the cause of ours. */
function parse(xml: string): XmlDocument {
  try {
    return parseXml(xml, { preserveCdata: true });
  } catch {
    throw new UnreadableMessageError('not well-formed XML');
  }
}

const PREDEFINED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** Decodes each reference once; one that XML does not predefine makes the text unreadable. */
function decodeReferences(text: string): string {
  return text.replace(/&([^&;]*);?/g, (reference, name: string) => decodeReference(reference, name));
}

function decodeReference(reference: string, name: string): string {
  const code = /^#(?:x([0-9a-fA-F]{1,6})|(\d{1,7}))$/.exec(name);
  const point = code === null ? Number.NaN : Number.parseInt(code[1] ?? code[2] ?? '', code[1] === undefined ? 10 : 16);
  const sign = Object.hasOwn(PREDEFINED, name)
    ? PREDEFINED[name]
    : isCharacter(point)
      ? String.fromCodePoint(point)
      : undefined;
  if (sign === undefined || !reference.endsWith(';')) throw new UnreadableMessageError('an entity');
  return sign;
}

function isCharacter(point: number): boolean {
  return point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
}

function hasAttributes({ attributes }: XmlElement): boolean {
  return Object.keys(attributes).length > 0;
}

/** The text of an element with its references; those of CDATA are escaped, as they are none. */
function rawTextOf({ children }: XmlElement): string {
  const texts = children.filter((child) => child instanceof XmlText);
  return texts.map((part) => (part instanceof XmlCdata ? part.text.replaceAll('&', '&amp;') : part.text)).join('');
}

function readText(element: XmlElement): string {
  if (hasAttributes(element) || elementsIn(element).length > 0)
    throw new UnreadableMessageError('a nested element or an attribute');
  const value = decodeReferences(rawTextOf(element).trim());
  // A replacement or control character is damage that would be stored permanently.
  if (value.length > VALUE_MAX_LENGTH || /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffd]/.test(value)) {
    throw new UnreadableMessageError('a damaged value');
  }
  return value;
}

/** As {@link readText}, for informational elements: undefined without storable text. */
function readSaneText(element: XmlElement): string | undefined {
  try {
    return readText(element);
  } catch (error) {
    if (error instanceof UnreadableMessageError) return undefined;
    throw error;
  }
}

/**
 * `risk_reasons` contains name and status, once or several times, or each pair wrapped in an element. A reason without
 * a status has an empty one. A status without a name, and text alone, are no reason.
 */
function readReasons(element: XmlElement): RiskReason[] {
  const elements = elementsIn(element);
  const names = elements.filter(({ name }) => name === 'name');
  const statuses = elements.filter(({ name }) => name === 'status');
  // Names and statuses match only if there are as many of each.
  const isPaired = names.length === statuses.length;
  const own = names.flatMap((stated, index) => {
    const name = readSaneText(stated);
    const status = isPaired ? statuses[index] : undefined;
    return name === undefined ? [] : [{ name, status: (status && readSaneText(status)) ?? '' }];
  });
  const wrapped = elements.filter(({ name }) => name !== 'name' && name !== 'status');
  return [...own, ...wrapped.flatMap((reasons) => readReasons(reasons))];
}
