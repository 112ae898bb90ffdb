/** A transaction that can be undone to a place in it. */
export interface GroupTransaction {
  /** Marks the place to which `undo` goes back. */
  mark(): Promise<void>;
  undo(): Promise<void>;
  /** Forgets the mark; what was done since stays. */
  keep(): Promise<void>;
}

/** Runs work in one transaction: committed when it resolves, rolled back when it rejects. */
type Transact<Trx> = (work: (trx: Trx) => Promise<void>) => Promise<void>;

interface Member<Trx> {
  work: (trx: Trx) => Promise<unknown>;
  resolve: (value: unknown) => void;
  reject: (reason: unknown) => void;
}

/** The most that share one commit, so that nobody waits long for the others' work. */
const GROUP_MAX = 64;

/**
 * Lets work that comes at the same time share one transaction, and with it the one wait for the disk. Each caller hears
 * after the commit only. Work that fails is undone alone; where the transaction itself fails, nobody's work was done.
 * @returns a function that runs work in the next group, in the order of the calls
 */
export function createGroupCommit<Trx>(
  transact: Transact<Trx>,
  marksOf: (trx: Trx) => GroupTransaction,
): <T>(work: (trx: Trx) => Promise<T>) => Promise<T> {
  const waiting: Member<Trx>[] = [];
  let isPlanned = false;
  const plan = (): void => {
    if (isPlanned || waiting.length === 0) return;
    isPlanned = true;
    // Whatever else the sockets bring in this turn comes along.
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

async function commit<Trx>(
  transact: Transact<Trx>,
  marksOf: (trx: Trx) => GroupTransaction,
  members: readonly Member<Trx>[],
): Promise<void> {
  const tell: (() => void)[] = [];
  try {
    await transact(async (trx) => {
      for (const member of members) tell.push(await run(trx, member, members.length > 1 ? marksOf(trx) : undefined));
    });
  } catch (error) {
    for (const member of members) member.reject(error);
    return;
  }
  for (const settle of tell) settle();
}

/** Does one member's work; returns how its caller is told once all is committed. Alone, it is the transaction. */
async function run<Trx>(trx: Trx, member: Member<Trx>, marks: GroupTransaction | undefined): Promise<() => void> {
  await marks?.mark();
  try {
    const value = await member.work(trx);
    await marks?.keep();
    return () => member.resolve(value);
  } catch (error) {
    if (marks === undefined) throw error;
    await marks.undo();
    return () => member.reject(error);
  }
}
