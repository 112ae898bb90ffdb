import { en } from './en.ts';
import { readLanguage, type ConsoleLanguage } from './languages.ts';
import type { Texts } from './text-types.ts';

/** Each language but English is a file of its own. */
export const LANGUAGE_LOADERS: Readonly<Record<Exclude<ConsoleLanguage, 'en'>, () => Promise<Texts>>> = {
  de: async () => (await import('./de.ts')).de,
  es: async () => (await import('./es.ts')).es,
  fr: async () => (await import('./fr.ts')).fr,
  pt: async () => (await import('./pt.ts')).pt,
};

/** The language of this page. */
export const language = readLanguage();

/** Every text of the console, in the language of this page once {@link loadConsoleTexts} resolves. */
export const texts: Texts = { ...en };

/** Loads the language of this page. Screens load after it; what loads before reads `texts` when it renders. */
export async function loadConsoleTexts(): Promise<void> {
  if (language === 'en') return;
  // The build puts the loader of chunks at the end of this script, so the import waits until the script has run.
  await Promise.resolve();
  try {
    Object.assign(texts, await LANGUAGE_LOADERS[language]());
  } catch {
    // English stays.
  }
}
