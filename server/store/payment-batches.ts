import { createBatch } from './batch.ts';
import type { BeginPaymentInput } from './begin-payment.ts';
import { beginPayments } from './postgres-begin-payments.ts';
import { endPayments, isPlainUpdate, toPlainEnd } from './postgres-update-payments.ts';
import type { Db } from './schema.ts';
import type { BeginPaymentResult, PaymentUpdate } from './payment-types.ts';
import type { PaymentRecord } from './payment-tables.ts';

/**
 * The steps of a payment on PostgreSQL: one statement begins or ends all payments that come at the same time, and commits
 * them. Its inputs are lists of rows in JSON. It never waits for the lock of another transaction's session or payment:
 * such a payment, and any outside the plain course, is left unchanged, and the same step in a transaction of its own
 * handles it.
 */

/** The most statements of one step at the same time: the more there are, the fewer payments share one. */
const AT_ONCE = 2;

/** The steps of a payment; each returns undefined where a transaction of its own has to handle it. */
export interface PaymentBatches {
  begin: (input: BeginPaymentInput) => Promise<BeginPaymentResult | undefined>;
  update: (update: PaymentUpdate) => Promise<PaymentRecord | undefined>;
}

/** @param attempt runs a statement; undefined if it has certainly changed nothing */
export function createPaymentBatches(
  attempt: <T>(work: (db: Db) => Promise<T>) => Promise<T | undefined>,
): PaymentBatches {
  const batch = <Input, Output>(
    run: (db: Db, inputs: readonly Input[]) => Promise<readonly (Output | undefined)[]>,
    keys: { keyOf: (input: Input) => string; groupOf?: (input: Input) => string },
  ) =>
    createBatch<Input, Output | undefined>({
      run: async (inputs) => (await attempt((db) => run(db, inputs))) ?? [],
      atOnce: AT_ONCE,
      ...keys,
    });
  const end = batch(endPayments, { keyOf: ({ after }) => after.id, groupOf: ({ shape }) => shape });
  const begin = batch(beginPayments, { keyOf: ({ payment }) => payment.session_id });
  return {
    // With orders paid once, other sessions of the order are locked; an agreement to a subscription is an entry of its own.
    begin: async (input) => (input.oncePerOrder === true || input.detail !== undefined ? undefined : begin(input)),
    update: async (update) => (isPlainUpdate(update) ? end(toPlainEnd(update)) : undefined),
  };
}
