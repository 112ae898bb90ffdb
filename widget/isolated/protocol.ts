import type { Action, OutcomeStatus } from '../../shared/contract/index.ts';
import { ERRORS, type ErrorCode } from '../../shared/errors.ts';
import { isPlainCssValue, isThemeToken } from '../../shared/theme-tokens.ts';

/** What the shop's page decides about the form besides its colours. */
export interface Settings {
  locale: string;
  layout: 'accordion' | 'tabs';
  theme: 'auto' | 'light' | 'dark';
  /** Empty for the best fit. */
  challenge_window: string;
  labels: Record<string, string>;
}

/** How the element looks on the shop's page. */
export interface Looks {
  tokens: Record<string, string>;
  color_scheme: string;
  /** Of the page's root, in px: the element's sizes are in rem. */
  font_size: number;
}

/** Where the frame stood before it took the whole window, in px of the window. */
export interface Place {
  x: number;
  y: number;
  width: number;
}

/** The first message, to the frame's window, which brings the port that all others take. */
export interface Start {
  type: 'tillgate:start';
  nonce: string;
  settings: Settings;
  looks: Looks;
}

export type ToFrame =
  | { type: 'settings'; settings: Settings }
  | { type: 'looks'; looks: Looks }
  | { type: 'submit'; id: number }
  | { type: 'focus' }
  /** Whether the page lets what it was asked about happen; `window`: the challenge window that fits its screen. */
  | { type: 'answer'; id: number; allowed: boolean; window: string }
  | { type: 'covered'; place: Place };

/** Nothing here says what was typed, and nothing says that a payment is paid: `complete` is a hint, as its event is. */
export type FromFrame =
  | { type: 'started' }
  | { type: 'height'; px: number }
  | { type: 'ready'; session_id: string }
  | { type: 'change'; method: string; valid: boolean }
  | { type: 'ask-submit'; id: number; method: string }
  | { type: 'ask-action'; id: number; action: Action }
  | { type: 'leave'; action: Action }
  | { type: 'cover'; on: boolean }
  | { type: 'complete'; session_id: string; payment_id: string | null; status: OutcomeStatus }
  | { type: 'error'; code: ErrorCode }
  | { type: 'done'; id: number };

type Check = (value: unknown) => boolean;
type Shape = Readonly<Record<string, Check>>;

const isFlag: Check = (value) => typeof value === 'boolean';
const isId: Check = (value) => Number.isSafeInteger(value) && (value as number) > 0;
const isLength: Check = (value) => typeof value === 'number' && Math.abs(value) < 100_000;
const isText =
  (max: number): Check =>
  (value) =>
    typeof value === 'string' && value.length <= max;
const isOneOf =
  (...values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value);
const isRecord =
  (most: number, isKey: (key: string) => boolean, isValue: Check): Check =>
  (value) => {
    if (!isPlain(value)) return false;
    const entries = Object.entries(value);
    return entries.length <= most && entries.every(([key, entry]) => isKey(key) && isValue(entry));
  };
const isShaped =
  (shape: Shape, optional: Shape = {}): Check =>
  (value) =>
    isPlain(value) &&
    Object.entries(shape).every(([key, check]) => Object.hasOwn(value, key) && check(value[key])) &&
    Object.keys(value).every((key) => Object.hasOwn(shape, key) || (optional[key]?.(value[key]) ?? false));

const isWindow = isOneOf('', '01', '02', '03', '04', '05');
const isSettings = isShaped({
  locale: (value) => typeof value === 'string' && /^$|^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,6}$/.test(value),
  layout: isOneOf('accordion', 'tabs'),
  theme: isOneOf('auto', 'light', 'dark'),
  challenge_window: isWindow,
  labels: isRecord(400, (key) => /^[a-z][\w.]{0,60}$/.test(key), isText(500)),
});
const isLooks = isShaped({
  tokens: isRecord(40, isThemeToken, isPlainCssValue),
  color_scheme: isOneOf('normal', 'light', 'dark', 'light dark', 'dark light'),
  font_size: (value) => typeof value === 'number' && value >= 6 && value <= 60,
});
const isAction = isShaped(
  {
    type: isOneOf('challenge', 'redirect', 'code'),
    url: (value) => typeof value === 'string' && isWebAddress(value),
    method: isOneOf('GET', 'POST'),
    fields: isRecord(100, (key) => key.length <= 200, isText(20_000)),
  },
  {
    window_size: isWindow,
    purpose: isOneOf('payment'),
    code: isPlain,
  },
);

const START: Shape = { settings: isSettings, looks: isLooks };

const TO_FRAME: Readonly<Record<ToFrame['type'], Shape>> = {
  settings: { settings: isSettings },
  looks: { looks: isLooks },
  submit: { id: isId },
  focus: {},
  answer: { id: isId, allowed: isFlag, window: isWindow },
  covered: { place: isShaped({ x: isLength, y: isLength, width: isLength }) },
};

const FROM_FRAME: Readonly<Record<FromFrame['type'], Shape>> = {
  started: {},
  height: { px: (value) => isLength(value) && (value as number) >= 0 },
  ready: { session_id: isText(100) },
  change: { method: isText(60), valid: isFlag },
  'ask-submit': { id: isId, method: isText(60) },
  'ask-action': { id: isId, action: isAction },
  leave: { action: isAction },
  cover: { on: isFlag },
  complete: {
    session_id: isText(100),
    payment_id: (value) => value === null || isText(100)(value),
    status: isOneOf('open', 'paid', 'declined', 'action_required', 'pending', 'unknown', 'expired'),
  },
  error: { code: (value) => typeof value === 'string' && Object.hasOwn(ERRORS, value) },
  done: { id: isId },
};

/** A message of the page's side, as the frame takes it; undefined for anything else. */
export function readToFrame(data: unknown, nonce: string): ToFrame | undefined {
  return read(TO_FRAME, data, nonce) as ToFrame | undefined;
}

/** A message of the frame, as the page's side takes it; undefined for anything else. */
export function readFromFrame(data: unknown, nonce: string): FromFrame | undefined {
  return read(FROM_FRAME, data, nonce) as FromFrame | undefined;
}

/**
 * The first message, as the frame takes it: from the window around it, from an origin that the companion knows, with
 * exactly one port.
 */
export function readStart(
  event: Pick<MessageEvent, 'data' | 'origin' | 'source' | 'ports'>,
  expected: { parent: unknown; origins: readonly string[] },
): { start: Start; port: MessagePort } | undefined {
  if (!expected.origins.includes(event.origin) || event.source !== expected.parent) return undefined;
  const [port, ...more] = event.ports;
  const { nonce } = isPlain(event.data) ? event.data : {};
  if (port === undefined || more.length > 0 || typeof nonce !== 'string' || !/^[\w-]{20,64}$/.test(nonce)) {
    return undefined;
  }
  const start = read({ 'tillgate:start': START }, event.data, nonce) as Start | undefined;
  return start === undefined ? undefined : { start, port };
}

function read(shapes: Readonly<Record<string, Shape>>, data: unknown, nonce: string): unknown {
  if (!isPlain(data) || data['nonce'] !== nonce || typeof data['type'] !== 'string') return undefined;
  const { type } = data;
  const shape = Object.hasOwn(shapes, type) ? shapes[type] : undefined;
  if (shape === undefined) return undefined;
  return isShaped({ type: isText(40), nonce: isText(64), ...shape })(data) ? data : undefined;
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
