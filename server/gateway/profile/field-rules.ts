import * as z from '../../../shared/zod.ts';
import { MAX_PROFILE_FIELD_LENGTHS, type FieldLengths as Lengths } from '../../../shared/interface/formats.ts';
import { ApmPaymentRequest, DirectPaymentRequest } from '../../../shared/interface/payment-request.ts';

/** A card number has at least 8 digits. */
const lengths = Object.entries(MAX_PROFILE_FIELD_LENGTHS).map(([name, max]) => [
  name,
  z.int().check(z.gte(name === 'card' ? 8 : 1), z.lte(max)),
]);

/** The most characters of each field whose length the interface does not show. */
export const ProfileFieldLengths = z.strictObject(Object.fromEntries(lengths) as Record<keyof Lengths, z.ZodMiniInt>);

/** Every payment has these. A card or a token, and a payment method, are required by the kind of payment. */
const NOT_A_CHOICE: readonly string[] = [
  'merchant_id',
  'account_id',
  'encryption_data',
  'order_no',
  'currency',
  'amount',
  'payment_method',
  'token_id',
  'card',
  'expiration_month',
  'expiration_year',
  'security_code',
];

const CHOICES: ReadonlySet<string> = new Set(
  [DirectPaymentRequest, ApmPaymentRequest]
    .flatMap((request) => Object.keys(request.def.shape))
    .filter((name) => !NOT_A_CHOICE.includes(name)),
);

/** Fields of a payment that must be present and not empty. */
export const RequiredFields = z.array(
  z.string().check(z.refine((name) => CHOICES.has(name), 'the name of an optional field of a payment')),
);
