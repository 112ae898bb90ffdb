/** Sums and check digits that identity documents share. Values are ASCII digits and capitals. */

/** What a digit or letter counts: 0 to 9, and for letters the code point's distance from 0, as Brazil's CNPJ has it. */
export const characterValue = (sign: string): number => sign.charCodeAt(0) - 48;

/** Sum of each sign's worth times its weight; signs past the last weight do not count. */
export function weightedSum(value: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + weight * characterValue(value.charAt(index)), 0);
}

/** Weights written as a text of digits. */
export const parseWeights = (weights: string): number[] => Array.from(weights).map(Number);

/** Whether the sign after the weighed ones is the one that stands at `sum modulo` in a list of signs. */
export function hasCheckCharacter(value: string, weights: readonly number[], modulo: number, signs: string): boolean {
  return value.charAt(weights.length) === signs.charAt(weightedSum(value, weights) % modulo);
}

/** Weights from the right, 2 upwards and again from 2 after the highest, for all signs but the last. */
export function weightsFromTwoUpTo(value: string, highest: number): number[] {
  return Array.from({ length: value.length - 1 }, (_, index) => 2 + ((value.length - 2 - index) % (highest - 1)));
}
