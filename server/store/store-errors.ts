import { CheckoutError, isCheckoutError } from '../../shared/errors.ts';

/** How long a write waits for the write of another process, in ms. */
const BUSY_PATIENCE = 5_000;

/**
 * Maps every driver error to one code; its message may contain data, so it stays inside as the cause. A database that
 * is busy with another process's write has done nothing, so the work is tried again. The wait happens here and not in
 * the driver, so the event loop stays free.
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

/** Whether a statement failed because a unique index contains the value already. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && UNIQUE_VIOLATIONS.includes(error.code);
}
