import { createBatch } from './batch.ts';

/** Sets the savepoint of a member of the group, returns to it, or releases it and keeps the changes since. */
export type SavepointCommand = 'savepoint member' | 'rollback to member' | 'release member';

/** Runs work in one transaction: committed when it resolves, rolled back when it rejects. */
type Transact<Trx> = (work: (trx: Trx) => Promise<void>) => Promise<void>;

type Execute<Trx> = (trx: Trx, command: SavepointCommand) => Promise<void>;

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
  execute: Execute<Trx>,
): <T>(work: (trx: Trx) => Promise<T>) => Promise<T> {
  const runInGroup = createBatch<Work<Trx>, Outcome>({ run: (group) => commit(transact, execute, group), atOnce: 1 });
  return async <T>(work: (trx: Trx) => Promise<T>) => {
    const outcome = await runInGroup(work);
    if ('error' in outcome) throw outcome.error;
    return outcome.value as T;
  };
}

async function commit<Trx>(
  transact: Transact<Trx>,
  execute: Execute<Trx>,
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
    await execute(trx, 'savepoint member');
    try {
      const value = await work(trx);
      await execute(trx, 'release member');
      return { value };
    } catch (error) {
      await execute(trx, 'rollback to member');
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
