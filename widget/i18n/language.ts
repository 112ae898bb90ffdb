import { en } from './en.ts';
import { isRightToLeft, type Messages } from './translate.ts';

/** Texts and the way they are read. */
export interface Language {
  /** The language of the texts, such as `pt-BR`; for `lang` and for plurals. */
  tag: string;
  dir: 'ltr' | 'rtl';
  messages: Readonly<Record<string, string>>;
}

/** What is there before anything was loaded. */
export const ENGLISH: Language = { tag: 'en', dir: 'ltr', messages: en };

/** Languages besides English; each comes as a chunk of its own. */
export const LANGUAGE_LOADERS: Readonly<Record<string, () => Promise<{ messages: Messages }>>> = {
  ar: () => import('./locales/ar.ts'),
  de: () => import('./locales/de.ts'),
  es: () => import('./locales/es.ts'),
  fr: () => import('./locales/fr.ts'),
  he: () => import('./locales/he.ts'),
  id: () => import('./locales/id.ts'),
  it: () => import('./locales/it.ts'),
  ja: () => import('./locales/ja.ts'),
  ko: () => import('./locales/ko.ts'),
  nl: () => import('./locales/nl.ts'),
  pl: () => import('./locales/pl.ts'),
  'pt-BR': () => import('./locales/pt-BR.ts'),
  th: () => import('./locales/th.ts'),
  tr: () => import('./locales/tr.ts'),
  vi: () => import('./locales/vi.ts'),
  'zh-Hans': () => import('./locales/zh-Hans.ts'),
  'zh-Hant': () => import('./locales/zh-Hant.ts'),
};

/** The tag with its region as Intl takes it: `pt_BR` becomes `pt-BR`. A tag that Intl does not know becomes `en`. */
export function toIntlLocale(tag: string): string {
  try {
    return Intl.NumberFormat.supportedLocalesOf(tag.replace(/[.@].*/, '').replaceAll('_', '-'))[0] ?? 'en';
  } catch {
    return 'en';
  }
}

/** Languages whose former tags some browsers still send. */
const OLD_NAMES: Readonly<Record<string, string>> = { iw: 'he', in: 'id' };

/**
 * The name under which a language's texts stand; undefined where there are none: `fr-CH` is read in `fr`. By the letters
 * alone: asking Intl would take longer than drawing the form.
 */
export function findLanguageTag(tag: string): string | undefined {
  const [said = '', ...parts] = tag.toLowerCase().split(/[-_.@]/);
  const language = OLD_NAMES[said] ?? said;
  const isTraditional = !parts.includes('hans') && parts.some((part) => /^(hant|tw|hk|mo)$/.test(part));
  const name = language === 'pt' ? 'pt-BR' : language === 'zh' ? `zh-${isTraditional ? 'Hant' : 'Hans'}` : language;
  return Object.hasOwn(LANGUAGE_LOADERS, name) ? name : undefined;
}

/** The texts of a language; English where there are none, or while they cannot be had. */
export async function loadLanguage(tag: string): Promise<Language> {
  const name = findLanguageTag(tag) ?? '';
  try {
    const loaded = await LANGUAGE_LOADERS[name]?.();
    if (loaded === undefined) return ENGLISH;
    return { tag: name, dir: isRightToLeft(name) ? 'rtl' : 'ltr', messages: loaded.messages };
  } catch {
    // Paying in English is better than not paying.
    return ENGLISH;
  }
}

/** The English texts that come after the form of a card, which the other languages have in one. */
export async function loadRestOfEnglish(language: Language): Promise<Language> {
  if (language.tag !== 'en') return language;
  const { deferredEnglish } = await import('./locales/en-more.ts');
  return { ...language, messages: { ...en, ...deferredEnglish } };
}
