import * as z from '../../shared/zod.ts';

/** Parts of queries and responses that several calls share. */

/** The body of a call without fields. */
export const EMPTY_BODY = z.strictObject({});

export const dateOrTimeField = z
  .string()
  .check(
    z.refine(
      (value) => /^\d{4}-\d{2}-\d{2}/.test(value) && !Number.isNaN(Date.parse(value)),
      'an ISO 8601 date or time',
    ),
  );

/** Limits a list by the time of its entries: from, and before. */
export const createdRangeQuery = { created_from: z.optional(dateOrTimeField), created_to: z.optional(dateOrTimeField) };

/** The times in ms since the epoch. */
export function createdRangeInMs(query: { created_from?: string | undefined; created_to?: string | undefined }): {
  from: number | undefined;
  to: number | undefined;
} {
  const { created_from: from, created_to: to } = query;
  return { from: from === undefined ? undefined : Date.parse(from), to: to === undefined ? undefined : Date.parse(to) };
}

export const pageQuery = {
  /** The next_cursor of the previous page. */
  cursor: z.optional(z.string()),
  limit: z.optional(z.string().check(z.regex(/^([1-9]|[1-9]\d|100)$/, '1 to 100'))),
};

const DEFAULT_LIMIT = 25;

export function pageSizeOf(query: { limit?: string | undefined }): number {
  return Number(query.limit ?? DEFAULT_LIMIT);
}

/** A page of a list: its entries under their own name, and the cursor of the next page. */
export function pageSchema(name: string, entry: z.ZodMiniType): z.ZodMiniType {
  return z.object({
    [name]: z.array(entry),
    next_cursor: z.nullable(z.string()),
  });
}

/** The body limit of a batch: 500 entries with a long text each. */
export const BATCH_MAX_BYTES = 1024 * 1024;

/** The payment of a batch of one; null for several, and for a transaction made elsewhere. */
export function paymentIdOfSingleBatch(paymentIds: readonly (string | null | undefined)[]): string | null {
  return (paymentIds.length === 1 ? paymentIds[0] : null) ?? null;
}
