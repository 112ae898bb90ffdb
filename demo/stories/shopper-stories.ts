import type { SessionView } from '../../widget/index.ts';
import { CARD_METHOD, createMethodFields, createRedirectMethod, type Story } from './story.ts';

const ADDRESS = ['country', 'address', 'city', 'state', 'postal_code'];
const BOTH_ADDRESSES = createMethodFields(
  'shopper.email',
  'shopper.phone?',
  ...ADDRESS.map((name) => `billing.${name}`),
  ...['first_name', 'last_name', ...ADDRESS].map((name) => `delivery.${name}`),
);

/** Prefills the country only, so that the form shows its address fields. */
const inCountry = (country: string): Partial<SessionView> => ({
  methods: [{ ...CARD_METHOD, fields: BOTH_ADDRESSES }],
  prefill: { billing: { country }, delivery: { country } },
});

const PREFILL: SessionView['prefill'] = {
  shopper: { email: 'ana@example.com', phone: '+5511987654321' },
  billing: { country: 'BR', address: 'Rua das Flores 12', city: 'São Paulo', state: 'SP', postal_code: '01310-100' },
};

/** Addresses and personal details. */
export const SHOPPER_FIELD_STORIES: readonly Story[] = [
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
    title: 'Addresses with invalid values',
    view: inCountry('US'),
    play: async ({ fillCard, pay }) => {
      await fillCard();
      await pay();
    },
  },
  {
    id: 'address/known',
    title: 'Prefilled address',
    view: {
      methods: [
        {
          ...CARD_METHOD,
          fields: createMethodFields('shopper.email', 'shopper.phone', ...ADDRESS.map((name) => `billing.${name}`)),
        },
      ],
      prefill: PREFILL,
    },
  },
  {
    id: 'person/pix',
    title: 'Document number',
    view: {
      methods: [
        createRedirectMethod('pix', 'Pix', {
          presents: 'qr',
          fields: [
            ...createMethodFields('shopper.email', 'shopper.first_name', 'shopper.last_name'),
            { path: 'person.document_number', required: true, document_types: ['CPF', 'CNPJ'] },
          ],
        }),
      ],
    },
  },
  {
    id: 'person/all',
    title: 'Every personal detail',
    view: {
      methods: [
        createRedirectMethod('online_banking', null, {
          fields: [
            ...createMethodFields(
              'shopper.email',
              'person.social_name?',
              'person.birth_date',
              'person.net_monthly_average_income?',
            ),
            { path: 'person.document_number', required: true, document_types: ['CPF', 'CNPJ'] },
            ...createMethodFields('person.phone_country_code', 'person.phone_area_code', 'person.phone_number'),
            ...createMethodFields(
              ...['street', 'number', 'complement?', 'postal_code', 'city', 'state', 'country'].map(
                (name) => `person.address_${name}`,
              ),
            ),
            ...createMethodFields(
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
