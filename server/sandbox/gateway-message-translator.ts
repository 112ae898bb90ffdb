import { DEFAULT_FIELD_RULES, type FieldRules } from '../../shared/interface/field-rules.ts';
import { ACQUIRING_SUCCESS_CODE } from '../../shared/interface/result-info.ts';
import { ITEM_FIELD_ORDER, splitItemsText } from '../../shared/items.ts';

/**
 * Converts between the merchant's profile and the sandbox's default names, values and separators: requests on the way
 * in, responses and notifications on the way out. It shares no code with the client.
 */
export interface MessageProfile {
  field_names?: Readonly<Record<string, Readonly<Record<string, string | undefined>> | undefined>>;
  response_recipes?: Readonly<Record<string, readonly string[] | undefined>>;
  field_lengths?: Partial<FieldRules['lengths']>;
  required_fields?: readonly string[];
  request_id?: 'uuid' | 'text';
  card_expiry?: Readonly<{ month?: 'MM' | 'M'; year?: 'YYYY' | 'YY' }>;
  checkout_time?: 'seconds' | 'milliseconds';
  acknowledgement?: string;
  webhooks_type?: Readonly<Record<string, string | undefined>>;
  item_parts?: readonly string[];
  list_separator?: string;
  batch_limits?: Readonly<{ capture?: number; cancel?: number; query?: number }>;
  open3d?: Readonly<Record<string, string | undefined>>;
  token_flag?: Readonly<Record<string, string | undefined>>;
  review_flag?: Readonly<Record<string, string | undefined>>;
  group_status?: Readonly<Record<string, string | undefined>>;
  query_result?: Readonly<Record<string, string | undefined>>;
  order_status?: Readonly<Record<string, string | undefined>>;
  dispute_status?: Readonly<Record<string, string | undefined>>;
  payment_status?: Readonly<Record<string, string | undefined>>;
  item_status?: Readonly<Record<string, string | undefined>>;
  success_codes?: readonly string[];
  partial_capture?: boolean;
}

type Fields = Record<string, unknown>;

export interface GatewayMessageTranslator {
  /** A request in the default names and values. */
  decodeFields(operation: string, fields: Fields): Fields;
  /** A response, or the pairs of a notification, in the merchant's profile. */
  encodeFields<T extends Fields>(operation: string, fields: T): T;
  /** One value as sent: the input of a digest. */
  encodeValue: (name: string, value: unknown, fields: Fields) => unknown;
  /** The sent name of an operation's field. */
  wireNameOf(operation: string, name: string): string;
  /** The fields of a response's digest; undefined if it repeats the request's. */
  responseRecipeOf(operation: string): readonly string[] | undefined;
  /** Lengths and required fields of a payment. */
  rules: FieldRules;
  requestId: 'uuid' | 'text';
  /** The response body that acknowledges a notification. Default: any. */
  acknowledgement: string | undefined;
  listSeparator: string;
  batchLimits: { capture: number; cancel: number; query: number };
  partialCapture: boolean;
}

/** The meaning of each default value; the profile's value has the same meaning. */
const DEFAULT_STATUSES = {
  order_status: { '1': 'paid', '0': 'declined', '-1': 'pending', '-2': 'held' },
  dispute_status: { '1': 'won', '0': 'lost' },
  payment_status: { '3000': 'paid', '4000': 'declined', '2000': 'pending', '4100': 'refunded', '4200': 'cancelled' },
  item_status: { '1': 'accepted', '0': 'refused', '2': 'in_progress' },
  query_result: { '1': 'found', '0': 'not_found' },
  webhooks_type: {
    PAYMENT: 'payment',
    'REVIEW RESULT': 'review_result',
    'DISPUTE RECIEVED': 'dispute_received',
    'DISPUTE RESULT': 'dispute_result',
    'REFUND RECIEVED': 'refund_received',
    'REFUND ACCEPTED': 'refund_accepted',
    'REFUND RESULT': 'refund_result',
  },
} as const satisfies Record<string, Record<string, string>>;

/** The statuses of a batch and of its items. */
const ITEM_STATUS_FIELDS = /^(return|refund|review|cancel|capture|payout)_status$/;
/** Operations whose lists are not batches: their records keep the interface's names. */
const OPERATIONS_WITHOUT_ITEMS = ['authorise', 'checkout'];

