import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
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

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** A batch that does not gather begins at the end of its turn. */
async function turn(): Promise<void> {
  for (let rest = 3; rest > 0; rest -= 1) await setImmediate();
}

/** A batch that gathers begins after 2 ms. */
async function gather(): Promise<void> {
  await turn();
  vi.advanceTimersByTime(2);
  await turn();
}

test('calls of one turn share a run, and each gets its own output', async () => {
  const { runs, call } = createRecordedBatch();
  const outputs = Promise.all(['a', 'b', 'c'].map(call));
  await turn();
  expect(runs.map(({ inputs }) => inputs)).toEqual([['a', 'b', 'c']]);
  runs[0]!.end();
  expect(await outputs).toEqual(['A', 'B', 'C']);
});

test('a call that comes alone runs at once, one beside a run gathers others', async () => {
  const { runs, call } = createRecordedBatch();
  const outputs = [call('a')];
  await turn();
  expect(runs.map(({ inputs }) => inputs)).toEqual([['a']]);
  outputs.push(call('b'));
  await turn();
  expect(runs).toHaveLength(1);
  outputs.push(call('c'));
  await gather();
  expect(runs).toHaveLength(2);
  expect(runs[1]!.inputs).toEqual(['b', 'c']);
  for (const { end } of runs) end();
  expect(await Promise.all(outputs)).toEqual(['A', 'B', 'C']);
});

test('calls gather after a shared run, until one of them comes alone', async () => {
  const { runs, call } = createRecordedBatch();
  const outputs = ['a', 'b'].map(call);
  await turn();
  runs[0]!.end();
  await Promise.all(outputs);
  const lone = call('c');
  await turn();
  expect(runs).toHaveLength(1);
  await gather();
  expect(runs).toHaveLength(2);
  runs[1]!.end();
  expect(await lone).toBe('C');
  const next = call('d');
  await turn();
  expect(runs).toHaveLength(3);
  runs[2]!.end();
  expect(await next).toBe('D');
});

test('calls that come while two runs are under way wait and share the next one', async () => {
  const { runs, call } = createRecordedBatch();
  const outputs = [call('a')];
  await turn();
  outputs.push(call('b'));
  await gather();
  expect(runs).toHaveLength(2);
  outputs.push(call('c'), call('d'));
  await gather();
  expect(runs.map(({ inputs }) => inputs)).toEqual([['a'], ['b']]);
  runs[1]!.end();
  await gather();
  expect(runs.map(({ inputs }) => inputs)).toEqual([['a'], ['b'], ['c', 'd']]);
  runs[0]!.end();
  runs[2]!.end();
  expect(await Promise.all(outputs)).toEqual(['A', 'B', 'C', 'D']);
});

test('a run takes at most 64 calls', async () => {
  const { runs, call } = createRecordedBatch();
  const outputs = Promise.all(Array.from({ length: 100 }, (_, index) => call(String(index))));
  await gather();
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
  await gather();
  expect(runs.map(({ inputs }) => inputs)).toEqual([['a1', 'c1'], ['a1']]);
  runs[0]!.end();
  await gather();
  expect(runs).toHaveLength(3);
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
  await gather();
  expect(runs).toHaveLength(2);
  runs[1]!.end();
  expect(await next).toBe('C');
});
