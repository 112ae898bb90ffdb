import { expect } from '@open-wc/testing';
import type { ShopperField } from '../../shared/contract/index.ts';
import type { AddressLookup } from '../address/address-lookup.ts';
import { axeFindings } from '../test-support/axe.ts';
import {
  toShopperFields,
  findById,
  chooseOption,
  hasElement,
  mountShopperFields,
  waitUntilSettled,
  textOf,
  typeIntoField,
  type ShopperFieldsHost,
} from '../test-support/shopper-fields-host.ts';
import { until } from '../test-support/until.ts';

const ADDRESS = ['country', 'state', 'city', 'address', 'postal_code'];
const BOTH = toShopperFields(
  ...ADDRESS.map((name) => `billing.${name}`),
  'delivery.first_name',
  'delivery.last_name',
  ...ADDRESS.map((name) => `delivery.${name}`),
);
const BILLING = toShopperFields(...ADDRESS.map((name) => `billing.${name}`));

const axe = (host: ShopperFieldsHost): Promise<string[]> => axeFindings(host);
const order = (host: ShopperFieldsHost): string[] =>
  [...host.shadowRoot!.querySelectorAll<HTMLInputElement>('input, select')].map(({ id }) => id.replace(/^.*\./, ''));
const labelOf = (host: ShopperFieldsHost, id: string): string =>
  host.shadowRoot!.querySelector(`label[for="${id}"]`)!.textContent.trim();

describe('a suggestion for a mistyped mail address', () => {
  it('comes into an element that screen readers know already, and goes once it is taken', async () => {
    const host = await mountShopperFields(toShopperFields('shopper.email'));
    const field = findById(host, 'shopper.email').closest('.field')!;
    const live = field.querySelector('[aria-live="polite"]')!;
    await typeIntoField(host, 'shopper.email', 'ana@gmial.com');
    const button = field.querySelector('button')!;
    expect(button.closest('[aria-live="polite"]')).to.equal(live);
    expect(field.querySelectorAll('[role="status"], [aria-live]').length).to.equal(1);
    button.click();
    await waitUntilSettled(host);
    expect(findById(host, 'shopper.email').value).to.equal('ana@gmail.com');
    expect(live.textContent.trim()).to.equal('');
    expect(host.shadowRoot!.activeElement?.id).to.equal('shopper.email');
  });

  it('cannot be taken while the payment is on its way', async () => {
    const host = await mountShopperFields(toShopperFields('shopper.email'));
    await typeIntoField(host, 'shopper.email', 'ana@gmial.com');
    host.locked = true;
    host.requestUpdate();
    await waitUntilSettled(host);
    host.shadowRoot!.querySelector<HTMLButtonElement>('.hint button')!.click();
    await waitUntilSettled(host);
    expect(findById(host, 'shopper.email').value).to.equal('ana@gmial.com');
  });
});

