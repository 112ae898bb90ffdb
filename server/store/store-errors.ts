import { CheckoutError, isCheckoutError } from '../../shared/errors.ts';

/** How long a write waits for the write of another process, or for a primary, in ms. */
const BUSY_PATIENCE = 5_000;

/** PostgreSQL has changed nothing: it undid the transaction, or the connection was lost before the commit was sent. */
export class RolledBackTransactionError extends Error {
  constructor(cause: unknown) {
    super('the transaction was undone', { cause });
  }
}

/** The commit was sent, and may or may not hold. Whoever repeats the work looks first what is there. */
export class UncertainCommitError extends Error {
  constructor(cause?: unknown) {
    super('the commit may or may not hold', { cause });
  }
}

/** A write that would take a value of another payment; nothing was written. */
export class GatewayIdTakenError extends CheckoutError {
  readonly field: 'transaction_id' | 'recurring_id';

  constructor(field: GatewayIdTakenError['field'], cause?: unknown) {
    super('reference_taken', `The ${field} belongs to another payment.`, { cause });
    this.field = field;
  }
}

/**
 * Maps every driver error to one code; its message may contain data, so it stays inside as the cause. Where the database
 * has certainly changed nothing, such as one that is busy with another process's write, the work is tried again. The wait
 * happens here and not in the driver, so the event loop stays free.
 */
export async function withDatabaseRetries<T>(work: () => Promise<T>, patience = BUSY_PATIENCE): Promise<T> {
  const deadline = Date.now() + patience;
  for (let pause = 1; ; pause = Math.min(pause * 2, 50)) {
    try {
      return await work();
    } catch (cause) {
      if (isCheckoutError(cause)) throw cause;
      if (!isUndone(cause) || Date.now() > deadline)
        throw new CheckoutError('store_unavailable', undefined, { cause: causeOf(cause) });
      await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random())));
    }
  }
}

function isUndone(error: unknown): boolean {
  if (error instanceof RolledBackTransactionError) return true;
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
}

/** The driver's own error, whose code says more. */
function causeOf(error: unknown): unknown {
  const isOurs = error instanceof RolledBackTransactionError || error instanceof UncertainCommitError;
  return isOurs ? (error.cause ?? error) : error;
}

const UNIQUE_VIOLATIONS: readonly unknown[] = ['23505', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'];

/** Whether a statement failed because a unique index contains the value already. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && UNIQUE_VIOLATIONS.includes(error.code);
}

/** SQLSTATE of any error, except an unknown completion and a lack of resources. */
const REFUSALS = /^(?!40003|53)[0-9FHPX][0-9A-Z]{4}$/;

/** Whether PostgreSQL has refused a statement, for example for its values or a conflict, and so has changed nothing. */
export function isRefusedByDatabase(error: unknown): boolean {
  const own = error instanceof RolledBackTransactionError ? error.cause : error;
  return own instanceof Error && 'code' in own && REFUSALS.test(String(own.code));
}
