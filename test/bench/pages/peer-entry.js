// The peer's card component alone, as its own documents say: no session to load, no analytics. Its fields are frames
// that it asks for one after the other; from here each gets peer-field.html instead of the vendor's own page.
import { AdyenCheckout, Card } from '@adyen/adyen-web';
import '@adyen/adyen-web/styles/adyen.css';

const checkout = await AdyenCheckout({
  clientKey: `test_${'A'.repeat(32)}`,
  environment: 'test',
  _environmentUrls: { api: `${location.origin}/checkoutshopper/test/` },
  locale: 'en-US',
  countryCode: 'NL',
  amount: { value: 2400, currency: 'EUR' },
  analytics: { enabled: false },
  paymentMethodsResponse: { paymentMethods: [{ type: 'scheme', name: 'Cards', brands: ['visa', 'mc', 'amex'] }] },
});
const onConfigSuccess = () => window.stop();
new Card(checkout, { hasHolderName: true, holderNameRequired: true, onConfigSuccess }).mount('#target');
