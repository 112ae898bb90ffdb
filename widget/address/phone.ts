import { digitsOf } from '../fields/digits.ts';
import { loadPhoneFormats } from './load-address-data.ts';

/** How a country writes its numbers. */
interface PhoneRules {
  calling: string;
  lengths: readonly string[];
  pattern: string;
  prefix: string;
  transform: string;
  example: string;
  formats: readonly string[];
}

/** A number that a country's rules allow. */
export interface PhoneNumber {
  country: string;
  /** Digits of the country's code, such as `55`. */
  calling: string;
  /** Digits after the country's code, without the prefix that is dialled inside the country. */
  national: string;
  /** `+`, the country's code and the number: `+5511961234567`. */
  e164: string;
}

type PhoneData = Awaited<ReturnType<typeof loadPhoneFormats>>;

/** Reads numbers as people type them and writes them as they expect them. */
export class PhoneNumberParser {
  readonly #data: PhoneData;

  private constructor(data: PhoneData) {
    this.#data = data;
  }

  /** @throws where the data cannot be fetched */
  static async load(): Promise<PhoneNumberParser> {
    return new PhoneNumberParser(await loadPhoneFormats());
  }

  /** Countries with phone numbers, by their two letters. */
  get countries(): string[] {
    return Object.keys(this.#data.phoneFormats);
  }

  /** Digits of a country's calling code; empty where it has none. */
  callingOf(country: string): string {
    return this.#rules(country).calling;
  }

  /** A number as it is written inside the country, such as an unassigned one. */
  exampleOf(country: string): string {
    return this.#write(this.#rules(country), this.#rules(country).example, country);
  }

  /** Reads a number typed for a country or with a calling code; undefined where no rule allows it. */
  parse(text: string, country: string): PhoneNumber | undefined {
    const typed = text.normalize('NFKC').trim();
    const digits = digitsOf(typed);
    const { calling } = this.#rules(country);
    const abroad = /^\+|^00/.test(typed) ? digits.replace(/^00/, '') : undefined;
    if (abroad !== undefined) return this.#parseAbroad(abroad, country);
    const found = this.#inside(digits, country);
    if (found !== undefined || calling === '' || !digits.startsWith(calling)) return found;
    // Pasted with its calling code, but without the plus.
    return this.#inside(digits.slice(calling.length), country);
  }

  /** A number as it is written inside its country: `(11) 96123-4567`. */
  format({ national, country }: PhoneNumber): string {
    return this.#write(this.#rules(country), national, country);
  }

  /** The digits of a number's area, and those that follow; no area where the country writes none apart. */
  split({ national, country }: PhoneNumber): { area: string; number: string } {
    const { formats } = this.#rules(country);
    const [groups = ''] = this.#formatFor(formats, national) ?? [];
    const area = exactly(groups).exec(national)?.[1] ?? '';
    return area === national ? { area: '', number: national } : { area, number: national.slice(area.length) };
  }

  #parseAbroad(digits: string, country: string): PhoneNumber | undefined {
    const calling = this.countries
      .map((other) => this.callingOf(other))
      .find((code) => code && digits.startsWith(code));
    if (calling === undefined) return undefined;
    // Countries with one calling code share their rules for the most part; the chosen one goes first.
    const sharing = this.countries.filter((other) => this.callingOf(other) === calling);
    const rank = (other: string): number => Number(other === country) * 2 + Number(other === this.#mainOf(calling));
    sharing.sort((one, other) => rank(other) - rank(one));
    for (const other of sharing) {
      const found = this.#inside(digits.slice(calling.length), other, false);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** `local`: typed as one dials in the country, where short forms stand for longer numbers. */
  #inside(digits: string, country: string, local = true): PhoneNumber | undefined {
    const rules = this.#rules(country);
    const national = [digits, stripped(digits, rules, local)].find((candidate) => fits(candidate, rules));
    if (rules.calling === '' || national === undefined) return undefined;
    return { country, calling: rules.calling, national, e164: `+${rules.calling}${national}` };
  }

  #write(rules: PhoneRules, national: string, country: string): string {
    const main = this.#mainOf(rules.calling);
    const formats = rules.formats.length === 0 && main !== undefined ? this.#rules(main).formats : rules.formats;
    const found = this.#formatFor(formats, national);
    if (found === undefined) return national;
    const [groups = '', format = '', , rule = ''] = found;
    // Where the prefix belongs to the written form, it stands in the rule that wraps the first group.
    const whole = rule === '' ? format : format.replace('$1', () => rule);
    const text = national.replace(exactly(groups), whole);
    return this.#inside(digitsOf(text), country)?.national === national ? text : national;
  }

  #formatFor(formats: readonly string[], national: string): string[] | undefined {
    return formats
      .map((format) => format.split('@'))
      .find(
        ([groups = '', , leading = '']) =>
          new RegExp(`^(?:${leading})`).test(national) && exactly(groups).test(national),
      );
  }

  #mainOf(calling: string): string | undefined {
    return this.#data.mainCountriesByCallingCode[calling];
  }

  #rules(country: string): PhoneRules {
    const [calling = '', lengths = '', pattern = '', prefix = '', transform = '', example = '', ...formats] = (
      this.#data.phoneFormats[country] ?? ''
    ).split(';');
    return { calling, lengths: lengths.split(','), pattern, prefix, transform, example, formats };
  }
}

/** A pattern for nothing but what it says. */
function exactly(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})$`);
}

function fits(national: string, { lengths, pattern }: PhoneRules): boolean {
  return lengths.includes(String(national.length)) && exactly(pattern).test(national);
}

/** A number without the prefix that is dialled inside the country, and as the country's rule changes it. */
function stripped(digits: string, { prefix, transform }: PhoneRules, local: boolean): string {
  const match = prefix === '' ? null : new RegExp(`^(?:${prefix})`).exec(digits);
  if (match === null) return digits;
  // The rule counts only where the number has the part that it is about.
  const changes = transform !== '' && match.slice(1).some(Boolean);
  if (changes && !local) return digits;
  return changes ? digits.replace(new RegExp(`^(?:${prefix})`), transform) : digits.slice(match[0].length);
}
