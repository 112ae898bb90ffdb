import { html } from 'hono/html';
import {
  DELIVERY_FIELDS,
  MAX_DELIVERY_FIELD_LENGTH,
  postalCodeExampleOf,
  type DeliveryAddress,
  type DeliveryCountry,
  type DeliveryFaults,
  type DeliveryFieldName,
} from '../delivery-address.ts';
import type { Locale } from '../i18n/locale.ts';
import { shopPage, type Html, type PageVisitor } from './layout.ts';

interface DeliveryForm {
  address: DeliveryAddress;
  faults: DeliveryFaults;
  countries: readonly DeliveryCountry[];
  /** Whether the form asks for a state. */
  hasStates: boolean;
  /** The checkout that the visitor came from. */
  checkout: string;
}

/** The form of the delivery address, with what is wrong in it beside each field. */
export function deliveryPage(form: DeliveryForm, visitor: PageVisitor): Promise<string> {
  const { locale } = visitor;
  const { delivery } = locale.texts;
  const field = (name: DeliveryFieldName, autocomplete: string): Html => inputField(name, autocomplete, form, locale);
  return shopPage({
    ...visitor,
    title: delivery.heading,
    isCheckout: true,
    content: html`<section class="narrow">
      <h1>${delivery.heading}</h1>
      <form method="post" action="/checkout/delivery" class="card delivery-form" novalidate>
        ${field('first_name', 'shipping given-name')} ${field('last_name', 'shipping family-name')}
        ${field('address', 'shipping street-address')} ${field('postal_code', 'shipping postal-code')}
        ${field('city', 'shipping address-level2')} ${form.hasStates ? field('state', 'shipping address-level1') : ''}
        ${countryField(form, locale)}
        <p class="actions">
          <button class="primary">${delivery.save}</button>
          <a class="button" href="${form.checkout}">${delivery.cancel}</a>
        </p>
      </form>
    </section>`,
  });
}

function inputField(name: DeliveryFieldName, autocomplete: string, form: DeliveryForm, locale: Locale): Html {
  return html`<div class="field ${name}">
    <label for="${name}">${locale.texts.delivery[name]}</label>
    <input
      id="${name}"
      name="${name}"
      value="${form.address[name]}"
      autocomplete="${autocomplete}"
      maxlength="${MAX_DELIVERY_FIELD_LENGTH}"
      ${name === 'state' ? '' : html`required`}
      ${faultAttributes(name, form)}
    />
    ${faultText(name, form, locale)}
  </div>`;
}

function countryField(form: DeliveryForm, locale: Locale): Html {
  return html`<div class="field country">
    <label for="country">${locale.texts.delivery.country}</label>
    <select id="country" name="country" autocomplete="shipping country" ${faultAttributes('country', form)}>
      ${form.countries.map(
        (code) =>
          html`<option value="${code}" ${code === form.address.country ? html`selected` : ''}>
            ${locale.countryNameOf(code)}
          </option>`,
      )}
    </select>
    ${faultText('country', form, locale)}
  </div>`;
}

/** The first wrong field gets the focus. */
function faultAttributes(name: DeliveryFieldName, { faults }: DeliveryForm): Html | string {
  if (faults[name] === undefined) return '';
  const isFirst = DELIVERY_FIELDS.find((field) => faults[field] !== undefined) === name;
  return html`aria-invalid="true" aria-describedby="${name}-fault" ${isFirst ? html`autofocus` : ''}`;
}

function faultText(name: DeliveryFieldName, { faults, address }: DeliveryForm, { texts }: Locale): Html | string {
  const { delivery } = texts;
  const fault = faults[name];
  if (fault === undefined) return '';
  const text = {
    missing: delivery.missing(delivery[name]),
    card_number: delivery.cardNumber,
    wrong_postal_code: delivery.wrongPostalCode(postalCodeExampleOf(address.country)),
    wrong_state: delivery.wrongState,
    wrong_country: delivery.wrongCountry,
  }[fault];
  return html`<p class="fault" id="${name}-fault">${text}</p>`;
}
