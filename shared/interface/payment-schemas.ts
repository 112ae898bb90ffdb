import type { FieldRules } from './field-rules.ts';
import { apmPaymentSchemaOf, directPaymentSchemaOf } from './payment-request.ts';
import { redirectPaymentSchemaOf } from './redirect-payment.ts';

function createPaymentSchemas(rules: FieldRules) {
  return {
    direct: directPaymentSchemaOf(rules),
    apm: apmPaymentSchemaOf(rules),
    redirect: redirectPaymentSchemaOf(rules),
  };
}
export type PaymentRequestSchemas = Readonly<ReturnType<typeof createPaymentSchemas>>;

/** Building the schemas takes some 10 ms, and most clients of a process have one profile. */
let latest: { key: string; schemas: PaymentRequestSchemas } | undefined;

/** The requests of direct, APM and redirect payments, with a profile's lengths and required fields (interface 2.2). */
export function createPaymentRequestSchemas(rules: FieldRules): PaymentRequestSchemas {
  const key = JSON.stringify(rules);
  if (latest?.key !== key) latest = { key, schemas: createPaymentSchemas(rules) };
  return latest.schemas;
}
