import { createBatch } from './batch.ts';

/** A transaction with savepoints. */
export interface SavepointTransaction {
  /** Sets the savepoint that `undo` returns to. */
  mark(): Promise<void>;
  undo(): Promise<void>;
  /** Releases the savepoint and keeps the changes since. */
  keep(): Promise<void>;
}

/** Runs work in one transaction: committed when it resolves, rolled back when it rejects. */
type Transact<Trx> = (work: (trx: Trx) => Promise<void>) => Promise<void>;

type Work<Trx> = (trx: Trx) => Promise<unknown>;

/** What the work of one caller returned or threw. */
type Outcome = { value: unknown } | { error: unknown };

/**
 * Lets concurrent work share one transaction, and so one wait for the disk. Each caller's promise resolves after the
 * commit only. Work that fails is undone alone: the group is rolled back and runs once more, with a savepoint for each
 * member. If the transaction itself fails, the work of all members fails.
 * @returns a function that runs work in the next group, in the order of the calls
 */
export function createGroupCommit<Trx>(
  transact: Transact<Trx>,
  marksOf: (trx: Trx) => SavepointTransaction,
): <T>(work: (trx: Trx) => Promise<T>) => Promise<T> {
  const runInGroup = createBatch<Work<Trx>, Outcome>({ run: (group) => commit(transact, marksOf, group), atOnce: 1 });
  return async <T>(work: (trx: Trx) => Promise<T>) => {
    const outcome = await runInGroup(work);
    if ('error' in outcome) throw outcome.error;
    return outcome.value as T;
  };
}

async function commit<Trx>(
  transact: Transact<Trx>,
  marksOf: (trx: Trx) => SavepointTransaction,
  group: readonly Work<Trx>[],
): Promise<Outcome[]> {
  let hasFailed = false;
  const runTogether = async (trx: Trx, work: Work<Trx>): Promise<Outcome> => {
    try {
      return { value: await work(trx) };
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  };
  const runAtSavepoint = async (trx: Trx, work: Work<Trx>): Promise<Outcome> => {
    const marks = marksOf(trx);
    await marks.mark();
    try {
      const value = await work(trx);
      await marks.keep();
      return { value };
    } catch (error) {
      await marks.undo();
      return { error };
    }
  };
  const commitAll = async (run: typeof runTogether): Promise<Outcome[]> => {
    const outcomes: Outcome[] = [];
    await transact(async (trx) => {
      for (const work of group) outcomes.push(await run(trx, work));
    });
    return outcomes;
  };
  return commitAll(runTogether).catch((error: unknown) => {
    if (!hasFailed || group.length === 1) throw error;
    return commitAll(runAtSavepoint);
  });
}
