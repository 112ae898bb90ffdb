import * as z from 'zod/mini';
import { AccountId, EncryptionData, MerchantId } from './identifiers.ts';

/** What every acquiring request carries beside its own fields (interface 2.1, 4.1). */
export const identityFields = {
  merchant_id: MerchantId,
  account_id: AccountId,
  encryption_data: EncryptionData,
};

/** A value of an answer: text, or a number that some gateways write bare; absent or null allowed. Comes out as text. */
export const saidOrNot = z.pipe(
  z.optional(z.union([z.string(), z.number(), z.null()])),
  z.transform((value) => (value === undefined || value === null ? undefined : String(value))),
);

/** The head of every batch answer (interface 4.1). */
export const batchAnswerFields = {
  merchant_id: saidOrNot,
  account_id: saidOrNot,
  return_status: saidOrNot,
  return_message: saidOrNot,
  encryption_data: saidOrNot,
};