describe('the search for addresses', () => {
  const FOUND = [
    {
      label: '12 Harbour Street, Galway',
      address: '12 Harbour Street',
      city: 'Galway',
      postal_code: 'H91 E2K3',
      state: 'G',
    },
    { label: '12 Harbour Road, Cork', address: '12 Harbour Road', city: 'Cork' },
  ];
  const suggestionsOf = (host: ShopperFieldsHost): HTMLButtonElement[] => [
    ...host.shadowRoot!.querySelectorAll<HTMLButtonElement>('[part~="suggestion"]'),
  ];
  const mountIrish = (): Promise<ShopperFieldsHost> =>
    mountShopperFields(BILLING, { prefill: { billing: { country: 'IE' } } });

  it('is asked once the shopper pauses, and the chosen address fills its fields', async () => {
    const host = await mountIrish();
    const asked: string[][] = [];
    host.addressLookup = (...words) => {
      asked.push(words);
      return Promise.resolve(FOUND);
    };
    await typeIntoField(host, 'billing.address', '12 Har', false);
    await until(() => suggestionsOf(host).length === 2, 'two addresses are offered');
    expect(asked).to.deep.equal([['12 Har', 'IE']]);
    expect(await axe(host)).to.deep.equal([]);
    const [first] = suggestionsOf(host);
    expect(first!.textContent.trim()).to.equal('12 Harbour Street, Galway');
    expect(first!.closest('[aria-live="polite"]')).to.not.equal(null);
    first!.click();
    await until(() => findById(host, 'billing.postal_code').value === 'H91 E2K3', 'the fields are filled');
    await until(
      () => findById<HTMLSelectElement>(host, 'billing.state').selectedOptions[0]!.text === 'Co. Galway',
      'region',
    );
    expect(findById(host, 'billing.address').value).to.equal('12 Harbour Street');
    expect(findById(host, 'billing.city').value).to.equal('Galway');
    expect(suggestionsOf(host)).to.deep.equal([]);
    expect(host.shadowRoot!.activeElement?.id).to.equal('billing.address');
  });

  it('offers at most five, nothing for two letters, and nothing for a text that has changed since', async () => {
    const host = await mountIrish();
    const answers: ((found: typeof FOUND) => void)[] = [];
    host.addressLookup = () => new Promise((resolve) => answers.push(resolve));
    await typeIntoField(host, 'billing.address', '12', false);
    await typeIntoField(host, 'billing.address', ' H', false);
    await until(() => answers.length === 1, 'the first search');
    await typeIntoField(host, 'billing.address', 'arbour', false);
    await until(() => answers.length === 2, 'the second search');
    answers[0]!(FOUND);
    await waitUntilSettled(host);
    expect(suggestionsOf(host)).to.deep.equal([]);
    answers[1]!(Array.from({ length: 7 }, () => FOUND[0]!));
    await until(() => suggestionsOf(host).length > 0, 'addresses are offered');
    expect(suggestionsOf(host).length).to.equal(5);
  });

  it('drops what it found once another field changes, and offers nothing where it fails', async () => {
    const host = await mountIrish();
    host.addressLookup = () => Promise.resolve(FOUND);
    await typeIntoField(host, 'billing.address', '12 Har', false);
    await until(() => suggestionsOf(host).length === 2, 'two addresses are offered');
    await typeIntoField(host, 'billing.city', 'G', false);
    expect(suggestionsOf(host)).to.deep.equal([]);
    let asked = 0;
    host.addressLookup = () => {
      asked += 1;
      return Promise.reject(new Error('no such service'));
    };
    await typeIntoField(host, 'billing.address', 'b', false);
    await until(() => asked === 1, 'the search');
    await waitUntilSettled(host);
    expect(suggestionsOf(host)).to.deep.equal([]);
  });

  const FAILURES: readonly [string, () => unknown][] = [
    [
      'throws',
      () => {
        throw new Error('no such service');
      },
    ],
    ['returns nothing', () => undefined],
  ];
  for (const [what, answer] of FAILURES) {
    it(`leaves no error on the page where it ${what}`, async () => {
      const host = await mountIrish();
      const unhandled: unknown[] = [];
      const note = (event: PromiseRejectionEvent): void => {
        event.preventDefault();
        unhandled.push(event.reason);
      };
      addEventListener('unhandledrejection', note);
      try {
        let asked = 0;
        host.addressLookup = (() => {
          asked += 1;
          return answer();
        }) as unknown as AddressLookup;
        await typeIntoField(host, 'billing.address', '12 Har', false);
        await until(() => asked === 1, 'the search');
        await waitUntilSettled(host);
        expect(unhandled).to.deep.equal([]);
        expect(suggestionsOf(host)).to.deep.equal([]);
      } finally {
        removeEventListener('unhandledrejection', note);
      }
    });
  }
});

describe('a single field', () => {
  it('has its error below its border, not inside', async () => {
    const host = await mountShopperFields(toShopperFields('shopper.email'));
    await typeIntoField(host, 'shopper.email', 'ana');
    const error = findById(host, 'shopper.email-error');
    expect(error.closest('.group')).to.equal(null);
    expect(getComputedStyle(findById(host, 'shopper.email').closest('.box')!).borderTopWidth).to.equal('1px');
  });
});

