import { en } from './en.ts';

/** Texts and the way they are read. */
export interface Language {
  /** The language of the texts, such as `pt-BR`; for `lang` and for plurals. */
  tag: string;
  dir: 'ltr' | 'rtl';
  messages: Readonly<Record<string, string>>;
}

/** What is there before anything was loaded. */
export const ENGLISH: Language = { tag: 'en', dir: 'ltr', messages: en };

type Loader = () => Promise<{ messages: Readonly<Record<string, string>> }>;

/** Languages besides English; each comes as a chunk of its own. */
const LOADERS: Readonly<Record<string, Loader>> = {};

/** Older names of languages, and scripts that a region implies. */
const ALIASES: Readonly<Record<string, string>> = { iw: 'he', in: 'id', pt: 'pt-BR', zh: 'zh-Hans' };

/** The name under which a language's texts stand; undefined where there are none: `fr-CH` is read in `fr`. */
export function findLanguage(tag: string, known: readonly string[] = Object.keys(LOADERS)): string | undefined {
  const [language = '', ...parts] = tag.split('-');
  const base = language.toLowerCase();
  if (base === 'zh') {
    const hant = parts.some((part) => /^(hant|tw|hk|mo)$/i.test(part)) && !parts.some((part) => /^hans$/i.test(part));
    return hant ? 'zh-Hant' : 'zh-Hans';
  }
  const name = ALIASES[base] ?? base;
  return known.includes(name) ? name : undefined;
}

/** The texts of a language; English where there are none, or while they cannot be had. */
export async function loadLanguage(tag: string): Promise<Language> {
  const name = findLanguage(tag);
  const load = name === undefined ? undefined : LOADERS[name];
  if (name === undefined || load === undefined) return ENGLISH;
  try {
    return { tag: name, dir: /^(ar|he)/.test(name) ? 'rtl' : 'ltr', messages: (await load()).messages };
  } catch {
    // Paying in English is better than not paying.
    return ENGLISH;
  }
}

/** The English texts that come after the form of a card, which the other languages have in one. */
export async function loadMore(language: Language): Promise<Language> {
  if (language.tag !== 'en') return language;
  const { enMore } = await import('./en-more.ts');
  return { ...language, messages: { ...en, ...enMore } };
}
