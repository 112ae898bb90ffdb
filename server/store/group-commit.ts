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

interface Member<Trx> {
  work: (trx: Trx) => Promise<unknown>;
  resolve: (value: unknown) => void;
  reject: (reason: unknown) => void;
}

/** The most members of one commit, so no caller waits long for the others' work. */
const GROUP_MAX = 64;

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
  const waiting: Member<Trx>[] = [];
  let isPlanned = false;
  const plan = (): void => {
    if (isPlanned || waiting.length === 0) return;
    isPlanned = true;
    // The sockets may bring more work in this turn.
    setImmediate(() => void next());
  };
  const next = async (): Promise<void> => {
    await commit(transact, marksOf, waiting.splice(0, GROUP_MAX));
    isPlanned = false;
    plan();
  };
  return (work) =>
    new Promise((resolve, reject) => {
      waiting.push({ work, resolve: resolve as Member<Trx>['resolve'], reject });
      plan();
    });
}

type RunMember<Trx> = (trx: Trx, member: Member<Trx>) => Promise<() => void>;

async function commit<Trx>(
  transact: Transact<Trx>,
  marksOf: (trx: Trx) => SavepointTransaction,
  members: readonly Member<Trx>[],
): Promise<void> {
  let hasFailed = false;
  const runTogether: RunMember<Trx> = async (trx, member) => {
    try {
      const value = await member.work(trx);
      return () => member.resolve(value);
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  };
  const runAtSavepoint: RunMember<Trx> = async (trx, member) => {
    const marks = marksOf(trx);
    await marks.mark();
    try {
      const value = await member.work(trx);
      await marks.keep();
      return () => member.resolve(value);
    } catch (error) {
      await marks.undo();
      return () => member.reject(error);
    }
  };
  const commitAll = async (run: RunMember<Trx>): Promise<void> => {
    const settle: (() => void)[] = [];
    await transact(async (trx) => {
      for (const member of members) settle.push(await run(trx, member));
    });
    for (const tell of settle) tell();
  };
  try {
    await commitAll(runTogether).catch((error: unknown) => {
      if (!hasFailed || members.length === 1) throw error;
      return commitAll(runAtSavepoint);
    });
  } catch (error) {
    for (const member of members) member.reject(error);
  }
}