describe('an address', () => {
  it('has the country’s own parts, order and words, and keeps what fits when the country changes', async () => {
    const host = await mountShopperFields(BILLING);
    expect(order(host)).to.deep.equal(['country', 'address', 'city', 'state', 'postal_code']);
    expect(labelOf(host, 'billing.postal_code')).to.equal('ZIP code');
    expect(findById(host, 'billing.postal_code').autocomplete).to.equal('billing postal-code');
    expect(findById<HTMLSelectElement>(host, 'billing.country').value).to.equal('US');
    await typeIntoField(host, 'billing.city', 'Springfield');
    await typeIntoField(host, 'billing.address', '1 Main Street');
    await chooseOption(host, 'billing.state', 'CA');
    await typeIntoField(host, 'billing.postal_code', '941031234');
    expect(findById(host, 'billing.postal_code').value).to.equal('94103-1234');
    expect(host.valid).to.equal(true);

    await chooseOption(host, 'billing.country', 'JP');
    expect(order(host)).to.deep.equal(['country', 'postal_code', 'state', 'city', 'address']);
    expect(labelOf(host, 'billing.state')).to.equal('Prefecture');
    expect(findById(host, 'billing.city').value).to.equal('Springfield');
    expect(findById(host, 'billing.postal_code').value).to.equal('');
    expect(findById<HTMLSelectElement>(host, 'billing.state').value).to.equal('');
    expect(host.valid).to.equal(false);

    await chooseOption(host, 'billing.country', 'AE');
    expect(order(host)).to.deep.equal(['country', 'address', 'state']);
    await chooseOption(host, 'billing.state', 'DU');
    expect(host.body).to.deep.equal({ billing: { country: 'AE', address: '1 Main Street', state: 'DU' } });
    expect(host.valid).to.equal(true);
    expect(await axe(host)).to.deep.equal([]);
  });

  it('forgets a region of another country, and keeps one that was typed', async () => {
    const host = await mountShopperFields(BILLING);
    await chooseOption(host, 'billing.state', 'CA');
    await chooseOption(host, 'billing.country', 'CR');
    expect(findById(host, 'billing.state').value).to.equal('');
    await typeIntoField(host, 'billing.state', 'Limón');
    await chooseOption(host, 'billing.country', 'HN');
    expect(findById(host, 'billing.state').value).to.equal('Limón');
    await chooseOption(host, 'billing.country', 'US');
    expect(findById<HTMLSelectElement>(host, 'billing.state').value).to.equal('');
  });

  it('says what is wrong only after the shopper has left the field, with an example of the country', async () => {
    const host = await mountShopperFields(toShopperFields('billing.country', 'billing.postal_code'), {}, 'pt-BR');
    await typeIntoField(host, 'billing.postal_code', '0131', false);
    expect(findById(host, 'billing.postal_code').getAttribute('aria-invalid')).to.equal('false');
    findById(host, 'billing.postal_code').blur();
    await waitUntilSettled(host);
    expect(findById(host, 'billing.postal_code').getAttribute('aria-invalid')).to.equal('true');
    expect(findById(host, 'billing.postal_code-error').textContent).to.contain('40301-110');
    expect(await axe(host)).to.deep.equal([]);
  });

  it('is required as the session says where nobody knows the country', async () => {
    const host = await mountShopperFields(
      toShopperFields('delivery.address', 'delivery.postal_code', 'delivery.city?'),
    );
    expect(labelOf(host, 'delivery.postal_code')).to.equal('Postal code');
    expect(findById(host, 'delivery.postal_code').getAttribute('aria-required')).to.equal('true');
    expect(labelOf(host, 'delivery.city')).to.equal('City (optional)');
    await typeIntoField(host, 'delivery.address', 'Weg 1');
    expect(host.valid).to.equal(false);
    await typeIntoField(host, 'delivery.postal_code', '53111');
    expect(host.valid).to.equal(true);
  });

  it('asks for delivery once: the same as billing, until the shopper says otherwise', async () => {
    const host = await mountShopperFields(
      [...toShopperFields('shopper.first_name', 'shopper.last_name'), ...BOTH],
      {},
      'de-DE',
    );
    expect(hasElement(host, 'delivery.city')).to.equal(false);
    await typeIntoField(host, 'shopper.first_name', 'Ana');
    await typeIntoField(host, 'shopper.last_name', 'Weiß');
    await typeIntoField(host, 'billing.address', 'Weg 1');
    await typeIntoField(host, 'billing.postal_code', '10115');
    await typeIntoField(host, 'billing.city', 'Berlin');
    const billing = { country: 'DE', address: 'Weg 1', postal_code: '10115', city: 'Berlin' };
    expect(host.body.billing).to.deep.equal(billing);
    expect(host.body.delivery).to.deep.equal({ ...billing, first_name: 'Ana', last_name: 'Weiß' });
    expect(host.valid).to.equal(true);

    host.shadowRoot!.querySelector<HTMLInputElement>('[name="same-address"]')!.click();
    await waitUntilSettled(host);
    expect(host.valid).to.equal(false);
    expect(findById(host, 'delivery.address').autocomplete).to.equal('shipping street-address');
    expect(host.body.delivery).to.deep.equal({ country: 'DE' });
    expect(await axe(host)).to.deep.equal([]);
  });

  it('shows a recipient who is another than the shopper, at the same address too', async () => {
    const address = { country: 'GB', city: 'Leeds', address: '1 High Street', postal_code: 'LS1 1AA' };
    const shopper = { first_name: 'Ana', last_name: 'Souza' };
    const fields = [...toShopperFields('shopper.first_name', 'shopper.last_name'), ...BOTH];
    const gift = { ...address, first_name: 'Bob', last_name: 'Ray' };
    const host = await mountShopperFields(fields, { prefill: { shopper, billing: address, delivery: gift } }, 'en-GB');
    expect(textOf(host)).to.contain('Bob');
    expect(host.body.delivery).to.deep.equal(gift);
    const own = await mountShopperFields(fields, {
      prefill: { shopper, billing: address, delivery: { ...address, ...shopper } },
    });
    expect(own.shadowRoot!.querySelector<HTMLInputElement>('[name="same-address"]')!.checked).to.equal(true);
  });

  const NAMES: [country: string, language: string, order: string[]][] = [
    ...['JP', 'CN', 'TW', 'HK', 'MO', 'KR', 'KP', 'HU', 'VN', 'KH'].map((country): [string, string, string[]] => [
      country,
      'en-US',
      ['last_name', 'first_name'],
    ]),
    ...['US', 'DE', 'BR', 'TH', 'IN', 'SG', 'TR'].map((country): [string, string, string[]] => [
      country,
      'ja',
      ['first_name', 'last_name'],
    ]),
    ['', 'ja', ['last_name', 'first_name']],
    ['', 'hu-HU', ['last_name', 'first_name']],
    ['', 'de-DE', ['first_name', 'last_name']],
  ];
  for (const [country, language, names] of NAMES) {
    it(`asks for ${names[0]!} first in ${country || 'no country'}, read in ${language}, and keeps its place`, async () => {
      const fields = toShopperFields('person.document_number', 'shopper.first_name', 'shopper.last_name', 'person.job');
      const billing = country === '' ? {} : { country };
      const host = await mountShopperFields(fields, { billing }, language);
      expect(order(host).filter((id) => !id.includes('@'))).to.deep.equal(['document_number', ...names, 'job']);
    });
  }

  it('asks for the names of the delivery where nobody else gives them', async () => {
    const host = await mountShopperFields(BOTH, {}, 'en-GB');
    const asked = order(host).map((id) => id);
    expect(asked.slice(0, 3)).to.deep.equal(['first_name', 'last_name', 'country']);
    expect(host.shadowRoot!.querySelector('#section-billing [id="delivery.first_name"]')).not.to.equal(null);
    expect(hasElement(host, 'delivery.city')).to.equal(false);
  });
});

