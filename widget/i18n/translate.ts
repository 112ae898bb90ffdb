import type { ErrorCode } from '../../shared/errors.ts';
import type { en } from './en.ts';
import type { deferredEnglish } from './locales/en-more.ts';

export type MessageKey = keyof typeof en | keyof typeof deferredEnglish;
/** A key whose text depends on a count: `key.one`, `key.other` and what else the language tells apart. */
type CountedKey<Key = MessageKey> = Key extends `${infer Base}.other` ? Base : never;
/** What a text is asked for by. */
export type TranslationKey = MessageKey | CountedKey;
/** The texts of a language, whole: forms for counts that English does not tell apart come on top. */
export type Messages = Readonly<
  Record<MessageKey, string> & Partial<Record<`${CountedKey}.${'zero' | 'two' | 'few' | 'many'}`, string>>
>;

/** A text by its key, with values put in; by `count` where the text depends on one. */
export type Translate = (key: TranslationKey, values?: Readonly<Record<string, string | number>>) => string;

/**
 * Texts of a language with the shop's own laid over them. A count of one takes `key.one` also where the language has a
 * single form: `every month` is no plural of anything.
 */
export function createTranslate(
  messages: Readonly<Record<string, string>>,
  labels: Readonly<Record<string, string | undefined>> | null | undefined,
  language: string,
): Translate {
  const find = (key: string): string | undefined => labels?.[key] ?? messages[key];
  return (key, values = {}) => {
    const form = values['count'] === undefined ? '' : formOf(Number(values['count']), language);
    const text = find(`${key}.${form}`) ?? find(key) ?? find(`${key}.other`) ?? find(fallbackOf(key)) ?? '';
    return text.replace(/\{(\w+)\}/g, (whole, name: string) => put(values[name] ?? whole, language));
  };
}

/** Among letters that run from right to left a name or an order number keeps its own direction. */
function put(value: string | number, language: string): string {
  return isRightToLeft(language) && typeof value === 'string' ? `\u2068${value}\u2069` : String(value);
}

export function isRightToLeft(language: string): boolean {
  return /^(ar|he)/.test(language);
}

function formOf(count: number, language: string): string {
  return count === 1 ? 'one' : new Intl.PluralRules(language).select(count);
}

/** The key of the nearest text for a text that does not exist or is not loaded. */
function fallbackOf(key: string): string {
  return key.startsWith('decline.') ? 'decline.declined' : '';
}

/** The key of an error's sentence for shoppers; many codes have none of their own. */
export function errorMessageKey(code: ErrorCode): MessageKey {
  if (code === 'gateway_unreachable' || code === 'store_unavailable') return 'error.not_sent';
  return (code === 'gateway_misconfigured' ? 'error.unavailable' : `error.${code}`) as MessageKey;
}
