import { SUBMIT_DELAYS } from '../../widget/testing/index.ts';
import { CARD_METHOD, createMethodFields, createRedirectMethod, type Story } from './story.ts';

const BANKS = [
  'Nordbank',
  'Banco Sol',
  'Crédit Vert',
  'Bank Polski',
  'Ziraat Kent',
  'Oest Sparkasse',
  'Banca Monte',
  'Kiwi Trust',
  'Lotus Bank',
  'Halifax Way',
];
const banks = BANKS.map((name) => ({ code: name.toUpperCase(), name }));
const CLOUD = {
  background: '#0b84f3',
  paths: [{ d: 'M13 17a3.5 3.5 0 01.4-7 5 5 0 019.5-.6A4 4 0 1124 17z', fill: '#ffffff' }],
};
const plan = (count: number, amount: string, total?: string) => ({
  id: `p${String(count)}`,
  count,
  amount,
  ...(total === undefined ? {} : { total }),
});

const SAVED = [
  { token_id: 'card_1', brand: 'visa', last4: '4242', expiry: '08/30' },
  { token_id: 'card_2', brand: 'amex', last4: '0005', expiry: '11/29' },
  { token_id: 'card_3', brand: 'mastercard', last4: '4444', expiry: '01/24' },
];

/** The form: card fields, payment methods, saved cards, installments and subscription terms. */
export const FORM_STORIES: readonly Story[] = [
  { id: 'card/empty', title: 'Card' },
  { id: 'card/typing', title: 'Typing shows no errors', play: ({ type }) => type('#card-number', '4242 42') },
  { id: 'card/filled', title: 'Filled in', play: ({ fillCard }) => fillCard('5555555555554444') },
  { id: 'card/amex', title: 'American Express, four-digit code', play: ({ fillCard }) => fillCard('378282246310005') },
  {
    id: 'card/two-brands',
    title: 'Co-branded card',
    play: async ({ fillCard, find }) => {
      await fillCard('4035501000000008');
      await find('input[name="card-brand"]');
    },
  },
  {
    id: 'card/mistakes',
    title: 'Invalid values',
    play: async ({ type, pay }) => {
      await type('#card-number', '4242424242424241');
      await type('#card-expiry', '01/20');
      await type('#card-code', '12');
      await pay();
    },
  },
  {
    id: 'card/not-accepted',
    title: 'Card brand not accepted',
    view: { methods: [{ ...CARD_METHOD, brands: ['visa', 'mastercard'] }] },
    play: ({ type }) => type('#card-number', '378282246310005'),
  },
  {
    id: 'card/paying',
    title: 'Paying',
    prepare: (companion) => companion.answers.push(new Promise(() => undefined)),
    play: async ({ fillCard, pay }) => {
      await fillCard();
      await pay();
    },
  },
  {
    id: 'card/paying-slow',
    title: 'Paying takes long',
    prepare: (companion) => companion.answers.push(new Promise(() => undefined)),
    play: async ({ fillCard, pay, find }) => {
      await fillCard();
      const usual = SUBMIT_DELAYS.slow;
      SUBMIT_DELAYS.slow = 50;
      await pay();
      await find('.center:not(:empty)');
      SUBMIT_DELAYS.slow = usual;
    },
  },
  {
    id: 'card/paying-offline',
    title: 'Paying without a connection',
    prepare: (companion) => companion.answers.push('lost'),
    play: async ({ fillCard, pay, find }) => {
      await fillCard();
      await pay();
      await find('.alert:not(:empty)');
    },
  },
  ...(['declined', 'insufficient_funds', 'authentication_failed'] as const).map((reason): Story => ({
    id: `card/${reason.replace('_', '-')}`,
    title: `Declined: ${reason.replace('_', ' ')}`,
    prepare: (companion) =>
      companion.answers.push({
        status: 'declined',
        payment_id: 'pay_1',
        decline: { code: reason, retryable: true },
      }),
    play: async ({ fillCard, pay }) => {
      await fillCard();
      await pay();
    },
  })),
  {
    id: 'saved/list',
    title: 'Saved cards',
    view: { saved_cards: SAVED, keeps_cards: true },
  },
  {
    id: 'saved/mistake',
    title: 'Saved card without its security code',
    view: { saved_cards: SAVED, keeps_cards: true },
    play: ({ pay }) => pay(),
  },
  ...(['asked', 'failed'] as const).map((step): Story => ({
    id: `saved/remove-${step}`,
    title: step === 'asked' ? 'Remove a saved card?' : 'Saved card, removal failed',
    view: { saved_cards: SAVED },
    prepare: (companion) => (companion.removeAnswer = 'lost'),
    play: async ({ click: press, find }) => {
      await press('button[aria-expanded]');
      if (step === 'asked') return;
      await press('.confirm .danger');
      await find('.confirm .error');
    },
  })),
  { id: 'saved/keep', title: 'Save this card', view: { keeps_cards: true } },
  {
    id: 'plans/few',
    title: 'Installments',
    view: { installments: [plan(3, '8.00', '24.00'), plan(6, '4.10', '24.60')] },
  },
  {
    id: 'plans/many',
    title: 'Many installment plans',
    view: { installments: [2, 3, 4, 6, 8, 12].map((count) => plan(count, (24 / count).toFixed(2), '24.00')) },
  },
  {
    id: 'terms/monthly',
    title: 'Subscription',
    view: {
      next_payment: '2026-12-27',
      subscription: {
        contract_name: 'Tea of the month',
        contract_amount: '24.00',
        interval: 'month',
        interval_count: '1',
      },
    },
  },
  {
    id: 'terms/promotion',
    title: 'Subscription with a promotional price and an end, not accepted',
    view: {
      amount: '1.00',
      next_payment: '2027-02-27',
      subscription: {
        contract_name: 'Tea of the month',
        contract_amount: '24.00',
        interval: 'month',
        interval_count: '3',
        billing_cycle: 8,
        promotion_cycle: 1,
        contract_end: '2028-11-30',
      },
    },
    play: async ({ fillCard, pay }) => {
      await fillCard();
      await pay();
    },
  },
  ...(['accordion', 'tabs'] as const).map((layout): Story => ({
    id: `methods/${layout}`,
    title: `Payment methods: ${layout}`,
    attributes: { layout },
    view: {
      methods: [
        CARD_METHOD,
        createRedirectMethod('online_banking', null, { banks }),
        createRedirectMethod('pix', 'Pix', { presents: 'qr' }),
      ],
    },
  })),
  {
    id: 'methods/many',
    title: 'Email once, many brands, an icon of the shop',
    view: {
      methods: [
        {
          ...CARD_METHOD,
          brands: ['visa', 'mastercard', 'amex', 'discover', 'jcb', 'unionpay'],
          fields: createMethodFields('shopper.email'),
        },
        createRedirectMethod('wallet', 'Cloud Pay', { fields: createMethodFields('shopper.email'), icon: CLOUD }),
        createRedirectMethod('boleto', 'Boleto', { presents: 'voucher', fields: createMethodFields('shopper.email') }),
      ],
    },
  },
  {
    id: 'methods/banks',
    title: 'Many banks, searched',
    view: {
      methods: [
        CARD_METHOD,
        createRedirectMethod('online_banking', null, {
          banks,
          fields: createMethodFields('shopper.email'),
        }),
      ],
    },
    play: async ({ click: press, pay }) => {
      await press('input[value="online_banking"]');
      await pay();
    },
  },
];
