import { aTimeout, expect } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import type { Outcome, SessionView } from '../../shared/contract/index.ts';
import type { TillgateCheckout } from '../index.ts';
import { FakeCompanion } from '../testing/fake-companion.ts';
import { findCutText } from '../test-support/find-cut-text.ts';
import { fillCard, findInElement, mountCheckout, waitForText, typeInto } from '../test-support/mount.ts';
import { recordFormSubmits } from '../test-support/watch-forms.ts';
import { LANGUAGE_LOADERS } from './language.ts';
import { until } from '../test-support/until.ts';

const LOCALES = ['en', ...Object.keys(LANGUAGE_LOADERS)];

const METHODS: SessionView['methods'] = [
  { method: 'card', kind: 'card', label: null, brands: ['visa', 'mastercard', 'amex'], banks: [], fields: [] },
  {
    method: 'bank',
    kind: 'redirect',
    label: 'PayBank',
    brands: null,
    banks: [{ code: 'B1', name: 'Bank One' }],
    fields: ['shopper.email', 'shopper.phone', 'person.first_name', 'person.last_name', 'person.document_number']
      .concat(['person.document_type', 'person.birth_date', 'billing.country', 'billing.state', 'billing.city'])
      .concat(['billing.address', 'billing.postal_code', 'billing.district_name', 'billing.street_name'])
      .map((path) => ({ path, required: true })),
  },
];
const PARTS: Partial<SessionView> = {
  methods: METHODS,
  installments: [
    { id: 'three', count: 3, amount: '1234.00' },
    { id: 'twelve', count: 12 },
  ],
  subscription: { contract_amount: '24.00', interval: 'month', interval_count: '3' },
};
const actionOf = (kind: 'challenge' | 'redirect', purpose?: 'payment'): Outcome => ({
  status: 'action_required',
  payment_id: 'pay_1',
  abandonable: true,
  action: {
    type: kind,
    url: 'about:blank',
    method: 'POST',
    fields: {},
    window_size: '01',
    ...(purpose === undefined ? {} : { purpose }),
  },
});

interface Screen {
  view?: Partial<SessionView>;
  prepare?: (companion: FakeCompanion) => void;
  /** What to do until the screen is there; shown again after each step. */
  steps?: ((element: TillgateCheckout) => Promise<void> | void)[];
}

const answer =
  (outcome: Outcome | { problem: 'internal_error' }) =>
  (companion: FakeCompanion): void => {
    companion.answers.push(outcome);
  };
const outcome =
  (next: Outcome) =>
  (companion: FakeCompanion): void => {
    companion.outcome = next;
  };
const pay = async (element: TillgateCheckout): Promise<void> => {
  fillCard(element);
  await element.submit();
  await aTimeout(30);
};
const typeAll = (number: string, expiry: string, code: string, holder: string) => (element: TillgateCheckout) => {
  for (const [name, text] of Object.entries({ number, expiry, code, holder })) typeInto(element, `#card-${name}`, text);
};

/** Every screen in which an engineer may have left too little room; add yours. */
const SCREENS: Readonly<Record<string, Screen>> = {
  'the form, and every mistake on a card': {
    view: PARTS,
    steps: [
      () => undefined,
      (element) => element.submit(),
      typeAll('4242', '0120', '1', '4242424242424242'),
      typeAll('4242424242424241', '1', '12', ''),
      typeAll('6011111111111117', '1299', '', 'Ana'),
    ],
  },
  'tabs, and another way to pay': {
    view: PARTS,
    steps: [
      (element) => {
        element.layout = 'tabs';
      },
      (element) => findInElement(element, 'input[value="bank"]').click(),
      (element) => element.submit(),
    ],
  },
  paying: { prepare: (companion) => companion.answers.push(new Promise<Outcome>(() => undefined)), steps: [payNow] },
  declined: {
    prepare: outcome({
      status: 'declined',
      payment_id: 'p',
      decline: { code: 'authentication_failed', retryable: true },
    }),
  },
  waiting: { prepare: outcome(actionOf('redirect')) },
  checking: { prepare: outcome({ status: 'unknown', payment_id: 'pay_1', abandonable: true }) },
  paid: { prepare: outcome({ status: 'paid', payment_id: 'pay_1' }) },
  refused: {
    prepare: outcome({ status: 'declined', payment_id: 'p', decline: { code: 'declined', retryable: false } }),
  },
  expired: { prepare: outcome({ status: 'expired', payment_id: null }) },
  failed: { prepare: (companion) => (companion.sessionAnswer = 'unauthenticated') },
  redirecting: { prepare: answer(actionOf('redirect')), steps: [pay] },
  'the challenge': { prepare: answer(actionOf('challenge')), steps: [pay] },
  'the gateway’s page': { prepare: answer(actionOf('challenge', 'payment')), steps: [pay] },
};

