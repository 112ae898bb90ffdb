import * as z from 'zod/mini';
import { text } from '../identifiers.ts';
import { IssuingAmount, IssuingId, RequestId, decisive, signedFields } from './formats.ts';

/**
 * Issuing operations that the interface names without showing a payload (interface 4.10). Whatever is given travels;
 * the fields that the documented operations share are checked.
 */
const shared = {
  cardholder_id: z.optional(IssuingId),
  group_id: z.optional(IssuingId),
  card_id: z.optional(IssuingId),
  recharge_amount: z.optional(IssuingAmount),
  amount: z.optional(IssuingAmount),
  card_limit: z.optional(IssuingAmount),
  status: z.optional(text(20)),
};

/** A request that changes something; the service tells repetitions by request_id. */
export const UndocumentedWrite = z.looseObject({ ...shared, request_id: RequestId, ...signedFields });
export type UndocumentedWrite = z.infer<typeof UndocumentedWrite>;

/** A request that only reads. */
export const UndocumentedQuery = z.looseObject({ ...shared, ...signedFields });
export type UndocumentedQuery = z.infer<typeof UndocumentedQuery>;

/** A result as it came; what every operation result carries is named. */
export const UndocumentedResult = z.looseObject({ status: decisive.text, order_id: decisive.text });
export type UndocumentedResult = z.infer<typeof UndocumentedResult>;
