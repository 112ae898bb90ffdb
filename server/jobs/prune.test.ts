import { expect, test } from 'vitest';
import { PRUNED_RECORD_KINDS, type PrunedRecordKind } from '../store/prune.ts';
import { pruneExpiredRecords, runPruneJob } from './prune.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2030, 0, 1);
const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

/** A store in which there is so much of each to forget. */
function storeWith(amount: number): {
  asked: Map<PrunedRecordKind, number>;
  prune: Parameters<typeof pruneExpiredRecords>[0]['store']['prune'];
} {
  const left = new Map<PrunedRecordKind, number>(PRUNED_RECORD_KINDS.map((what) => [what, amount]));
  const asked = new Map<PrunedRecordKind, number>();
  return {
    asked,
    prune({ what, before, limit }) {
      asked.set(what, before);
      const deleted = Math.min(limit, left.get(what)!);
      left.set(what, left.get(what)! - deleted);
      return Promise.resolve({ deleted, more: left.get(what)! > 0 });
    },
  };
}

test('each kind is forgotten to its end, by its own age', async () => {
  const store = storeWith(1_100);
  const { deleted, isDone } = await pruneExpiredRecords(
    { store, log: silent, now: () => NOW },
    { days: 90, auditDays: 730 },
  );
  expect(isDone).toBe(true);
  expect(deleted).toEqual(Object.fromEntries(PRUNED_RECORD_KINDS.map((what) => [what, 1_100])));
  for (const what of PRUNED_RECORD_KINDS) expect(store.asked.get(what)).toBe(NOW - (what === 'audit' ? 730 : 90) * DAY);
});

test('0 days keep everything', async () => {
  const store = storeWith(5);
  const { deleted } = await pruneExpiredRecords({ store, log: silent, now: () => NOW }, { days: 0, auditDays: 0 });
  expect(Object.values(deleted)).toEqual(PRUNED_RECORD_KINDS.map(() => 0));
  expect(store.asked.size).toBe(0);
});

/** What the daily job needs, at a moment, with the memory of the last run. */
function dailyAt(now: number, last?: number): Parameters<typeof runPruneJob>[0] & ReturnType<typeof storeWith> {
  let pruned = last;
  const store = {
    ...storeWith(3),
    findPruned: () => Promise.resolve(pruned),
    keepPruned: (at: number) => Promise.resolve(void (pruned = at)),
  };
  return {
    ...store,
    store,
    log: silent,
    now: () => now,
    retention: { days: 90, auditDays: 730 },
    drain: { isOn: false },
  };
}

test('a run that has no time left, or whose process is about to end, goes on soon; one that is done tomorrow', async () => {
  const deps = dailyAt(NOW);
  expect(await runPruneJob({ ...deps, drain: { isOn: true } }, { run_at: NOW })).toBe(NOW + 1_000);
  expect(await deps.store.findPruned(), 'the same is left to do').toBeUndefined();
  expect(await runPruneJob(deps, { run_at: NOW })).toBe(NOW + DAY);
  expect(await deps.store.findPruned()).toBe(NOW);
  const short = await pruneExpiredRecords({ ...deps, store: storeWith(3) }, deps.retention, { limitMs: -1 });
  expect(short).toMatchObject({ isDone: false, deleted: { sessions: 0 } });
});

test('a clock that is far ahead is believed for two days more than the last run, each time', async () => {
  const deps = dailyAt(NOW + 100 * DAY, NOW);
  for (const days of [2, 4]) {
    expect(await runPruneJob(deps, { run_at: NOW + 100 * DAY })).toBe(NOW + 101 * DAY);
    expect(deps.asked.get('sessions')).toBe(NOW + (days - 90) * DAY);
  }
});

test('before the first run the plan gives the time', async () => {
  const deps = dailyAt(NOW + 100 * DAY);
  await runPruneJob(deps, { run_at: NOW });
  expect(deps.asked.get('audit')).toBe(NOW + (2 - 730) * DAY);
});

test('a clock that is put right is believed at once', async () => {
  const deps = dailyAt(NOW, NOW + 4 * DAY);
  expect(await runPruneJob(deps, { run_at: NOW + 101 * DAY })).toBe(NOW + DAY);
  expect(deps.asked.get('answers')).toBe(NOW - 90 * DAY);
  expect(await deps.store.findPruned()).toBe(NOW);
});
