// The peer's card component alone, as its own documents say: no session to load, no analytics.
import { AdyenCheckout, Card } from '@adyen/adyen-web';
import '@adyen/adyen-web/styles/adyen.css';

const checkout = await AdyenCheckout({
  clientKey: `test_${'A'.repeat(32)}`,
  environment: 'test',
  locale: 'en-US',
  countryCode: 'NL',
  amount: { value: 2400, currency: 'EUR' },
  analytics: { enabled: false },
  paymentMethodsResponse: { paymentMethods: [{ type: 'scheme', name: 'Cards', brands: ['visa', 'mc', 'amex'] }] },
});
new Card(checkout, { hasHolderName: true, holderNameRequired: true }).mount('#target');
