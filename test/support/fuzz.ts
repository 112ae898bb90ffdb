import fc from 'fast-check';
import { recordPromiseFigures } from './promise-figures.ts';

/** The same seed in every run, so that failures repeat. */
const SEED = Number(process.env['TILLGATE_FUZZ_SEED'] ?? '20270101');

/** The least number of cases of each property; 100000 for a long run. */
const RUNS = Number(process.env['TILLGATE_FUZZ_RUNS'] ?? '0');

/** The number of cases of a property whose usual number is `usual`. */
export const fuzzRunCount = (usual: number): number => Math.max(usual, RUNS);

/** The timeout of a test whose cases take `each` ms. */
export const fuzzTimeout = (usual: number, each: number): number => 60_000 + fuzzRunCount(usual) * each;

/** Checks a property for many cases and counts them for a promise. A failure prints its seed and path. */
export async function checkProperty<Values extends [unknown, ...unknown[]]>(
  promise: number,
  usual: number,
  property: fc.IRawProperty<Values>,
): Promise<void> {
  const numRuns = fuzzRunCount(usual);
  process.stdout.write(`fuzz: ${String(numRuns)} cases, seed ${String(SEED)}\n`);
  await fc.assert(property as fc.IAsyncProperty<Values>, { numRuns, seed: SEED });
  recordPromiseFigures(promise, { fuzz_cases: numRuns });
}

const TROUBLE = [
  '\u0000', '\u0007', '\n', '\r', '\t', '\u001b', '\u007f', '\u0085', '\u00a0', '\u200b', '\u200e', '\u202e', '\u2028',
  '\u2066', '\ufeff', '\uffff', '\ud800', '\udfff', '\u0301', 'é', 'e\u0301', 'ß', 'İ', '中', '😀', '👨‍👩‍👧', '#', ',', ';',
  '#,#', '#;#', '<', '>', '&', '"', "'", '\\', '/', '%', '%00', '=', '+', ' ', '__proto__', 'constructor', '0', '-1', '1e9',
  '4242424242424242', ']]>', '<![CDATA[', '<!--', '${', '{{',
]; // prettier-ignore

/** Hostile texts: separators, controls, surrogates and direction marks, beside plain ones. */
export const arbitraryHostileText = (maxLength = 30): fc.Arbitrary<string> =>
  fc.oneof(
    fc.string({ maxLength }),
    fc.string({ unit: 'binary', maxLength }),
    fc.array(fc.constantFrom(...TROUBLE), { maxLength: Math.min(maxLength, 8) }).map((parts) => parts.join('')),
  );

/** Visible ASCII without spaces, as ids are written. */
export const arbitraryId = (maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...'ABCxyz0189-_.'.split('')), minLength: 1, maxLength });

export const arbitraryAmount: fc.Arbitrary<string> = fc
  .bigInt({ min: 1n, max: 99_999_999_999_999n })
  .map((value) => `${String(value / 100n)}.${String(value % 100n).padStart(2, '0')}`);
