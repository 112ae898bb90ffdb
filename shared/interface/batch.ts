import * as z from '../zod.ts';
import { AccountId, EncryptionData, MerchantId } from './formats.ts';

/** The fields of every acquiring request besides its own (interface 2.1, 4.1). */
export const acquiringAuthenticationFields = {
  merchant_id: MerchantId,
  account_id: AccountId,
  encryption_data: EncryptionData,
};

/** A decisive value of a response: text, or a number that some gateways write bare, parsed to text. May be absent or null. */
export const decisiveResponseText = z.pipe(
  z.optional(z.union([z.string().check(z.refine(isUndamagedText)), z.number(), z.null()])),
  z.transform((value) => (value === undefined || value === null ? undefined : String(value))),
);

/** An informational value of a response: text, a number or a boolean, parsed to text. Any other value becomes undefined. */
export const informationalResponseText = z.pipe(
  z.optional(z.unknown()),
  z.transform((value) => {
    if (typeof value === 'string') return isUndamagedText(value) ? value : undefined;
    return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
  }),
);

/** Whether a text has no replacement character, which marks lost bytes. */
export function isUndamagedText(text: string): boolean {
  return !text.includes('\ufffd');
}

/**
 * The list of items in a batch response. An item with invalid decisive fields affects no other: it keeps its
 * `transaction_id` alone, or nothing where that is invalid too.
 */
export function batchItemsSchemaOf<Item extends z.ZodMiniObject>(item: Item) {
  const named = z.object({ transaction_id: decisiveResponseText });
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

/** A value with its damaged texts replaced by null, and its damaged names removed. */
export function removeDamagedText(value: unknown): unknown {
  if (typeof value === 'string') return isUndamagedText(value) ? value : null;
  if (Array.isArray(value)) return value.map(removeDamagedText);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([name]) => isUndamagedText(name));
  return Object.fromEntries(entries.map(([name, part]) => [name, removeDamagedText(part)]));
}

/** The head of every batch response (interface 4.1). */
export const batchResponseFields = {
  merchant_id: decisiveResponseText,
  account_id: decisiveResponseText,
  return_status: decisiveResponseText,
  return_message: informationalResponseText,
  encryption_data: decisiveResponseText,
};
