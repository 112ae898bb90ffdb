/** A number of submits within a time, in ms. */
export interface VelocityRule {
  max: number;
  within: number;
}

/** The submit limits; null for no limit. */
export interface VelocityLimitSettings {
  /** Per address; an IPv6 subscriber has a whole network. */
  address: VelocityRule | null;
  /** Per email address, or per shopper ID of the session. */
  shopper: VelocityRule | null;
  /** Per card, identified by BIN and last four digits. */
  card: VelocityRule | null;
}

/** The thresholds at which card entry pauses. */
export interface CardTestingSettings {
  /** The share of declined cards, 0 to 1. */
  share: number;
  /** The least number of cards for the share to count. */
  cards: number;
  /** The time span that is counted, in ms. */
  within: number;
  /** The length of the first pause, in ms; each further pause is twice as long. */
  pause: number;
}

export const DEFAULT_VELOCITY_LIMITS: VelocityLimitSettings = {
  address: { max: 120, within: 3_600_000 },
  shopper: { max: 20, within: 3_600_000 },
  card: { max: 20, within: 3_600_000 },
};

export const DEFAULT_CARD_TESTING_SETTINGS: CardTestingSettings = {
  share: 0.7,
  cards: 40,
  within: 600_000,
  pause: 300_000,
};

/** Settings as text, `name=value,name=value`, or as an object; `off` disables all of them. */
export type RiskSettingsInput = 'off' | (string & {}) | Readonly<Record<string, string | number>>;

export const VELOCITY_LIMITS_RULE_TEXT = 'off, or limits such as address=120/1h,shopper=20/1h,card=off';
export const CARD_TESTING_RULE_TEXT = 'off, or such as share=70,cards=40,within=10m,pause=5m';

/** Undefined if the text is invalid. */
export function parseVelocityLimits(text: RiskSettingsInput): VelocityLimitSettings | undefined {
  if (text === 'off') return { address: null, shopper: null, card: null };
  const limits: VelocityLimitSettings = { ...DEFAULT_VELOCITY_LIMITS };
  for (const [name, value] of entriesOf(text)) {
    const rate = value === 'off' ? null : parseRate(value);
    if (rate === undefined || !Object.hasOwn(limits, name)) return undefined;
    limits[name as keyof VelocityLimitSettings] = rate;
  }
  return limits;
}

/** Null for none; undefined if the text is invalid. */
export function parseCardTestingSettings(text: RiskSettingsInput): CardTestingSettings | null | undefined {
  if (text === 'off') return null;
  const settings: CardTestingSettings = { ...DEFAULT_CARD_TESTING_SETTINGS };
  for (const [name, value] of entriesOf(text)) {
    const read = Object.hasOwn(READERS, name) ? READERS[name as keyof CardTestingSettings](value) : undefined;
    if (read === undefined) return undefined;
    settings[name as keyof CardTestingSettings] = read;
  }
  return settings;
}

const READERS: Readonly<Record<keyof CardTestingSettings, (value: string) => number | undefined>> = {
  share(value) {
    const percent = parseWhole(value.replace(/%$/, ''));
    return percent === undefined || percent > 100 ? undefined : percent / 100;
  },
  cards: parseWhole,
  within: parseTime,
  pause: parseTime,
};

function entriesOf(text: Exclude<RiskSettingsInput, 'off'>): [name: string, value: string][] {
  if (typeof text !== 'string') return Object.entries(text).map(([name, value]) => [name, String(value)]);
  return text.split(',').map((entry) => {
    const [name = '', ...value] = entry.split('=');
    return [name.trim(), value.join('=').trim()];
  });
}

function parseRate(text: string): VelocityRule | undefined {
  const [count = '', time = '', ...rest] = text.split('/');
  const [max, within] = [parseWhole(count), parseTime(time)];
  return max === undefined || within === undefined || rest.length > 0 ? undefined : { max, within };
}

function parseWhole(text: string): number | undefined {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };
const DAY = 86_400_000;

/** `90s`, `10m`, `1h`; at most a day. */
function parseTime(text: string): number | undefined {
  const [, count = '', unit = ''] = /^([1-9]\d{0,4})([smh])$/.exec(text) ?? [];
  const time = Number(count) * (UNITS[unit] ?? 0);
  return time > 0 && time <= DAY ? time : undefined;
}
