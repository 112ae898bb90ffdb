import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { RESULT_TEXT_FIELDS, type PaymentResult, type RiskReason } from '../../shared/interface/payment-result.ts';
import { UnreadableAnswer } from './decode-body.ts';

const ROOT = 'respon';
const REASONS = 'risk_reasons';
const VALUE_MAX_LENGTH = 8000;

/** Text stays text: 0012345 and 10.00 keep their digits. Every element becomes a list, so that twins show. */
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: true,
  ignoreDeclaration: true,
  alwaysCreateTextNode: false,
  // References are read below: this parser leaves numeric ones as they stand.
  processEntities: false,
  isArray: (_name, _path, isLeaf, isAttribute) => !isAttribute || isLeaf,
});

/** A payment's answer: what the interface shows, and the texts of elements that it does not. */
export interface ResultDocument {
  result: PaymentResult;
  others: ReadonlyMap<string, string>;
}

/**
 * Reads the `respon` document of a payment (interface 2.3). Takes one flat root, each child at most once, nesting
 * only inside risk_reasons; refuses DOCTYPE, comments, processing instructions, attributes and anything cut short.
 * @throws UnreadableAnswer
 */
export function readResultDocument(xml: string): ResultDocument {
  const root = readRoot(xml);
  const result: Record<string, string | RiskReason[]> = {};
  const others = new Map<string, string>();
  for (const [name, values] of Object.entries(root)) {
    if (name.startsWith('@')) throw new UnreadableAnswer('an attribute');
    if (name === '#text') throw new UnreadableAnswer('text between elements');
    if (!Array.isArray(values) || values.length !== 1) throw new UnreadableAnswer('an element stands twice');
    if (name === REASONS) result[name] = readReasons(values[0]);
    else if ((RESULT_TEXT_FIELDS as string[]).includes(name)) result[name] = readText(values[0]);
    // An element that this version does not know may be anything but nested.
    else others.set(name, readText(values[0]));
  }
  return { result, others };
}

function readRoot(xml: string): Record<string, unknown> {
  if (/<!|<\?(?!xml[\s?])/i.test(xml.replaceAll('<![CDATA[', '')))
    throw new UnreadableAnswer('a DOCTYPE, comment or instruction');
  // The declaration may stand at the very start only.
  if (
    xml
      .replace(/^\uFEFF/, '')
      .trimStart()
      .indexOf('<?', 1) > 0
  )
    throw new UnreadableAnswer('an instruction');
  if (XMLValidator.validate(xml, { allowBooleanAttributes: false }) !== true)
    throw new UnreadableAnswer('not well-formed XML');
  const document = parse(withoutCdata(xml));
  const roots = document[ROOT];
  if (Object.keys(document).length !== 1 || !Array.isArray(roots) || roots.length !== 1) {
    throw new UnreadableAnswer('not exactly one respon element');
  }
  return asElement(roots[0]);
}

/** Text in CDATA written like any other, so that all text is read in one way. */
function withoutCdata(xml: string): string {
  return xml.replace(/<!\[CDATA\[([\s\S]*?)\]\]>/g, (_section, text: string) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  );
}

const PREDEFINED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** Reads each reference once; one that XML does not predefine makes the whole unreadable. */
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
    if (sign === undefined || !reference.endsWith(';')) throw new UnreadableAnswer('an entity');
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
    if (cause instanceof UnreadableAnswer) throw cause;
    throw new UnreadableAnswer('not readable XML', { cause });
  }
}

function asElement(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UnreadableAnswer('an empty document');
  return value as Record<string, unknown>;
}

function readText(raw: unknown): string {
  if (typeof raw !== 'string') throw new UnreadableAnswer('a nested element or an attribute');
  const value = decodeReferences(raw);
  // A replacement character or a control character is damage that would be stored for good.
  if (value.length > VALUE_MAX_LENGTH || /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffd]/.test(value)) {
    throw new UnreadableAnswer('a damaged value');
  }
  return value;
}

/**
 * `risk_reasons` holds name and status, once or several times, or wrapped in an element of its own each. Text alone
 * names no reason.
 */
function readReasons(value: unknown): RiskReason[] {
  if (typeof value === 'string') {
    readText(value);
    return [];
  }
  const element = asElement(value);
  const names = element['name'];
  const statuses = element['status'];
  if (Array.isArray(names) && Array.isArray(statuses) && names.length === statuses.length) {
    if (Object.keys(element).length !== 2) throw new UnreadableAnswer('risk_reasons with strange parts');
    return names.map((name, index) => ({ name: readText(name), status: readText(statuses[index]) }));
  }
  return Object.entries(element).flatMap(([key, entries]) => {
    if (key.startsWith('@') || key === '#text' || !Array.isArray(entries)) {
      throw new UnreadableAnswer('risk_reasons with strange parts');
    }
    return entries.flatMap((entry) => {
      const parts = asElement(entry);
      if (!Array.isArray(parts['name']) || !Array.isArray(parts['status'])) {
        throw new UnreadableAnswer('risk_reasons with strange parts');
      }
      return readReasons(parts);
    });
  });
}
