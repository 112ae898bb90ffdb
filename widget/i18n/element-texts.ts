import { ENGLISH, loadLanguage, loadRestOfEnglish, type Language } from './language.ts';
import { createTranslate, type Messages, type Translate } from './translate.ts';

/** The longest that a form waits for its language, in ms; it is shown in English then, and turns when it comes. */
const PATIENCE = 3_000;

/** The element's words: the form's in English at once, all others and other languages when they have come. */
export class ElementTexts {
  language: Language = ENGLISH;
  readonly #onChange: () => void;
  #wanted = '';
  #whole = false;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Turns to a language; resolves when it is there, or was waited for long enough. */
  async use(tag: string): Promise<void> {
    if (tag === this.#wanted) return;
    this.#wanted = tag;
    const coming = loadLanguage(tag).then(async (language) => {
      if (tag === this.#wanted) this.#take(language);
      if (this.#whole) await this.loadRest();
    });
    await Promise.race([coming, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
  }

  /** Loads what comes after the form of a card as well. Never rejects: an unknown text has one that stands for it. */
  async loadRest(): Promise<void> {
    this.#whole = true;
    const { language } = this;
    const whole = await loadRestOfEnglish(language).catch(() => language);
    if (this.language === language) this.#take(whole);
  }

  translate(labels: Partial<Messages>): Translate {
    return createTranslate(this.language.messages, labels, this.language.tag);
  }

  #take(language: Language): void {
    this.language = language;
    this.#onChange();
  }
}
