import { CheckoutError, isCheckoutError } from '../../shared/errors.ts';

/** How long a write waits for another process's, in ms. */
const BUSY_PATIENCE = 5_000;

/**
 * Whatever the driver says becomes one code; its words may hold data and stay inside as the cause. A database that is
 * busy with another process's write has done nothing of ours, so the work is tried again: waiting in here, and not in
 * the driver, keeps the process answering meanwhile.
 */
export async function withStoreErrors<T>(work: () => Promise<T>, patience = BUSY_PATIENCE): Promise<T> {
  const deadline = Date.now() + patience;
  for (let pause = 1; ; pause = Math.min(pause * 2, 50)) {
    try {
      return await work();
    } catch (cause) {
      if (isCheckoutError(cause)) throw cause;
      if (!isBusy(cause) || Date.now() > deadline) throw new CheckoutError('store_unavailable', undefined, { cause });
      await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random())));
    }
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
}

const UNIQUE_VIOLATIONS: readonly unknown[] = ['23505', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'];

/** Whether a statement failed because a unique index holds the same value already. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && UNIQUE_VIOLATIONS.includes(error.code);
}
