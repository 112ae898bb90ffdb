import type { FieldRules } from './field-rules.ts';
import {
  apmPaymentInputSchemaOf,
  apmPaymentSchemaOf,
  directPaymentInputSchemaOf,
  directPaymentSchemaOf,
} from './payment-request.ts';
import { redirectPaymentSchemaOf } from './redirect-payment.ts';

/** Keeps the latest: building schemas takes some 10 ms, and most clients of a process have one profile. */
function keepLatest<Schemas>(build: (rules: FieldRules) => Schemas): (rules: FieldRules) => Readonly<Schemas> {
  let latest: { key: string; schemas: Schemas } | undefined;
  return (rules) => {
    const key = JSON.stringify(rules);
    if (latest?.key !== key) latest = { key, schemas: build(rules) };
    return latest.schemas;
  };
}

/** Direct, APM and redirect payments as the gateway takes them, with a profile's lengths and required fields (interface 2.2). */
export const createPaymentRequestSchemas = keepLatest((rules) => ({
  direct: directPaymentSchemaOf(rules),
  apm: apmPaymentSchemaOf(rules),
  redirect: redirectPaymentSchemaOf(rules),
}));
export type PaymentRequestSchemas = ReturnType<typeof createPaymentRequestSchemas>;

/** Payments as a client takes them: direct and APM payments without what it adds to sign them. */
export const createPaymentInputSchemas = keepLatest((rules) => ({
  direct: directPaymentInputSchemaOf(rules),
  apm: apmPaymentInputSchemaOf(rules),
  redirect: redirectPaymentSchemaOf(rules),
}));
export type PaymentInputSchemas = ReturnType<typeof createPaymentInputSchemas>;
