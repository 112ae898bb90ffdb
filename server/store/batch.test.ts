import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createBatch } from './batch.ts';

/** A batch that writes down what ran together and ends a run when it is told to. */
function createRecordedBatch(keys: Pick<Parameters<typeof createBatch<string, string>>[0], 'keyOf' | 'groupOf'> = {}) {
  const runs: { inputs: readonly string[]; end: () => void; fail: (error: Error) => void }[] = [];
  const call = createBatch<string, string>({
    run: (inputs) =>
      new Promise((resolve, reject) => {
        runs.push({ inputs, end: () => resolve(inputs.map((input) => input.toUpperCase())), fail: reject });
      }),
    atOnce: 2,
    ...keys,
  });
  return { runs, call };
}

/** A batch begins at the end of its turn. */
async function turn(): Promise<void> {
  for (let rest = 3; rest > 0; rest -= 1) await setImmediate();
}

test('calls of one turn share a run, and each gets its own output', async () => {
  const { runs, call } = createRecordedBatch();
  const outputs = Promise.all(['a', 'b', 'c'].map(call));
  await turn();
  expect(runs.map(({ inputs }) => inputs)).toEqual([['a', 'b', 'c']]);
  runs[0]!.end();
  expect(await outputs).toEqual(['A', 'B', 'C']);
});

test('calls that come while two runs are under way wait and share the next one', async () => {
  const { runs, call } = createRecordedBatch();
  const outputs: Promise<string>[] = [];
  for (const input of ['a', 'b', 'c', 'd']) {
    outputs.push(call(input));
    await turn();
  }
  expect(runs.map(({ inputs }) => inputs)).toEqual([['a'], ['b']]);
  runs[1]!.end();
  await turn();
  expect(runs.map(({ inputs }) => inputs)).toEqual([['a'], ['b'], ['c', 'd']]);
  runs[0]!.end();
  runs[2]!.end();
  expect(await Promise.all(outputs)).toEqual(['A', 'B', 'C', 'D']);
});

test('a run takes at most 64 calls', async () => {
  const { runs, call } = createRecordedBatch();
  const outputs = Promise.all(Array.from({ length: 100 }, (_, index) => call(String(index))));
  await turn();
  expect(runs.map(({ inputs }) => inputs.length)).toEqual([64, 36]);
  for (const { end } of runs) end();
  expect(await outputs).toHaveLength(100);
});

test('calls of one key never share a run, and a run has calls of one group only', async () => {
  const { runs, call } = createRecordedBatch({
    keyOf: (input) => input.slice(0, 1),
    groupOf: (input) => input.slice(1),
  });
  const outputs = Promise.all(['a1', 'a1', 'b2', 'c1'].map(call));
  await turn();
  expect(runs.map(({ inputs }) => inputs)).toEqual([['a1', 'c1'], ['a1']]);
  runs[0]!.end();
  await turn();
  expect(runs[2]!.inputs).toEqual(['b2']);
  for (const { end } of runs) end();
  expect(await outputs).toEqual(['A1', 'A1', 'B2', 'C1']);
});

test('a run that fails fails all its calls, and the next one runs', async () => {
  const { runs, call } = createRecordedBatch();
  const outputs = Promise.allSettled(['a', 'b'].map(call));
  await turn();
  const fault = new Error('the connection is lost');
  runs[0]!.fail(fault);
  expect(await outputs).toEqual([
    { status: 'rejected', reason: fault },
    { status: 'rejected', reason: fault },
  ]);
  const next = call('c');
  await turn();
  runs[1]!.end();
  expect(await next).toBe('C');
});
