import { MARKETS, encodeAmount, type MarketCurrency } from '../products.ts';
import { en, type Texts } from './en.ts';
import type { Language } from './language.ts';
import { ptBR } from './pt-br.ts';

/** A language of the pages: its texts, and how it writes amounts and days. */
export interface Locale {
  language: Language;
  texts: Texts;
  formatHundredths: (hundredths: bigint, currency: MarketCurrency) => string;
  /** Formats an amount of the companion's API, as the element does. */
  formatApiAmount: (amount: string, currency: MarketCurrency) => string;
  /** Formats the day of an ISO time, which does not break: `23 Nov 2026`. */
  formatDay: (time: string) => string;
  /** Two days as they stand in a sentence: `1` and `3 December`, or `30 November` and `2 December`. */
  formatDaysOfYear: (from: Date, to: Date) => readonly [string, string];
  countryNameOf: (country: string) => string;
}

/** Of a language as Intl knows it; days are written as in Britain. */
function createLocale(language: Language, texts: Texts, dayLanguage: string): Locale {
  const inUtc = { timeZone: 'UTC' } as const;
  const days = new Intl.DateTimeFormat(dayLanguage, { ...inUtc, dateStyle: 'medium' });
  const dayAndMonth = new Intl.DateTimeFormat(dayLanguage, { ...inUtc, day: 'numeric', month: 'long' });
  const countries = new Intl.DisplayNames(language, { type: 'region' });
  const formatApiAmount: Locale['formatApiAmount'] = (amount, currency) =>
    new Intl.NumberFormat(language, { style: 'currency', currency }).format(Number(amount));
  return {
    language,
    texts,
    formatApiAmount,
    formatHundredths: (hundredths, currency) => formatApiAmount(encodeAmount(hundredths), currency),
    formatDay: (time) => withoutBreaks(days.format(new Date(time.slice(0, 10)))),
    formatDaysOfYear: (from, to) => {
      const isOneMonth = from.getUTCMonth() === to.getUTCMonth();
      const first = isOneMonth ? String(from.getUTCDate()) : dayAndMonth.format(from);
      return [withoutBreaks(first), withoutBreaks(dayAndMonth.format(to))];
    },
    countryNameOf: (country) => countries.of(country) ?? country,
  };
}

const withoutBreaks = (text: string): string => text.replaceAll(' ', '\u00a0');

const LOCALES: Readonly<Record<Language, Locale>> = {
  en: createLocale('en', en, 'en-GB'),
  'pt-BR': createLocale('pt-BR', ptBR, 'pt-BR'),
};

/** The language of what is for developers. */
export const ENGLISH = LOCALES.en;

/** The language that the shop speaks where it sells in a currency. */
export function localeOf(currency: MarketCurrency): Locale {
  return LOCALES[MARKETS[currency].language];
}