/** Without waiting for an answer that never comes. */
async function payNow(element: TillgateCheckout): Promise<void> {
  fillCard(element);
  void element.submit();
  await aTimeout(10);
}

async function open(locale: string, { view, prepare }: Screen): Promise<TillgateCheckout> {
  const companion = new FakeCompanion(view);
  prepare?.(companion);
  const element = await mountCheckout(companion, { locale });
  const root = element.shadowRoot!;
  await until(
    () => root.querySelector(`[lang="${locale}"]`) !== null && root.querySelector('.skeleton') === null,
    `${locale} is there`,
  );
  return element;
}

describe('at 320 px no text is cut', () => {
  let forms: ReturnType<typeof recordFormSubmits>;
  before(async () => {
    forms = recordFormSubmits();
    await setViewport({ width: 320, height: 800 });
  });
  after(async () => {
    forms.stop();
    await setViewport({ width: 800, height: 600 });
  });

  for (const [name, screen] of Object.entries(SCREENS)) {
    for (const locale of LOCALES) {
      it(`${name}, ${locale}`, async () => {
        const element = await open(locale, screen);
        const findings = new Set(findCutText(element));
        for (const step of screen.steps ?? []) {
          await step(element);
          await element.updateComplete;
          for (const finding of findCutText(element)) findings.add(finding);
        }
        expect([...findings]).to.deep.equal([]);
      });
    }
  }
});

describe('a language on the page', () => {
  for (const locale of ['ar', 'he']) {
    it(`${locale} runs from right to left, card numbers do not, and start at its side all the same`, async () => {
      const element = await open(locale, {});
      expect(findInElement(element, '.root').dir).to.equal('rtl');
      for (const name of ['number', 'expiry', 'code', 'holder']) {
        expect(getComputedStyle(findInElement(element, `#card-${name}`)).textAlign, name).to.equal('right');
      }
      expect(getComputedStyle(findInElement(element, '#card-number')).direction).to.equal('ltr');
      const [label, marks] = ['#card-number', '.marks'].map((at) => findInElement(element, at).getBoundingClientRect());
      expect(marks!.left - label!.left).to.be.lessThan(label!.right - marks!.right);
    });
  }

  it('gives texts by the language and amounts by the region', async () => {
    await waitForText(await open('de', { view: { locale: 'de-CH', currency: 'CHF', amount: '1234.50' } }), /bezahlen/);
    const element = await mountCheckout(new FakeCompanion({ currency: 'CHF', amount: '1234.50' }), { locale: 'de-CH' });
    await waitForText(element, /CHF 1['’]234\.50 bezahlen/);
    element.locale = 'ar-EG';
    await waitForText(element, '١٬٢٣٤٫٥٠');
    expect(findInElement(element, '.root').lang).to.equal('ar');
  });

  it('takes the session’s language where the page sets none, and English where a tag is none', async () => {
    await waitForText(await mountCheckout(new FakeCompanion({ locale: 'fr-BE' })), 'Payer 24,00 €');
    for (const locale of ['x', 'english', 'nb', '日本']) {
      await waitForText(await mountCheckout(new FakeCompanion(), { locale }), /Pay .*24[.,]00/);
    }
  });

  it('lets the shop say one form of a count its own way', async () => {
    const element = await open('pl', {
      view: { installments: [2, 3, 5].map((count) => ({ id: String(count), count })) },
    });
    element.labels = { 'installments.count.few': 'w {count} ratach', pay: 'Kupuję za {amount}' };
    await waitForText(element, 'w 2 ratach');
    await waitForText(element, 'w 3 ratach');
    await waitForText(element, '5 rat');
    await waitForText(element, 'Kupuję za 24,00');
  });
});

describe('the walker', () => {
  it('sees text that is cut, also in nested shadow trees, hints and choices', async () => {
    const host = document.createElement('div');
    const inner = document.createElement('div');
    host.attachShadow({ mode: 'open' }).append(inner);
    const long = 'a text that has no room';
    const box = Object.assign(document.createElement('p'), { textContent: long });
    const input = Object.assign(document.createElement('input'), { placeholder: long });
    const select = document.createElement('select');
    select.add(new Option(long));
    inner.attachShadow({ mode: 'open' }).append(box, input, select);
    document.body.append(host);
    expect(findCutText(host)).to.deep.equal([]);
    Object.assign(box.style, { inlineSize: '5rem', overflow: 'hidden', whiteSpace: 'nowrap' });
    input.style.inlineSize = select.style.inlineSize = '5rem';
    expect(findCutText(host)).to.have.length(3);
    Object.assign(box.style, { whiteSpace: 'normal', blockSize: '1rem' });
    expect(findCutText(host)).to.have.length(3);
    box.remove();
    input.remove();
    select.remove();
    Object.assign(inner.style, { inlineSize: '200vw', blockSize: '1px' });
    expect(findCutText(host)).to.have.length(1);
    host.remove();
  });
});
