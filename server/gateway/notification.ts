import { RESULT_TEXT_FIELDS } from '../../shared/interface/payment-result.ts';
import type { GatewayCallContext } from './context.ts';
import { declaredCharset, decodeText, UnreadableMessageError } from './decode-body.ts';
import { verifyDigest } from './digest.ts';
import { createWireNameDecoder } from './field-names.ts';
import { notificationKindOf, digestRecipeOf, type GatewayProfile, type NotificationKind } from './profile/index.ts';
import { readResultDocument } from './xml.ts';

/** The fields of a notification as text. */
export type NotificationFields = Record<string, string>;

/** Whether one of the sign keys made a notification's digest over the `result` recipe (interface 5, 6). */
export function isNotificationDigestValid(context: GatewayCallContext, fields: NotificationFields): boolean {
  const given = fields['encryption_data'];
  if (given === undefined || given === '' || context.profile.verification === 'off') return false;
  return verifyDigest(given, digestRecipeOf(context.profile, 'result'), pickResultFields(fields), context.signKeys);
}

/** The fields of a notification that belong to a payment result (interface 2.3). */
export function pickResultFields(fields: NotificationFields): NotificationFields {
  return Object.fromEntries(
    RESULT_TEXT_FIELDS.flatMap((name) => {
      const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** A notification with the fields that could be read. */
export interface ParsedNotification {
  fields: NotificationFields;
  /** Repeated or unreadable decisive fields. A notification with one is not verified. */
  damaged: string[];
}

/** Fields outside the digest that decide the effect of a notification. */
const DECIDING = [
  'merchant_id',
  'account_id',
  'transaction_id',
  'order_no',
  'currency',
  'amount',
  'order_status',
  'result_info',
  'recurring_id',
  'webhooks_type',
  'encryption_data',
];

const PAIRS_MAX = 200;
const VALUE_MAX_LENGTH = 4000;

/** A name with its text; without text if it cannot be read. */
type Pair = readonly [name: string, value: string | undefined];

/**
 * Parses a notification: form-encoded pairs, JSON or XML (interface 6; gateway-profile.md). A repeated or
 * damaged field is omitted, so neither of two values is used. Names that no field can have are ignored.
 * @param recipe the fields that the digest covers
 * @param names the gateway's names of the fields, ours first
 * @throws UnreadableMessageError
 */
export function parseNotification(
  body: Buffer,
  contentType: string | undefined,
  { recipe, names }: { recipe: readonly string[]; names?: Readonly<Record<string, string>> | undefined },
): ParsedNotification {
  const found = new Map<string, string | undefined>();
  let count = 0;
  for (const [name, value] of pairsOf(body, contentType, names)) {
    count += 1;
    if (count > PAIRS_MAX) throw new UnreadableMessageError('too many pairs');
    if (/^\w{1,64}$/.test(name)) found.set(name, found.has(name) || isDamaged(value) ? undefined : value);
  }
  const read = [...found].filter((pair): pair is [string, string] => pair[1] !== undefined);
  if (read.length === 0) throw new UnreadableMessageError('no pairs');
  const deciding = new Set([...DECIDING, ...recipe]);
  const damaged = [...found.keys()].filter((name) => found.get(name) === undefined && deciding.has(name));
  // Fields are defined, not assigned, so a field called __proto__ is plain data.
  return { fields: Object.fromEntries(read), damaged };
}

function isDamaged(value: string | undefined): boolean {
  return value === undefined || value.length > VALUE_MAX_LENGTH || /[\u0000-\u0008\u000e-\u001f\ufffd]/.test(value);
}

/** The pairs under our names. */
function* pairsOf(
  body: Buffer,
  contentType: string | undefined,
  names: Readonly<Record<string, string>> | undefined,
): Generator<Pair> {
  // The first character identifies a document in any charset. Pairs may each have their own charset, so they are read
  // as bytes.
  const isDocument = /^\W*[<{]/.test(body.toString('latin1'));
  const text = isDocument ? decodeText(body, contentType).trim() : '';
  if (text.startsWith('<')) return yield* xmlPairs(text, names);
  const nameOf = createWireNameDecoder(names);
  const pairs = text.startsWith('{') ? jsonPairs(text) : formPairs(body, contentType);
  for (const [name, value] of pairs) yield [nameOf(name), value];
}

/** Strips a UTF-8 byte order mark, and white space before and after the pairs. */
const MARGINS = /^(?:\u00ef\u00bb\u00bf)?[\t\n\r ]*|(?<![\t\n\r ])[\t\n\r ]+$/g;

function* formPairs(body: Buffer, contentType: string | undefined): Generator<Pair> {
  const charset = formCharset(contentType);
  // One character per byte: the rest of a percent-encoded GBK character may be a letter.
  const text = body.toString('latin1').replace(MARGINS, '');
  for (const pair of text.split('&')) {
    const at = pair.includes('=') ? pair.indexOf('=') : pair.length;
    if (pair !== '') yield [decodePart(pair.slice(0, at), charset) ?? '', decodePart(pair.slice(at + 1), charset)];
  }
}

/** The declared charset of pairs. Default: UTF-8, also for a charset that pairs cannot have. */
function formCharset(contentType: string | undefined): string {
  const declared = declaredCharset(contentType) ?? 'utf-8';
  try {
    const { encoding } = new TextDecoder(declared);
    return encoding.startsWith('utf-16') ? 'utf-8' : encoding;
  } catch {
    // An unknown charset.
    return 'utf-8';
  }
}

function decodePart(part: string, charset: string): string | undefined {
  const bytes = part
    .replaceAll('+', ' ')
    .replace(/%([0-9a-f]{2})/gi, (_coded, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
  try {
    return new TextDecoder(charset, { fatal: true, ignoreBOM: true }).decode(Buffer.from(bytes, 'latin1'));
  } catch {
    // Bytes that are not valid in this charset.
    return undefined;
  }
}

function xmlPairs(text: string, names: Readonly<Record<string, string>> | undefined): Pair[] {
  const { result, others, damaged } = readResultDocument(text, names);
  return [
    ...[...others, ...Object.entries(result)].map(([name, value]): Pair => [
      name,
      typeof value === 'string' ? value : undefined,
    ]),
    ...damaged.map((name): Pair => [name, undefined]),
  ];
}

/** The pairs of a JSON object from its source text: numbers keep their digits, and repeated names are detected. */
function jsonPairs(text: string): Pair[] {
  try {
    JSON.parse(text);
  } catch (cause) {
    throw new UnreadableMessageError('not JSON', { cause });
  }
  const pairs: Pair[] = [];
  let name: string | undefined;
  let depth = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]]|[^\s"{}[\],:]+/g)) {
    if (token === '}' || token === ']') depth -= 1;
    else if (depth === 1 && name === undefined) name = JSON.parse(token) as string;
    else if (depth === 1 && name !== undefined) {
      if (token !== 'null') pairs.push([name, textOf(token)]);
      name = undefined;
    }
    if (token === '{' || token === '[') depth += 1;
  }
  return pairs;
}

function textOf(token: string): string | undefined {
  if (token.startsWith('"')) return JSON.parse(token) as string;
  return /^[-\d]/.test(token) ? token : undefined;
}

/** A notification with its evidence. */
export interface NotificationWithProvenance {
  id: string;
  payment_id: string;
  fields: NotificationFields;
  /** The digest is valid. */
  verified: boolean;
  /** Whether it came to the payment's secret address, or to one that a browser has seen. */
  address: 'secret' | 'public';
  /** A person has accepted the fields that no digest covers. */
  isAccepted?: boolean | undefined;
}

type Provenance = Pick<NotificationWithProvenance, 'verified' | 'address' | 'isAccepted'>;

/** Whether the fields of a notification that no digest covers may act. */
export function areUnsignedFieldsTrusted(report: Provenance): boolean {
  return report.isAccepted === true || (report.verified && report.address === 'secret');
}

/**
 * The fields of a notification that have evidence (promise 24); the others have no effect. A field that the digest covers
 * has it by a valid digest, any other by a person who accepted it or by a valid digest at the address that only the
 * gateway has.
 */
export function trustedFieldsOf(profile: GatewayProfile, report: NotificationWithProvenance): NotificationFields {
  const covered = digestRecipeOf(profile, 'result');
  const hasEvidence = (name: string): boolean =>
    covered.includes(name) ? report.verified : areUnsignedFieldsTrusted(report);
  return Object.fromEntries(Object.entries(report.fields).filter(([name]) => hasEvidence(name)));
}

/** What a notification is about, by its `webhooks_type`: no digest covers it. */
export type NotificationTopic = 'payment' | 'refund' | 'dispute' | 'other';

const TOPICS: Readonly<Record<NotificationKind, NotificationTopic>> = {
  payment: 'payment',
  review_result: 'payment',
  dispute_received: 'dispute',
  dispute_result: 'dispute',
  refund_received: 'refund',
  refund_accepted: 'refund',
  refund_result: 'refund',
};

export function notificationTopicOf(profile: GatewayProfile, fields: NotificationFields): NotificationTopic {
  const kind = notificationKindOf(profile, fields);
  return kind === undefined ? 'other' : TOPICS[kind];
}