export function createGatewayMessageTranslator(profile: MessageProfile): GatewayMessageTranslator {
  const statuses = Object.fromEntries(
    Object.entries(DEFAULT_STATUSES).map(([name, usual]) => [
      name,
      toProfileValues(usual, profile[name as keyof typeof DEFAULT_STATUSES]),
    ]),
  ) as Record<keyof typeof DEFAULT_STATUSES, ReadonlyMap<string, string>>;
  const flags: Readonly<Record<string, ReadonlyMap<string, string>>> = {
    open3d: toProfileFlags(profile.open3d, { do3DS: 'do3DS', no3DS: 'no3DS' }),
    token_flag: toProfileFlags(profile.token_flag, { YES: 'YES', NO: 'NO' }),
    review_flag: toProfileFlags(profile.review_flag, { approve: '1', reject: '0' }),
  };
  const order = profile.item_parts ?? ITEM_FIELD_ORDER;

  const dates = createDateCodec(profile);

  const valueOf: GatewayMessageTranslator['encodeValue'] = (name, given, fields) => {
    const value = dates.encode(name, given);
    if (typeof value !== 'string') return value;
    if (name === 'items') return reorderItemParts(value, ITEM_FIELD_ORDER, order);
    if (name === 'order_status' && fields['webhooks_type'] === 'DISPUTE RESULT')
      return encodeWith(statuses.dispute_status, value);
    if (name === 'order_status' || name === 'payment_status' || name === 'query_result' || name === 'webhooks_type') {
      return encodeWith(statuses[name], value);
    }
    if (ITEM_STATUS_FIELDS.test(name)) return encodeWith(statuses.item_status, value);
    if (/^(result_info|refund_message)$/.test(name)) return encodeResultCode(value, profile.success_codes?.[0]);
    const flag = flags[name];
    return flag === undefined ? value : encodeWith(flag, value);
  };
  const toUsualValue = (name: string, given: unknown): unknown => {
    const value = dates.decode(name, given);
    if (typeof value !== 'string') return value;
    if (name === 'items') return reorderItemParts(value, order, ITEM_FIELD_ORDER);
    return [...(flags[name] ?? [])].find(([, wire]) => wire === value)?.[0] ?? value;
  };
  const eachField = (
    fields: Fields,
    turn: (name: string, value: unknown, fields: Fields) => [string, unknown],
    items: boolean,
  ): Fields =>
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => {
        const [turned, part] = turn(name, value, fields);
        if (!items || !Array.isArray(part)) return [turned, part];
        const entries = part.map((entry: unknown) => (isFields(entry) ? eachField(entry, turn, false) : entry));
        return [turned, entries];
      }),
    );
  return {
    decodeFields(operation, fields) {
      const names = Object.entries(profile.field_names?.[operation] ?? {});
      const usualOf = (wire: string): string => names.find(([, name]) => name === wire)?.[0] ?? wire;
      const turn = (wire: string, value: unknown): [string, unknown] => {
        const name = usualOf(wire);
        return [name, toUsualValue(name, value)];
      };
      return eachField(fields, turn, !OPERATIONS_WITHOUT_ITEMS.includes(operation));
    },
    encodeFields(operation, fields) {
      const names = profile.field_names?.[operation] ?? {};
      const turn = (name: string, value: unknown, all: Fields): [string, unknown] => [
        names[name] ?? name,
        valueOf(name, value, all),
      ];
      return eachField(fields, turn, !OPERATIONS_WITHOUT_ITEMS.includes(operation)) as typeof fields;
    },
    encodeValue: valueOf,
    wireNameOf: (operation, name) => profile.field_names?.[operation]?.[name] ?? name,
    responseRecipeOf: (operation) => profile.response_recipes?.[operation],
    rules: {
      lengths: { ...DEFAULT_FIELD_RULES.lengths, ...profile.field_lengths },
      required: profile.required_fields ?? DEFAULT_FIELD_RULES.required,
    },
    requestId: profile.request_id ?? 'uuid',
    acknowledgement: profile.acknowledgement,
    listSeparator: profile.list_separator ?? ',',
    batchLimits: { capture: 50, cancel: 50, query: 100, ...profile.batch_limits },
    partialCapture: profile.partial_capture ?? false,
  };
}

/** Converts a card's expiry date and the time at the checkout between the default and the profile's format. */
function createDateCodec({ card_expiry: expiry = {}, checkout_time: unit }: MessageProfile): {
  encode(name: string, value: unknown): unknown;
  decode(name: string, value: unknown): unknown;
} {
  const factor = unit === 'milliseconds' ? 1_000 : 1;
  // A form sends the number as text.
  const scale = (value: unknown, by: number): unknown =>
    typeof value === 'string' ? String(Number(value) * by) : Number(value) * by;
  const isTime = (name: string, value: unknown): boolean =>
    name === 'checkout_time' && factor !== 1 && /^\d+$/.test(String(value));
  return {
    encode(name, value) {
      if (isTime(name, value)) return scale(value, factor);
      if (typeof value !== 'string') return value;
      if (name === 'expiration_month' && expiry.month === 'M') return value.replace(/^0/, '');
      return name === 'expiration_year' && expiry.year === 'YY' ? value.slice(-2) : value;
    },
    decode(name, value) {
      if (isTime(name, value)) return scale(value, 1 / factor);
      if (typeof value !== 'string' || value === '') return value;
      if (name === 'expiration_month' && expiry.month === 'M') return value.padStart(2, '0');
      return name === 'expiration_year' && expiry.year === 'YY' ? `20${value}` : value;
    },
  };
}

/** For each default value the profile's value of the same meaning: a complete profile contains the defaults as well. */
function toProfileValues(
  usual: Readonly<Record<string, string>>,
  changed: Readonly<Record<string, string | undefined>> = {},
): ReadonlyMap<string, string> {
  const others = Object.entries(changed);
  return new Map(
    Object.entries(usual).map(([value, meaning]) => {
      const isAsEver = !Object.hasOwn(changed, value) || changed[value] === meaning;
      const other = others.findLast(([, said]) => said === meaning)?.[0];
      return [value, other ?? (isAsEver ? value : '')];
    }),
  );
}

function toProfileFlags(
  changed: Readonly<Record<string, string | undefined>> | undefined,
  usual: Readonly<Record<string, string>>,
): ReadonlyMap<string, string> {
  return new Map(Object.entries(usual).map(([name, value]) => [value, changed?.[name] ?? value]));
}

function encodeWith(values: ReadonlyMap<string, string>, value: string): string {
  return values.get(value) ?? value;
}

function reorderItemParts(items: string, from: readonly string[], to: readonly string[]): string {
  // An entry with another number of parts is left to validation.
  const entries = splitItemsText(items).map((parts) =>
    (parts.length === from.length ? to.map((part) => parts[from.indexOf(part)] ?? '') : parts).join('#,#'),
  );
  return entries.join('#;#');
}

function encodeResultCode(info: string, success: string | undefined): string {
  const [code = '', ...rest] = info.split(':');
  return code === ACQUIRING_SUCCESS_CODE && success !== undefined ? [success, ...rest].join(':') : info;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
