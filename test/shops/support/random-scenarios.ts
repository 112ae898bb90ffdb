import { pickRunSize } from '../../support/full-size.ts';

export const SCENARIO_COUNT = pickRunSize(20, 200);

/**
 * Runs rounds of each kind once, then of any kind, in an order that TILLGATE_FUZZ_SEED repeats.
 * @param check what holds after each round
 */
export async function runRandomScenarios<T>(
  kinds: Readonly<Record<string, () => Promise<T>>>,
  check: () => Promise<void>,
): Promise<{ seed: number; results: T[] }> {
  const seed = Number(process.env['TILLGATE_FUZZ_SEED'] ?? Date.now() % 1_000_000);
  const random = createRandom(seed);
  const names = Object.keys(kinds);
  const results: T[] = [];
  for (let round = 1; round <= SCENARIO_COUNT; round += 1) {
    const name = round <= names.length ? names[round - 1]! : names[Math.floor(random() * names.length)]!;
    try {
      results.push(await kinds[name]!());
      await check();
    } catch (cause) {
      throw new Error(`round ${String(round)} (${name}), seed ${String(seed)}`, { cause });
    }
  }
  return { seed, results };
}

/** A generator of numbers from 0 to 1 that a seed repeats (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
