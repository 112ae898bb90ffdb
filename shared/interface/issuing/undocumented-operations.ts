import * as z from '../../zod.ts';
import { RequestId, textOrEmpty } from '../formats.ts';
import { IssuingAmount, IssuingId, decisiveIssuingValues, issuingAuthenticationFields } from './formats.ts';

/**
 * Issuing operations that the interface names without a payload (interface 4.10). The given fields are sent; those that
 * the documented operations share are checked.
 */
const shared = {
  cardholder_id: z.optional(IssuingId),
  group_id: z.optional(IssuingId),
  card_id: z.optional(IssuingId),
  recharge_amount: z.optional(IssuingAmount),
  amount: z.optional(IssuingAmount),
  card_limit: z.optional(IssuingAmount),
  status: z.optional(textOrEmpty(20)),
};

/** A write; the service recognises repetitions by request_id. */
export const UndocumentedWrite = z.looseObject({ ...shared, request_id: RequestId, ...issuingAuthenticationFields });
export type UndocumentedWrite = z.infer<typeof UndocumentedWrite>;

/** A read. */
export const UndocumentedQuery = z.looseObject({ ...shared, ...issuingAuthenticationFields });
export type UndocumentedQuery = z.infer<typeof UndocumentedQuery>;

/** A result as received; the fields of every operation result have types. */
export const UndocumentedResult = z.looseObject({
  status: decisiveIssuingValues.text,
  order_id: decisiveIssuingValues.text,
});
export type UndocumentedResult = z.infer<typeof UndocumentedResult>;
