import * as z from '../../zod.ts';
import { decodeIssuingDate } from '../../dates.ts';
import { isUndamagedText } from '../batch.ts';
import { ISSUING_ID_MAX_LENGTH, requiredText } from '../formats.ts';

/** Formats that the issuing area shares (interface 2.1). */

/** An ID from the service, as a digit string: cardholder_id, group_id, card_id. */
export const IssuingId = z.string().check(z.maxLength(ISSUING_ID_MAX_LENGTH), z.regex(/^\d+$/, 'digits, as text'));
/** The service's ID of an issuing operation. */
export const IssuingOperationId = requiredText(64);
export const CompanyId = requiredText(64);
/** An amount as a JSON number: at least 0, at most two decimals. */
export const IssuingAmount = z.number().check(
  z.gte(0),
  z.refine(
    (value) => Number.isSafeInteger(Math.round(value * 100)) && Math.abs(value * 100 - Math.round(value * 100)) < 1e-6,
    'at most two decimals',
  ),
);
/** A day, YYYY-MM-DD. */
export const IssuingDate = z
  .string()
  .check(z.refine((value) => decodeIssuingDate(value) !== undefined, 'a real day written YYYY-MM-DD'));

/** The fields that the client adds to every request. */
export const issuingAuthenticationFields = { company_id: CompanyId, sign: requiredText(200) };

const asText = z.union([
  z.string().check(z.refine(isUndamagedText)),
  z.null(),
  z.pipe(
    z.number(),
    z.transform((value) => (Math.abs(value) <= Number.MAX_SAFE_INTEGER ? String(value) : null)),
  ),
]);

const asNumber = z.union([
  z.number(),
  z.null(),
  z.pipe(
    z.string().check(z.regex(/^(-?\d+(\.\d+)?)?$/)),
    z.transform((value) => (value === '' ? null : Number(value))),
  ),
]);

const asBoolean = z.union([
  z.boolean(),
  z.null(),
  z.pipe(
    z.enum(['true', 'false']),
    z.transform((value) => value === 'true'),
  ),
]);

/**
 * Response values that decide the result of the operation or identify it; a moment keeps its offset. Text and numbers
 * are read as either type. A number that lost digits identifies nothing.
 */
export const decisiveIssuingValues = { text: z.optional(asText), number: z.optional(asNumber) };

/** Informational values of a response: an invalid one becomes null, and the rest is still read. */
export const informationalIssuingValue = {
  text: z.optional(z.catch(asText, null)),
  number: z.optional(z.catch(asNumber, null)),
  boolean: z.optional(z.catch(asBoolean, null)),
};

/** An informational list of a response: null if it is none; invalid entries are omitted. */
export function informationalIssuingList<Entry extends z.ZodMiniType>(entry: Entry) {
  return z.optional(
    z.nullable(
      z.pipe(
        z.unknown(),
        z.transform((list): z.output<Entry>[] | null => {
          if (!Array.isArray(list)) return null;
          return list.flatMap((each): z.output<Entry>[] => {
            const read = entry.safeParse(each);
            return read.success ? [read.data] : [];
          });
        }),
      ),
    ),
  );
}

/** The envelope of every response (interface 4.8): code 0000 means success. */
export const IssuingEnvelope = z.object({
  code: z.string(),
  message: informationalIssuingValue.text,
  result: z.optional(z.nullable(z.looseObject({}))),
});
export type IssuingEnvelope = z.infer<typeof IssuingEnvelope>;

/** The code of every successful issuing response (interface 4.8). */
export const ISSUING_SUCCESS_CODE = '0000';
