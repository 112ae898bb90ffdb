import type { Bank } from '../../shared/contract/index.ts';

/** Letters that do not come apart into a plain one and a sign. */
const PLAIN = 'lodi';

/** A text without case and accents, for comparing. */
export function foldCaseAndAccents(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[łøđı]/g, (letter) => PLAIN.charAt('łøđı'.indexOf(letter)))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** The banks whose names or codes hold every word of a query; those that start with it come first. */
export function searchBanks(banks: readonly Bank[], query: string): Bank[] {
  const wanted = foldCaseAndAccents(query);
  const words = wanted.split(' ');
  const found = banks.filter((bank) => {
    const text = foldCaseAndAccents(`${bank.name} ${bank.code}`);
    return words.every((word) => text.includes(word));
  });
  const starts = (bank: Bank): number => Number(!foldCaseAndAccents(bank.name).startsWith(wanted));
  return found.sort((one, other) => starts(one) - starts(other));
}
