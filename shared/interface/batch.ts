import * as z from 'zod/mini';
import { AccountId, EncryptionData, MerchantId } from './identifiers.ts';

/** What every acquiring request carries beside its own fields (interface 2.1, 4.1). */
export const identityFields = {
  merchant_id: MerchantId,
  account_id: AccountId,
  encryption_data: EncryptionData,
};

/** A value of an answer that decides: text, or a number that some gateways write bare; absent or null allowed. Comes out as text. */
export const saidOrNot = z.pipe(
  z.optional(z.union([z.string().check(z.refine(isWhole)), z.number(), z.null()])),
  z.transform((value) => (value === undefined || value === null ? undefined : String(value))),
);

/** A value of an answer on which nothing hangs: comes out as text where it is text, a number or a yes or no, else not. */
export const saidBeside = z.pipe(
  z.optional(z.unknown()),
  z.transform((value) => {
    if (typeof value === 'string') return isWhole(value) ? value : undefined;
    return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
  }),
);

/** A replacement character is damage that would be stored for good. */
export function isWhole(text: string): boolean {
  return !text.includes('\ufffd');
}

/**
 * The list of a batch answer. An entry whose deciding fields have odd values says nothing of its transaction and holds up
 * no other: it comes out with its transaction_id alone, or empty where that is odd as well.
 */
export function answeredItems<Item extends z.ZodMiniObject>(item: Item) {
  const named = z.object({ transaction_id: saidOrNot });
  return z.optional(
    z.nullable(
      z.pipe(
        z.array(z.unknown()),
        z.transform((entries) =>
          entries.map((entry): z.output<Item> => {
            const read = item.safeParse(entry);
            return read.success ? read.data : item.parse(named.safeParse(entry).data ?? {});
          }),
        ),
      ),
    ),
  );
}

/** A value as it came, without the texts in it that are damaged. */
export function withoutDamage(value: unknown): unknown {
  if (typeof value === 'string') return isWhole(value) ? value : null;
  if (Array.isArray(value)) return value.map(withoutDamage);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([name]) => isWhole(name));
  return Object.fromEntries(entries.map(([name, part]) => [name, withoutDamage(part)]));
}

/** The head of every batch answer (interface 4.1). */
export const batchAnswerFields = {
  merchant_id: saidOrNot,
  account_id: saidOrNot,
  return_status: saidOrNot,
  return_message: saidBeside,
  encryption_data: saidOrNot,
};
