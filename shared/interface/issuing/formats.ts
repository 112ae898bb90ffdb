import * as z from 'zod/mini';
import { decodeIssuingDate } from '../../dates.ts';
import { isUndamagedText } from '../batch.ts';
import { ISSUING_ID_MAX_LENGTH, filled } from '../identifiers.ts';

/** Formats that the issuing area shares (interface 2.1). */

/** A digit string that the service made: cardholder_id, group_id, card_id. */
export const IssuingId = z.string().check(z.maxLength(ISSUING_ID_MAX_LENGTH), z.regex(/^\d+$/, 'digits, as text'));
/** The number of an issuing operation, made by the service. */
export const OrderId = filled(64);
/** The caller's own number for a request. */
export const RequestId = filled(64).check(z.regex(/^[\x21-\x7e]*$/, 'letters, digits and signs without spaces'));
export const CompanyId = filled(64);
/** A JSON number of money: at least 0, at most two decimals. */
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

/** What the client adds to every request. */
export const signedFields = { company_id: CompanyId, sign: filled(200) };

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
 * Values of an answer that decide what came of the operation, or whose it is; a moment keeps its offset as written. What
 * comes as the other kind is read as well. A bare number that lost digits on its way names nothing.
 */
export const decisive = { text: z.optional(asText), number: z.optional(asNumber) };

/** Informational values of a response: an invalid one becomes null, and the rest is still read. */
export const informational = {
  text: z.optional(z.catch(asText, null)),
  number: z.optional(z.catch(asNumber, null)),
  boolean: z.optional(z.catch(asBoolean, null)),
};

/** A list of an answer on which nothing hangs: null where it is none, without the entries that are none. */
export function informationalList<Entry extends z.ZodMiniType>(entry: Entry) {
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
  message: informational.text,
  result: z.optional(z.nullable(z.looseObject({}))),
});
export type IssuingEnvelope = z.infer<typeof IssuingEnvelope>;

/** Code of every success (interface 4.8). */
export const ISSUING_SUCCESS = '0000';
