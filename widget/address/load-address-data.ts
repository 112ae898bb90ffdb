import type * as ShapeModule from '../../shared/address-formats.ts';
import type * as DocumentModule from './data/documents.ts';
import type * as PhoneModule from './data/phones.ts';

/** A state, province or other part of a country that addresses name. */
export interface Region {
  /** As ISO 3166-2 has it after the country, where it does: `SP`, `13`. */
  code: string;
  name: string;
}

const known = new Map<string, Promise<unknown>>();

/** Fetches once; a failed fetch is tried again the next time. */
function once<T>(key: string, load: () => Promise<T>): Promise<T> {
  const loading = known.get(key) ?? load();
  known.set(key, loading);
  loading.catch(() => known.delete(key));
  return loading as Promise<T>;
}

/** How each country writes addresses. */
export function loadAddressFormats(): Promise<typeof ShapeModule> {
  return once('shapes', () => import('../../shared/address-formats.ts'));
}

/** How each country writes phone numbers. */
export function loadPhoneFormats(): Promise<typeof PhoneModule> {
  return once('phones', () => import('./data/phones.ts'));
}

/** The identity documents of the countries, and how they are checked. */
export function loadIdentityDocuments(): Promise<typeof DocumentModule> {
  return once('documents', () => import('./data/documents.ts'));
}

/** A country's regions, named for readers of a language and sorted for them; none where its addresses name none. */
export async function loadRegions(country: string, language: string): Promise<readonly Region[]> {
  const { regionLoaders } = await once('regions', () => import('./data/region-loaders.ts'));
  const load = regionLoaders[country];
  if (load === undefined) return [];
  const { regions } = await once(country, load);
  const [spoken = '', ...entries] = regions.split('|');
  const isLocal = language.startsWith(spoken.slice(0, 2));
  const sorter = new Intl.Collator(language);
  return entries
    .map((entry) => {
      const [code = '', name = '', latin = name] = entry.split(':');
      return { code, name: isLocal ? name : latin };
    })
    .sort((one, other) => sorter.compare(one.name, other.name));
}