describe('what the session knows', () => {
  const known = {
    shopper: { email: 'ana@example.com' },
    billing: { country: 'BR', state: 'São Paulo', city: 'São Paulo', address: 'Rua A 1', postal_code: '01310-100' },
  };

  it('stands collapsed, and opens by keyboard with the focus in its first field', async () => {
    const fields = [...toShopperFields('shopper.email'), ...BILLING];
    const host = await mountShopperFields(fields, { prefill: known });
    expect(textOf(host)).to.contain('Rua A 1, São Paulo, São Paulo, 01310-100, Brazil');
    expect(hasElement(host, 'billing.city')).to.equal(false);
    expect(host.valid).to.equal(true);
    expect(host.body).to.deep.equal({ ...known, billing: { ...known.billing, state: 'SP' } });
    expect(await axe(host)).to.deep.equal([]);
    const button = host.shadowRoot!.querySelector<HTMLButtonElement>('#section-billing button')!;
    expect(button.ariaLabel).to.equal('Change Billing address');
    button.focus();
    button.click();
    await waitUntilSettled(host);
    await until(() => host.shadowRoot!.activeElement?.id === 'billing.country', 'the first field has the focus');
    await typeIntoField(host, 'billing.city', '!');
    expect(hasElement(host, 'billing.city')).to.equal(true);
  });

  it('has a name as one', async () => {
    const fields = toShopperFields('shopper.first_name', 'shopper.last_name', 'shopper.phone');
    const shopper = { first_name: 'Ana', last_name: 'Souza' };
    const host = await mountShopperFields(fields, { prefill: { shopper } });
    expect(textOf(host)).to.match(/Ana Souza(?!,)/);
  });

  it('stands open where something of it is missing or wrong', async () => {
    const wrong = await mountShopperFields(BILLING, { prefill: { billing: { ...known.billing, postal_code: '1' } } });
    expect(findById(wrong, 'billing.postal_code').value).to.equal('1');
    const missing = await mountShopperFields(BILLING, { prefill: { billing: { ...known.billing, city: '' } } });
    expect(findById(missing, 'billing.address').value).to.equal('Rua A 1');
    expect(missing.valid).to.equal(false);
  });

  it('opens again where the companion refused it', async () => {
    const host = await mountShopperFields(BILLING, { prefill: known });
    host.asked.refused.add('billing.city');
    host.showFaults();
    await waitUntilSettled(host);
    expect(findById(host, 'billing.city').getAttribute('aria-invalid')).to.equal('true');
  });
});

