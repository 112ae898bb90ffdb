import type { FieldRules } from './field-rules.ts';
import { apmPaymentRequest, directPaymentRequest } from './payment-request.ts';
import { redirectPaymentRequest } from './redirect-payment.ts';

/** The requests of direct, APM and redirect payments, with a profile's lengths and required fields (interface 2.2). */
export function paymentSchemas(rules: FieldRules) {
  return {
    direct: directPaymentRequest(rules),
    apm: apmPaymentRequest(rules),
    redirect: redirectPaymentRequest(rules),
  };
}
export type PaymentSchemas = Readonly<ReturnType<typeof paymentSchemas>>;
