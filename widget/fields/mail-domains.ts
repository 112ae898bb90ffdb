/** Domains that many people have their mail at. */
const DOMAINS = 'gmail.com hotmail.com outlook.com yahoo.com icloud.com'.split(' ');
/** Providers that are one letter away from these. */
const PROVIDERS = /^([aeqy]?mail|cloud)\.com$/;

/**
 * The address with its domain as it was probably meant, such as `ana@gmail.com` for `ana@gmial.com`; undefined where no
 * domain differs by one letter or by two swapped ones.
 */
export function suggestEmailCorrection(address: string): string | undefined {
  const [name = '', domain = ''] = address.trim().split('@');
  const typed = domain.toLowerCase();
  if (typed === '' || DOMAINS.includes(typed) || PROVIDERS.test(typed)) return undefined;
  const meant = DOMAINS.find((known) => isOneSlip(typed, known));
  return meant && `${name}@${meant}`;
}

function isOneSlip(one: string, other: string): boolean {
  let at = 0;
  while (one[at] === other[at]) at += 1;
  const [rest, otherRest] = [one.slice(at), other.slice(at)];
  return [rest.slice(1), rest, `${rest[1] ?? ''}${rest[0] ?? ''}${rest.slice(2)}`].some(
    (fixed) => fixed === otherRest || fixed === otherRest.slice(1),
  );
}