describe('a phone', () => {
  it('shows the calling code alone while the list of countries is closed, in any direction of text', async () => {
    const host = await mountShopperFields(toShopperFields('shopper.phone'), {}, 'ar');
    await chooseOption(host, 'shopper.phone@country', 'BR');
    const select = findById<HTMLSelectElement>(host, 'shopper.phone@country');
    expect(select.selectedOptions[0]!.textContent).to.match(/^\S.* \+55$/);
    expect(getComputedStyle(select).opacity).to.equal('0');
    const short = select.parentElement!.querySelector<HTMLElement>('[aria-hidden]')!;
    expect(short.textContent).to.equal('\u200e+55');
    expect(short.scrollWidth).to.be.at.most(short.clientWidth);
  });

  it('is typed as at home or with its code, and travels as one number', async () => {
    const host = await mountShopperFields(toShopperFields('shopper.phone'), {}, 'pt-BR');
    await typeIntoField(host, 'shopper.phone', '11961234567');
    expect(findById(host, 'shopper.phone').value).to.equal('(11) 96123-4567');
    expect(host.body).to.deep.equal({ shopper: { phone: '+5511961234567' } });
    findById(host, 'shopper.phone').value = '';
    await typeIntoField(host, 'shopper.phone', '+44 7400 123456');
    expect(findById<HTMLSelectElement>(host, 'shopper.phone@country').value).to.equal('GB');
    expect(host.body).to.deep.equal({ shopper: { phone: '+447400123456' } });
    await chooseOption(host, 'shopper.phone@country', 'DE');
    findById(host, 'shopper.phone').value = '';
    await typeIntoField(host, 'shopper.phone', '+55 11 96123-4567');
    expect(findById<HTMLSelectElement>(host, 'shopper.phone@country').value).to.equal('BR');
    await chooseOption(host, 'shopper.phone@country', 'DE');
    host.showFaults();
    findById(host, 'shopper.phone').value = '';
    await typeIntoField(host, 'shopper.phone', '12');
    expect(findById(host, 'shopper.phone-error').textContent).to.contain('such as');
    expect(await axe(host)).to.deep.equal([]);
  });

  it('fills the three parts of a person from one field, together with the shopper’s', async () => {
    const parts = ['phone_country_code', 'phone_area_code', 'phone_number'].map((part) => `person.${part}`);
    const host = await mountShopperFields(
      toShopperFields('shopper.phone', 'shopper.email', 'person.email', ...parts),
      {},
      'pt-BR',
    );
    expect(order(host)).to.deep.equal(['phone@country', 'phone', 'email']);
    await typeIntoField(host, 'shopper.phone', '11961234567');
    await typeIntoField(host, 'shopper.email', 'ana@example.com');
    expect(host.body).to.deep.equal({
      shopper: { phone: '+5511961234567', email: 'ana@example.com' },
      person: {
        phone_country_code: '55',
        phone_area_code: '11',
        phone_number: '961234567',
        email: 'ana@example.com',
      },
    });
    expect(host.valid).to.equal(true);
  });
});

