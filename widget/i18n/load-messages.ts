import { en, type Messages } from './en.ts';

/** Languages besides English, by their tag or its first part; each comes as a chunk of its own. */
const LOADERS: Readonly<Record<string, () => Promise<Messages>>> = {};

/** The texts of a language; English where there are none, or while they cannot be had. */
export async function loadMessages(tag: string): Promise<Messages> {
  const load = LOADERS[tag] ?? LOADERS[tag.replace(/-.*/, '')];
  try {
    return (await load?.()) ?? en;
  } catch {
    // Paying in English is better than not paying.
    return en;
  }
}
