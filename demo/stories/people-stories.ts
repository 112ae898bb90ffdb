import type { SessionView } from '../../widget/index.ts';
import { CARD, asked, method, type Story } from './story.ts';

const ADDRESS = ['country', 'address', 'city', 'state', 'postal_code'];
const BOTH = asked(
  'shopper.email',
  'shopper.phone?',
  ...ADDRESS.map((name) => `billing.${name}`),
  ...['first_name', 'last_name', ...ADDRESS].map((name) => `delivery.${name}`),
);

/** Known by their country only, so that the form shows that country's own address. */
const inCountry = (country: string): Partial<SessionView> => ({
  methods: [{ ...CARD, fields: BOTH }],
  prefill: { billing: { country }, delivery: { country } },
});

const KNOWN: SessionView['prefill'] = {
  shopper: { email: 'ana@example.com', phone: '+5511987654321' },
  billing: { country: 'BR', address: 'Rua das Flores 12', city: 'São Paulo', state: 'SP', postal_code: '01310-100' },
};

/** What is asked besides the card. */
export const PEOPLE_STORIES: readonly Story[] = [
  ...[
    ['BR', 'Brazil'],
    ['US', 'United States'],
    ['JP', 'Japan'],
    ['DE', 'Germany'],
    ['AE', 'United Arab Emirates'],
  ].map(([country = '', name = '']): Story => ({
    id: `address/${country.toLowerCase()}`,
    title: `Addresses: ${name}`,
    view: inCountry(country),
  })),
  {
    id: 'address/mistakes',
    title: 'Addresses with mistakes',
    view: inCountry('US'),
    play: async ({ fillCard, pay }) => {
      await fillCard();
      await pay();
    },
  },
  {
    id: 'address/known',
    title: 'Known already, to be changed',
    view: {
      methods: [
        { ...CARD, fields: asked('shopper.email', 'shopper.phone', ...ADDRESS.map((name) => `billing.${name}`)) },
      ],
      prefill: KNOWN,
    },
  },
  {
    id: 'person/pix',
    title: 'A document by which to pay',
    view: {
      methods: [
        method('pix', 'Pix', {
          presents: 'qr',
          fields: [
            ...asked('shopper.email', 'shopper.first_name', 'shopper.last_name'),
            { path: 'person.document_number', required: true, document_types: ['CPF', 'CNPJ'] },
          ],
        }),
      ],
    },
  },
  {
    id: 'person/all',
    title: 'All that can be asked of a person',
    view: {
      methods: [
        method('bank_transfer', 'Bank transfer', {
          fields: [
            ...asked('shopper.email', 'person.social_name?', 'person.birth_date', 'person.net_monthly_average_income?'),
            { path: 'person.document_number', required: true, document_types: ['CPF', 'CNPJ'] },
            ...asked('person.phone_country_code', 'person.phone_area_code', 'person.phone_number'),
            ...asked(
              ...['street', 'number', 'complement?', 'postal_code', 'city', 'state', 'country'].map(
                (name) => `person.address_${name}`,
              ),
            ),
            ...asked(
              ...[
                'account_type',
                'account_number',
                'branch_number',
                'owner_name',
                'owner_document_number',
                'bank.code',
              ].map((name) => `person.documents.labels.bank_account.${name}`),
            ),
            {
              path: 'person.documents.file_data',
              required: true,
              file_types: ['image/png', 'image/jpeg'],
              max_bytes: 256_000,
            },
          ],
        }),
      ],
    },
  },
];