describe('a person', () => {
  it('of a country whose documents nobody knows gives a number, and never as its type', async () => {
    const host = await mountShopperFields(
      toShopperFields('person.document_number', 'person.document_type?'),
      {},
      'de-DE',
    );
    await typeIntoField(host, 'person.document_number', 'L01X00T47');
    expect(host.body.person).to.deep.equal({ document_number: 'L01X00T47' });
  });

  it('gives the document of the country, its type, a real birth date and an income', async () => {
    const fields = toShopperFields(
      'person.document_number',
      'person.document_type',
      'person.birth_date',
      'person.social_name?',
      'person.net_monthly_average_income?',
      'person.address_country',
      'person.address_street',
      'person.address_number',
      'person.address_complement?',
      'person.address_city',
      'person.address_state',
      'person.address_postal_code',
    );
    const host = await mountShopperFields(fields, {}, 'pt-BR');
    expect(findById(host, 'person.document_number').placeholder).to.equal('000.000.000-00');
    expect(findById(host, 'person.document_number').inputMode).to.equal('numeric');
    await typeIntoField(host, 'person.document_number', '52998224725');
    expect(findById(host, 'person.document_number').value).to.equal('529.982.247-25');
    // The browser's own field, whose value comes whole.
    const born = findById(host, 'person.birth_date');
    expect(born.type).to.equal('date');
    born.value = '1990-12-31';
    born.dispatchEvent(new InputEvent('input', { bubbles: true }));
    await waitUntilSettled(host);
    expect(born.value).to.equal('1990-12-31');
    await typeIntoField(host, 'person.net_monthly_average_income', '2.500,50');
    await typeIntoField(host, 'person.address_street', 'Rua A');
    await typeIntoField(host, 'person.address_number', '1');
    await typeIntoField(host, 'person.address_city', 'São Paulo');
    await typeIntoField(host, 'person.address_postal_code', '01310100');
    await chooseOption(host, 'person.address_state', 'SP');
    expect(order(host).slice(-7)).to.deep.equal([
      'address_country',
      'address_street',
      'address_number',
      'address_complement',
      'address_city',
      'address_state',
      'address_postal_code',
    ]);
    expect(host.valid).to.equal(true);
    expect(host.body.person).to.deep.equal({
      document_number: '52998224725',
      document_type: 'CPF',
      birth_date: '31-12-1990',
      net_monthly_average_income: '2500.50',
      address_country: 'BR',
      address_street: 'Rua A',
      address_number: '1',
      address_city: 'São Paulo',
      address_state: 'SP',
      address_postal_code: '01310-100',
    });
    expect(await axe(host)).to.deep.equal([]);
    await chooseOption(host, 'person.document_number@type', 'CNPJ');
    expect(host.valid).to.equal(false);
  });

  it('is asked for the document that the session names, and for any number of one that nobody knows', async () => {
    const named: ShopperField = { path: 'shopper.document', required: true, document_types: ['CPF'] };
    const host = await mountShopperFields([named]);
    expect(labelOf(host, 'shopper.document')).to.equal('CPF');
    await typeIntoField(host, 'shopper.document', '52998224724');
    expect(findById(host, 'shopper.document-error').textContent).to.contain('not right');
    const unknown = await mountShopperFields([{ ...named, document_types: ['PASSPORT'] }]);
    await typeIntoField(unknown, 'shopper.document', 'ab 123');
    expect(unknown.body).to.deep.equal({ shopper: { document: 'ab 123' } });
    expect(unknown.valid).to.equal(true);
  });

  it('gives a bank account, and anything else as it is typed', async () => {
    const account = 'person.documents.labels.bank_account';
    const names = ['account_type', 'account_number', 'owner_document_number', 'owner_name', 'bank.code', 'currency'];
    const host = await mountShopperFields(
      toShopperFields(...names.map((name) => `${account}.${name}`), 'person.favourite_colour?'),
    );
    await chooseOption(host, `${account}.account_type`, 'savings');
    await typeIntoField(host, `${account}.account_number`, '123-4');
    await typeIntoField(host, `${account}.owner_document_number`, 'X1');
    await typeIntoField(host, `${account}.owner_name`, 'Ana');
    await typeIntoField(host, `${account}.bank.code`, '001');
    await typeIntoField(host, `${account}.currency`, 'brl');
    expect(host.valid).to.equal(true);
    expect(labelOf(host, 'person.favourite_colour')).to.equal('Favourite colour (optional)');
    const { person } = host.body;
    expect(person?.documents?.labels?.bank_account).to.deep.equal({
      account_type: 'savings',
      account_number: '123-4',
      owner_document_number: 'X1',
      owner_name: 'Ana',
      bank: { code: '001' },
      currency: 'BRL',
    });
    expect(await axe(host)).to.deep.equal([]);
  });

  it('offers the choices that the shop names, by their names or the element’s own words', async () => {
    const path = 'person.documents.labels.bank_account.account_type';
    const choices = [{ code: 'salary', name: 'Salary account' }, { code: 'savings' }, { code: 'xyz' }];
    const host = await mountShopperFields([{ path, required: true, choices }]);
    const select = findById<HTMLSelectElement>(host, path);
    expect([...select.options].map(({ value, text }) => [value, text]).slice(1)).to.deep.equal([
      ['salary', 'Salary account'],
      ['savings', 'Savings account'],
      ['xyz', 'xyz'],
    ]);
    await chooseOption(host, path, 'salary');
    expect(host.body.person?.documents?.labels?.bank_account).to.deep.equal({ account_type: 'salary' });
  });

  it('takes a text of as many characters as travel, an emoji counted once, and cuts off what is more', async () => {
    const host = await mountShopperFields(toShopperFields('billing.city', 'shopper.email'));
    await typeIntoField(host, 'billing.city', '😀'.repeat(1_001));
    expect(findById(host, 'billing.city').value).to.equal('😀'.repeat(1_000));
    expect(host.body.billing?.city).to.equal('😀'.repeat(1_000));
  });

  it('shows every missing answer at once, each linked to its field', async () => {
    const host = await mountShopperFields([
      ...toShopperFields('shopper.email', 'shopper.phone', 'person.birth_date'),
      ...BOTH,
    ]);
    host.showFaults();
    await waitUntilSettled(host);
    const wrong = [...host.shadowRoot!.querySelectorAll('[aria-invalid="true"]')];
    expect(wrong.length).to.be.greaterThan(6);
    for (const input of wrong) expect(hasElement(host, input.getAttribute('aria-describedby')!)).to.equal(true);
    expect(await axe(host)).to.deep.equal([]);
  });
});

