import { apmPaymentRequest, directPaymentRequest } from '../../shared/interface/payment-request.ts';
import { redirectPaymentRequest } from '../../shared/interface/redirect-payment.ts';
import { fieldRulesOf, type GatewayProfile } from './profile/index.ts';

/** The payment requests of the interface, with a profile's lengths and required fields. */
export function paymentSchemas(profile: GatewayProfile) {
  const rules = fieldRulesOf(profile);
  return {
    direct: directPaymentRequest(rules),
    apm: apmPaymentRequest(rules),
    redirect: redirectPaymentRequest(rules),
  };
}
