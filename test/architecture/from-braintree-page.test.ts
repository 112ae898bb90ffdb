import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const page = readFileSync(new URL('../../widget/docs/from-braintree.md', import.meta.url), 'utf8');
const firstCells = [...page.matchAll(/^\| ([^|]+) \|/gm)].map(([, cell]) => cell!).join('\n');

/** The public names of braintree-web-drop-in 1.48.0, from the comments of its source. */
const DROP_IN = {
  options: `authorization container selector locale translations paymentOptionPriority hiddenVaultedPaymentMethodTypes
    card card.cardholderName card.cardholderName.required card.overrides.fields card.overrides.styles
    card.clearFieldsAfterTokenization card.vault card.vault.vaultCard card.vault.allowVaultCardOverride
    paypal paypal.flow paypal.amount paypal.currency paypal.buttonStyle paypal.commit paypal.vault.vaultPayPal paypalCredit
    venmo venmo.allowNewBrowserTab
    applePay applePay.buttonStyle applePay.displayName applePay.domainName applePay.applePaySessionVersion
    applePay.paymentRequest
    googlePay googlePay.merchantId googlePay.googlePayVersion googlePay.transactionInfo googlePay.button
    dataCollector dataCollector.kount threeDSecure threeDSecure.cardinalSDKConfig threeDSecure.amount
    vaultManager preselectVaultedPaymentMethod showDefaultPaymentMethodFirst`,
  methods: `requestPaymentMethod() isPaymentMethodRequestable() clearSelectedPaymentMethod() getAvailablePaymentOptions()
    updateConfiguration() teardown() on() off()`,
  events: `paymentMethodRequestable noPaymentMethodRequestable paymentOptionSelected changeActiveView
    card:binAvailable card:blur card:cardTypeChange card:empty card:focus card:inputSubmitRequest card:notEmpty
    card:validityChange 3ds:customer-canceled 3ds:authentication-modal-render 3ds:authentication-modal-close`,
};

test.each(Object.entries(DROP_IN))('the page from Braintree Drop-in has a row for each of its %s', (_kind, names) => {
  expect(names.split(/\s+/).filter((name) => !firstCells.includes(`\`${name}\``))).toEqual([]);
});
