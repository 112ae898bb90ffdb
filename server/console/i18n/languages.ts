/** The languages of the console, each with its own name. */
export const LANGUAGES = { en: 'English', de: 'Deutsch', es: 'Español', fr: 'Français', pt: 'Português' } as const;

export type ConsoleLanguage = keyof typeof LANGUAGES;

const STORAGE_KEY = 'tillgate-console-language';

function isLanguage(text: string): text is ConsoleLanguage {
  return Object.hasOwn(LANGUAGES, text);
}

/** The language that the user chose, or the first of the browser's languages that the console speaks. */
export function readLanguage(): ConsoleLanguage {
  if (typeof document === 'undefined') return 'en';
  const chosen = readStored();
  const wanted = [...(chosen === null ? [] : [chosen]), ...navigator.languages];
  return wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en';
}

function readStored(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

/** Stores the choice and reloads the page in that language. */
export function switchLanguage(language: string): void {
  try {
    localStorage.setItem(STORAGE_KEY, language);
  } catch {
    // Without storage the browser's language stays.
  }
  location.reload();
}
