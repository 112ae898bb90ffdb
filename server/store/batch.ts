/** The most calls of one batch, so no caller waits long for the work of others. */
const BATCH_MAX = 64;

/** How long a batch waits for more calls while calls come close together, in ms. */
const GATHER_MS = 2;

interface Call<Input, Output> {
  input: Input;
  resolve: (output: Output) => void;
  reject: (reason: unknown) => void;
}

interface BatchOptions<Input, Output> {
  /** Returns an output for each input, in their order; its error is the error of all calls. */
  run: (inputs: readonly Input[]) => Promise<readonly Output[]>;
  /** Two inputs of one key are never in one batch. Without it, all may be. */
  keyOf?: (input: Input) => string;
  /** All inputs of a batch are of one group. Without it, all inputs are. */
  groupOf?: (input: Input) => string;
  /** The most batches that run at the same time. */
  atOnce: number;
}

/**
 * Lets concurrent calls share their work. A call that comes alone runs in the same turn of the event loop; while batches
 * overlap or are shared, the next one gathers calls for 2 ms.
 */
export function createBatch<Input, Output>({
  run,
  keyOf,
  groupOf,
  atOnce,
}: BatchOptions<Input, Output>): (input: Input) => Promise<Output> {
  let waiting: Call<Input, Output>[] = [];
  let running = 0;
  let lastCount = 0;
  let isPlanned = false;
  const plan = (): void => {
    if (isPlanned || waiting.length === 0 || running === atOnce) return;
    isPlanned = true;
    const start = (): void => {
      isPlanned = false;
      running += 1;
      const calls = takeCalls();
      lastCount = calls.length;
      void runCalls(calls);
      plan();
    };
    const isBusy = running > 0 || lastCount > 1;
    if (isBusy && waiting.length < BATCH_MAX) setTimeout(start, GATHER_MS);
    // The sockets may bring more calls in this turn.
    else setImmediate(start);
  };
  const takeCalls = (): Call<Input, Output>[] => {
    const [first] = waiting;
    const taken = new Map<unknown, Call<Input, Output>>();
    const left: Call<Input, Output>[] = [];
    for (const call of waiting) {
      const key = keyOf?.(call.input) ?? call;
      const isOfGroup = first !== undefined && groupOf?.(call.input) === groupOf?.(first.input);
      if (taken.size < BATCH_MAX && isOfGroup && !taken.has(key)) taken.set(key, call);
      else left.push(call);
    }
    waiting = left;
    return [...taken.values()];
  };
  const runCalls = async (calls: readonly Call<Input, Output>[]): Promise<void> => {
    try {
      const outputs = await run(calls.map(({ input }) => input));
      calls.forEach(({ resolve }, index) => resolve(outputs[index] as Output));
    } catch (error) {
      for (const { reject } of calls) reject(error);
    } finally {
      running -= 1;
      plan();
    }
  };
  return (input) =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject });
      plan();
    });
}
