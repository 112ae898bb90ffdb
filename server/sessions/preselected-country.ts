import type { MethodView } from '../../shared/contract/index.ts';

/** Methods of one country. */
const METHOD_COUNTRIES: Readonly<Record<string, string>> = {
  pix: 'BR',
  boleto: 'BR',
  oxxo: 'MX',
  upi: 'IN',
  blik: 'PL',
};

/**
 * The country in which a form's fields of countries start: that of the methods that ask for one, if they share it, or else
 * the currency's; two letters, undefined where neither names one.
 */
export function preselectedCountryOf(methods: readonly MethodView[], currency: string): string | undefined {
  const asking = methods.filter(({ fields }) => fields.some(({ path }) => path.endsWith('country')));
  const [country, ...others] = new Set(asking.map(({ method }) => METHOD_COUNTRIES[method]));
  if (country !== undefined && others.length === 0) return country;
  // A currency begins with its country, but for those of several countries, and of one that is no more.
  return /^(EU|X|AN)/.test(currency) ? undefined : currency.slice(0, 2);
}
