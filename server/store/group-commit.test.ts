import { setImmediate } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { createGroupCommit, type SavepointCommand } from './group-commit.ts';

/** A database of one list: what stands in `committed` is on disk. */
function createPagedList() {
  const committed: string[] = [];
  let open: string[] = [];
  let commits = 0;
  let mark = 0;
  const list = {
    committed,
    get commits() {
      return commits;
    },
    /** Thrown instead of the next commit. */
    trouble: undefined as Error | undefined,
    transact: async (work: (trx: string[]) => Promise<void>): Promise<void> => {
      open = [];
      await work(open);
      if (list.trouble !== undefined) throw list.trouble;
      commits += 1;
      committed.push(...open);
    },
    execute: (trx: string[], command: SavepointCommand): Promise<void> => {
      if (command === 'savepoint member') mark = trx.length;
      if (command === 'rollback to member') trx.splice(mark);
      return Promise.resolve();
    },
  };
  return list;
}

const adds = (value: string) => (trx: string[]) => {
  trx.push(value);
  return Promise.resolve(value);
};

describe('work that comes at the same time', () => {
  test('shares one commit, in the order in which it came', async () => {
    const list = createPagedList();
    const run = createGroupCommit(list.transact, list.execute);
    const values = ['a', 'b', 'c', 'd'];
    expect(await Promise.all(values.map((value) => run(adds(value))))).toEqual(values);
    expect(list.committed).toEqual(values);
    expect(list.commits).toBe(1);
  });

  test('takes savepoints only once some of it has failed', async () => {
    const list = createPagedList();
    const execute = vi.fn(list.execute);
    const run = createGroupCommit(list.transact, execute);
    await Promise.all(['a', 'b'].map((value) => run(adds(value))));
    expect(execute).not.toHaveBeenCalled();
    await Promise.allSettled([run(adds('c')), run(() => Promise.reject(new Error('no')))]);
    expect(execute.mock.calls.map(([, command]) => command)).toEqual([
      'savepoint member',
      'release member',
      'savepoint member',
      'rollback to member',
    ]);
    expect(list.committed).toEqual(['a', 'b', 'c']);
  });

  test('that fails is undone alone', async () => {
    const list = createPagedList();
    const run = createGroupCommit(list.transact, list.execute);
    const fails = (trx: string[]): Promise<never> => {
      trx.push('half');
      return Promise.reject(new Error('no'));
    };
    const settled = await Promise.allSettled([run(adds('a')), run(fails), run(adds('b'))]);
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(list.committed).toEqual(['a', 'b']);
  });

  test('is rejected whole where the commit fails, and none of it is there', async () => {
    const list = createPagedList();
    const run = createGroupCommit(list.transact, list.execute);
    list.trouble = new Error('disk full');
    const settled = await Promise.allSettled(['a', 'b', 'c'].map((value) => run(adds(value))));
    expect(settled.map((result) => (result.status === 'rejected' ? (result.reason as Error).message : ''))).toEqual(
      Array.from({ length: 3 }, () => 'disk full'),
    );
    expect(list.committed).toEqual([]);
    list.trouble = undefined;
    expect(await run(adds('d'))).toBe('d');
    expect(list.committed).toEqual(['d']);
  });

  test('is rejected whole where the undoing fails: the database gave up the transaction', async () => {
    const list = createPagedList();
    const run = createGroupCommit(list.transact, (trx, command) =>
      command === 'rollback to member' ? Promise.reject(new Error('no such savepoint')) : list.execute(trx, command),
    );
    const settled = await Promise.allSettled([
      run(adds('a')),
      run(() => Promise.reject(new Error('no'))),
      run(adds('b')),
    ]);
    expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(list.committed).toEqual([]);
  });
});

test('no caller gets a result before the commit', async () => {
  const list = createPagedList();
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  const written = vi.fn();
  const run = createGroupCommit<string[]>(async (work) => {
    const trx: string[] = [];
    await work(trx);
    written();
    await held;
    list.committed.push(...trx);
  }, list.execute);
  let heard = false;
  const done = run(adds('a')).then(() => (heard = true));
  await vi.waitFor(() => expect(written).toHaveBeenCalledOnce());
  // A result that did not wait for the commit would be heard within this turn.
  await setImmediate();
  expect(heard).toBe(false);
  release();
  await done;
  expect(list.committed).toEqual(['a']);
});

test('what comes while a group is written goes with the next one', async () => {
  const list = createPagedList();
  const run = createGroupCommit(list.transact, list.execute);
  const late: Promise<string>[] = [];
  await run((trx) => {
    late.push(run(adds('b')), run(adds('c')));
    return adds('a')(trx);
  });
  await Promise.all(late);
  expect(list.committed).toEqual(['a', 'b', 'c']);
  expect(list.commits).toBe(2);
});

test('a failure alone in its transaction ends it', async () => {
  const list = createPagedList();
  const run = createGroupCommit(list.transact, list.execute);
  await expect(run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(list.commits).toBe(0);
});