describe('a document’s file', () => {
  const fields = toShopperFields('person.documents.file_data');
  const give = async (host: ShopperFieldsHost, file: File): Promise<void> => {
    const input = findById(host, 'person.documents.file_data');
    const transfer = new DataTransfer();
    transfer.items.add(file);
    input.files = transfer.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
    await waitUntilSettled(host);
    await until(() => !textOf(host).includes('Reading'), 'the file is read');
    await waitUntilSettled(host);
  };

  it('is shown by name and size, sent as base64 with its type, and can be taken away', async () => {
    const host = await mountShopperFields(fields);
    expect(host.valid).to.equal(false);
    await give(host, new File(['%PDF-1.7'], 'id.pdf', { type: 'application/pdf' }));
    expect(textOf(host)).to.contain('id.pdf');
    expect(host.body.person?.documents).to.deep.equal({ file_data: btoa('%PDF-1.7'), file_type: 'application/pdf' });
    expect(host.valid).to.equal(true);
    expect(await axe(host)).to.deep.equal([]);
    host.shadowRoot!.querySelector<HTMLButtonElement>('.file button')!.click();
    await waitUntilSettled(host);
    expect(host.body).to.deep.equal({});
    expect(host.shadowRoot!.activeElement?.id).to.equal('person.documents.file_data');
  });

  it('is waited for while it is read, asked for or not', async () => {
    const host = await mountShopperFields(toShopperFields('person.documents.file_data?'));
    const input = findById(host, 'person.documents.file_data');
    const transfer = new DataTransfer();
    transfer.items.add(new File(['%PDF-1.7'], 'id.pdf', { type: 'application/pdf' }));
    input.files = transfer.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
    expect(host.valid).to.equal(false);
    await until(() => host.body.person?.documents?.file_data !== undefined);
    expect(host.valid).to.equal(true);
  });

  it('is refused with a reason where it cannot be taken', async () => {
    const host = await mountShopperFields(fields);
    await give(host, new File([new Uint8Array(256_001)], 'big.pdf', { type: 'application/pdf' }));
    expect(textOf(host)).to.contain('larger than 256 kB');
    await give(host, new File(['x'], 'x.svg', { type: 'image/svg+xml' }));
    expect(textOf(host)).to.contain('JPEG, PNG, PDF');
    await give(host, new File([new Uint8Array(300_000)], 'torn.png', { type: 'image/png' }));
    expect(textOf(host)).to.contain('cannot be read');
    expect(host.valid).to.equal(false);
    expect(await axe(host)).to.deep.equal([]);
  });

  it('is made smaller where it is a picture', async () => {
    const canvas = document.createElement('canvas');
    canvas.width = 700;
    canvas.height = 500;
    const context = canvas.getContext('2d')!;
    const noise = context.createImageData(700, 500);
    for (let at = 0; at < noise.data.length; at += 1) noise.data[at] = at % 4 === 3 ? 255 : Math.random() * 256;
    context.putImageData(noise, 0, 0);
    const blob = await new Promise<Blob>((resolve) => canvas.toBlob((made) => resolve(made!), 'image/png'));
    const host = await mountShopperFields([{ path: 'person.documents.file_data', required: true, max_bytes: 150_000 }]);
    expect(blob.size).to.be.greaterThan(150_000);
    await give(host, new File([blob], 'photo.png', { type: 'image/png' }));
    const { file_data: data = '', file_type: type } = host.body.person?.documents ?? {};
    expect(type).to.equal('image/jpeg');
    expect(atob(data).length).to.be.within(1000, 150_000);
    expect(atob(data).startsWith('\xff\xd8')).to.equal(true);
  });
});

describe('right to left', () => {
  it('reads well to axe, with codes and numbers from left to right', async () => {
    const fields = [...toShopperFields('shopper.phone', 'shopper.email', 'person.document_number'), ...BOTH];
    const host = await mountShopperFields(fields, {}, 'ar-AE', 'rtl');
    expect(findById(host, 'shopper.phone').dir).to.equal('ltr');
    expect(findById<HTMLSelectElement>(host, 'billing.state').options[1]!.textContent).to.match(/\p{Script=Arabic}/u);
    expect(await axe(host)).to.deep.equal([]);
  });
});
