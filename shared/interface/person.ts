import * as z from '../zod.ts';
import {
  AcquiringBirthDate,
  Country,
  Currency,
  MAX_PROFILE_FIELD_LENGTHS,
  FIELD_LIMITS,
  textOrEmpty,
} from './formats.ts';

/** The bank account of an APM's person (interface 2.2, person.documents.labels.bank_account). */
export const BankAccount = z.strictObject({
  account_type: z.optional(textOrEmpty()),
  account_number: z.optional(textOrEmpty()),
  branch_number: z.optional(textOrEmpty()),
  owner_document_number: z.optional(textOrEmpty()),
  owner_name: z.optional(textOrEmpty()),
  branch_country: z.optional(Country),
  currency: z.optional(Currency),
  bank: z.optional(z.strictObject({ code: z.optional(textOrEmpty()), name: z.optional(textOrEmpty()) })),
});
export type BankAccount = z.infer<typeof BankAccount>;

/** The person who pays by an APM (interface 2.2, person). */
export const Person = z.strictObject({
  document_number: z.optional(textOrEmpty()),
  document_type: z.optional(textOrEmpty()),
  social_name: z.optional(textOrEmpty()),
  email: z.optional(textOrEmpty(MAX_PROFILE_FIELD_LENGTHS.shopper_email)),
  phone_country_code: z.optional(textOrEmpty()),
  phone_area_code: z.optional(textOrEmpty()),
  phone_number: z.optional(textOrEmpty()),
  birth_date: z.optional(AcquiringBirthDate),
  net_monthly_average_income: z.optional(textOrEmpty()),
  address_street: z.optional(textOrEmpty()),
  address_number: z.optional(textOrEmpty()),
  address_complement: z.optional(textOrEmpty()),
  address_postal_code: z.optional(textOrEmpty()),
  address_city: z.optional(textOrEmpty()),
  address_state: z.optional(textOrEmpty()),
  address_country: z.optional(Country),
  fiscal_country: z.optional(Country),
  documents: z.optional(
    z.strictObject({
      file_type: z.optional(textOrEmpty()),
      file_data: z.optional(textOrEmpty(FIELD_LIMITS.file_data)),
      file_url: z.optional(textOrEmpty(FIELD_LIMITS.url)),
      labels: z.optional(
        z.strictObject({
          person_bank_account_id: z.optional(textOrEmpty()),
          bank_account: z.optional(BankAccount),
        }),
      ),
    }),
  ),
});
export type Person = z.infer<typeof Person>;
