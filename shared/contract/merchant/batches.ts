import * as z from '../../zod.ts';
import { Currency, OrderNoOfAnySystem, TransactionIdOfAnySystem, requiredText } from '../../interface/formats.ts';

/** The most entries of one batch request. The companion splits them into requests of the gateway's size. */
export const BATCH_MAX = 500;

/** The entries of a batch request: 1 to {@link BATCH_MAX}. */
export const batchOf = <T extends z.ZodMiniType>(item: T) =>
  z.array(item).check(z.minLength(1), z.maxLength(BATCH_MAX));

/** An optional list of up to {@link BATCH_MAX} texts of up to `maxLength` characters. */
export const optionalIdList = (maxLength: number) =>
  z.optional(z.array(requiredText(maxLength)).check(z.maxLength(BATCH_MAX)));

/** The fields that name a transaction: one of the two. */
export const transactionReferenceFields = {
  payment_id: z.optional(requiredText(64)),
  transaction_id: z.optional(TransactionIdOfAnySystem),
};

/** Fields that a transaction made outside this companion also needs, together with `amount`. */
export const externalTransactionFields = { order_no: z.optional(OrderNoOfAnySystem), currency: z.optional(Currency) };

/** Refuses an entry with both or neither of {@link transactionReferenceFields}. */
export const requireOneTransactionReference = z.refine<{
  payment_id?: string | undefined;
  transaction_id?: string | undefined;
}>((item) => (item.payment_id === undefined) !== (item.transaction_id === undefined), {
  error: 'either payment_id or transaction_id',
  path: ['payment_id'],
});
