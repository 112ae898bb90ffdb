/** A country by its two letters and its name for readers of a language. */
export interface NamedCountry {
  code: string;
  name: string;
}

/** Countries named and sorted for readers of a language; by the browser's own names. */
export function namedCountries(codes: readonly string[], language: string): NamedCountry[] {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'code' });
  const sorter = new Intl.Collator(language);
  return codes
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((one, other) => sorter.compare(one.name, other.name));
}

/** The region of the first language tag that has one; undefined where none has. */
export function countryOfLanguages(tags: readonly string[]): string | undefined {
  for (const tag of tags) {
    try {
      const { region } = new Intl.Locale(tag);
      if (region !== undefined && /^[A-Z]{2}$/.test(region)) return region;
    } catch {
      // Not a language tag: the next one may be.
    }
  }
  return undefined;
}
