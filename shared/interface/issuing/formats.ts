import * as z from 'zod/mini';
import { decodeIssuingDate } from '../../dates.ts';
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

/**
 * Values of an answer; a moment keeps its offset as written. What comes as the other kind is read as well, because a new
 * card's number and code come this once. A bare number that lost digits on its way names nothing.
 */
export const answered = {
  text: z.optional(
    z.union([
      z.string(),
      z.null(),
      z.pipe(
        z.number(),
        z.transform((value) => (Math.abs(value) <= Number.MAX_SAFE_INTEGER ? String(value) : null)),
      ),
    ]),
  ),
  number: z.optional(
    z.union([
      z.number(),
      z.null(),
      z.pipe(
        z.string().check(z.regex(/^(-?\d+(\.\d+)?)?$/)),
        z.transform((value) => (value === '' ? null : Number(value))),
      ),
    ]),
  ),
  boolean: z.optional(
    z.union([
      z.boolean(),
      z.null(),
      z.pipe(
        z.enum(['true', 'false']),
        z.transform((value) => value === 'true'),
      ),
    ]),
  ),
};

/** The envelope of every answer (interface 4.8): code 0000 means success. */
export const IssuingEnvelope = z.object({
  code: z.string(),
  message: z.optional(z.nullable(z.string())),
  result: z.optional(z.nullable(z.looseObject({}))),
});
export type IssuingEnvelope = z.infer<typeof IssuingEnvelope>;

/** Code of every success (interface 4.8). */
export const ISSUING_SUCCESS = '0000';
