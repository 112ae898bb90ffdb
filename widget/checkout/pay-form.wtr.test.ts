import { aTimeout, expect } from '@open-wc/testing';
import type { Outcome, SessionView } from '../../shared/contract/index.ts';
import type { TillgateCheckout } from '../index.ts';
import { axeFindings } from '../test-support/axe.ts';
import { FakeCompanion } from '../testing/fake-companion.ts';
import { fillCard, findInElement, mountCheckout, waitForText, typeInto } from '../test-support/mount.ts';
import { until } from '../test-support/until.ts';

const PAID: Outcome = { status: 'paid', payment_id: 'pay_1' };
const METHODS: SessionView['methods'] = [
  {
    method: 'card',
    kind: 'card',
    label: null,
    brands: null,
    banks: [],
    fields: [{ path: 'shopper.email', required: true }],
  },
  {
    method: 'pix',
    kind: 'redirect',
    label: 'Pix',
    brands: null,
    banks: [],
    fields: [
      { path: 'delivery.city', required: false },
      { path: 'person.tax_office', required: true },
    ],
  },
];
const PLANS: Partial<SessionView> = {
  installments: [
    { id: 'three', count: 3, amount: '8.00' },
    { id: 'six', count: 6, label: 'Six easy payments' },
  ],
  subscription: {
    contract_amount: '24.00',
    interval: 'month',
    interval_count: '1',
  },
};

describe('axe finds nothing', () => {
  for (const theme of ['light', 'dark'] as const) {
    const on = (element: TillgateCheckout): TillgateCheckout => {
      element.style.background = theme === 'dark' ? '#171a21' : '#fff';
      return element;
    };

    it(`in tabs, ${theme}`, async () => {
      const element = on(await mountCheckout(new FakeCompanion({ methods: METHODS }), { theme, layout: 'tabs' }));
      expect(await axeFindings(element)).to.deep.equal([]);
    });

    it(`with plans and terms, ${theme}`, async () => {
      const element = on(await mountCheckout(new FakeCompanion(PLANS), { theme }));
      expect(await axeFindings(element)).to.deep.equal([]);
    });

    it(`while paying and with mistakes, ${theme}`, async () => {
      const companion = new FakeCompanion();
      companion.answers.push(new Promise<Outcome>(() => undefined));
      const element = on(await mountCheckout(companion, { theme }));
      await element.submit();
      expect(await axeFindings(element)).to.deep.equal([]);
      fillCard(element);
      void element.submit();
      await waitForText(element, 'Paying');
      expect(await axeFindings(element)).to.deep.equal([]);
    });
  }
});

describe('the form', () => {
  it('shows no errors in the fields of a way to pay that the shopper did not try', async () => {
    const element = await mountCheckout(new FakeCompanion({ methods: METHODS }));
    findInElement(element, '[value="pix"]').click();
    await element.updateComplete;
    await element.submit();
    findInElement(element, '[value="card"]').click();
    await element.updateComplete;
    expect(findInElement(element, '#card-number').getAttribute('aria-invalid')).to.equal('false');
  });

  it('has each id once where all methods share a part of the contact', async () => {
    const methods = METHODS.map((method) => ({ ...method, fields: [{ path: 'shopper.email', required: true }] }));
    methods[0]!.fields.push({ path: 'shopper.phone', required: true });
    const element = await mountCheckout(new FakeCompanion({ methods }));
    const ids = [...element.shadowRoot!.querySelectorAll('[id]')].map(({ id }) => id);
    expect(ids).to.include.members(['shopper.email', 'shopper.phone']);
    expect(new Set(ids).size, ids.join(' ')).to.equal(ids.length);
  });

  it('lets the page set the fields of a card apart and place them', async () => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
      tillgate-checkout { inline-size: 600px }
      tillgate-checkout::part(card) {
        grid-template: 'number expiry code' 'holder holder holder' / 3fr 1fr 1fr;
        gap: 12px; border: 0; background: none; overflow: visible;
      }
      tillgate-checkout::part(card-row) { display: contents }
      tillgate-checkout::part(field) { border: 1px solid gray; border-radius: 8px }
      ${['number', 'expiry', 'code', 'holder'].map((name) => `tillgate-checkout::part(card-${name}) { grid-area: ${name} }`).join('')}`);
    document.adoptedStyleSheets.push(sheet);
    try {
      const element = await mountCheckout(new FakeCompanion());
      const placeOf = (name: string): DOMRect =>
        findInElement(element, `[part~="card-${name}"]`).getBoundingClientRect();
      const [number, expiry, code, holder] = ['number', 'expiry', 'code', 'holder'].map(placeOf) as [
        DOMRect,
        DOMRect,
        DOMRect,
        DOMRect,
      ];
      expect([expiry.top, code.top]).to.deep.equal([number.top, number.top]);
      expect(expiry.left - number.right).to.be.closeTo(12, 0.5);
      expect(code.left - expiry.right).to.be.closeTo(12, 0.5);
      expect(holder.top - number.bottom).to.be.closeTo(12, 0.5);
      expect(holder.width).to.be.closeTo(code.right - number.left, 0.5);
    } finally {
      document.adoptedStyleSheets.pop();
    }
  });

  it('frames the methods, and no saved card within one', async () => {
    const saved_cards = [{ token_id: 'tok_visa', brand: 'visa', last4: '4242', expiry: '08/90' }];
    const element = await mountCheckout(new FakeCompanion({ methods: METHODS, saved_cards }));
    const widths = (selector: string): string => getComputedStyle(findInElement(element, selector)).borderTopWidth;
    expect(widths('.method')).to.equal('1px');
    expect(widths('.row:has([name="saved-card"])')).to.equal('0px');
  });

  it('is as tall as what stands there while it loads', async () => {
    const companion = new FakeCompanion();
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const element = document.createElement('tillgate-checkout');
    element.fetcher = (url, init) => held.then(() => companion.fetch(url, init));
    element.server = 'http://companion.test';
    element.session = 'tgs_1';
    element.style.inlineSize = '480px';
    document.body.append(element);
    await element.updateComplete;
    const before = element.getBoundingClientRect().height;
    release();
    await waitForText(element, 'Pay €24.00');
    expect(Math.abs(element.getBoundingClientRect().height - before)).to.be.lessThan(2);
    element.remove();
  });

  it('does not move under a pressed pointer, so that the click on pay is not lost', async () => {
    const element = await mountCheckout(new FakeCompanion());
    typeInto(element, '#card-number', '42');
    const button = findInElement<HTMLButtonElement>(element, 'button.pay');
    const top = button.getBoundingClientRect().top;
    button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, composed: true }));
    findInElement(element, '#card-number').dispatchEvent(new FocusEvent('blur'));
    await aTimeout(50);
    expect(button.getBoundingClientRect().top).to.equal(top);
    button.dispatchEvent(new PointerEvent('pointerup', { bubbles: true, composed: true }));
    await waitForText(element, 'too short');
    expect(button.getBoundingClientRect().top).to.be.greaterThan(top);
  });

  it('goes on when the release of a pointer never comes', async () => {
    const element = await mountCheckout(new FakeCompanion());
    element.dispatchEvent(new PointerEvent('pointerdown'));
    await element.submit();
    await waitForText(element, 'Enter the card number.');
  });

  it('takes what the browser fills in by itself', async () => {
    const element = await mountCheckout(new FakeCompanion());
    const expiry = findInElement(element, '#card-expiry');
    expiry.value = '12 / 2031';
    expiry.dispatchEvent(new Event('input', { bubbles: true }));
    expect(expiry.value).to.equal('12/31');
    expect(
      ['number', 'expiry', 'code', 'holder'].map((name) =>
        findInElement(element, `#card-${name}`).getAttribute('autocomplete'),
      ),
    ).to.deep.equal(['cc-number', 'cc-exp', 'cc-csc', 'cc-name']);
  });

  it('asks for the email once, above the methods that all need it, and keeps it when the method changes', async () => {
    const fields = [{ path: 'shopper.email', required: true }];
    const element = await mountCheckout(
      new FakeCompanion({ methods: METHODS.map((method) => ({ ...method, fields })) }),
    );
    const emails = (): NodeListOf<HTMLInputElement> => element.shadowRoot!.querySelectorAll('input[type="email"]');
    expect(emails().length).to.equal(1);
    emails()[0]!.value = 'ana@shop.example';
    emails()[0]!.dispatchEvent(new InputEvent('input', { bubbles: true }));
    const radio = element.shadowRoot!.querySelectorAll<HTMLInputElement>('input[type="radio"]')[1]!;
    expect(emails()[0]!.compareDocumentPosition(radio)).to.equal(Node.DOCUMENT_POSITION_FOLLOWING);
    radio.click();
    await element.updateComplete;
    expect([...emails()].map(({ value }) => value)).to.deep.equal(['ana@shop.example']);
  });

  it('asks for no email where no method needs it', async () => {
    const methods = METHODS.map((method) => ({ ...method, fields: [] }));
    const element = await mountCheckout(new FakeCompanion({ methods }));
    expect(element.shadowRoot!.querySelector('input[type="email"]')).to.equal(null);
  });

  it('marks what the companion refused until it is changed', async () => {
    const companion = new FakeCompanion({ methods: METHODS });
    companion.answers.push({
      problem: 'invalid_request',
      fields: [{ path: 'shopper.email', code: 'format', rule: 'an email address' }],
    });
    const element = await mountCheckout(companion);
    fillCard(element);
    typeInto(element, '[name="shopper.email"]', 'ana@nowhere');
    await element.submit();
    await waitForText(element, 'This was refused');
    const email = findInElement(element, '[name="shopper.email"]');
    expect(email.getAttribute('aria-invalid')).to.equal('true');
    typeInto(element, '[name="shopper.email"]', 'ana@example.com');
    await element.updateComplete;
    expect(email.getAttribute('aria-invalid')).to.equal('false');
  });

  it('labels fields that it was never told about', async () => {
    const element = await mountCheckout(new FakeCompanion({ methods: METHODS }));
    findInElement(element, 'input[value="pix"]').click();
    await waitForText(element, 'Tax office');
    await waitForText(element, 'Delivery address');
    await waitForText(element, 'City (optional)');
  });

  it('shows terms and plans and sends the chosen one', async () => {
    const companion = new FakeCompanion(PLANS);
    companion.answers.push(PAID);
    const element = await mountCheckout(companion);
    await waitForText(element, '€24.00 / month');
    await waitForText(element, '3 payments of €8.00');
    findInElement(element, '[name="installments"][value="three"]').click();
    await waitForText(element, 'Pay €8.00 today');
    findInElement(element, '[name="installments"][value="six"]').click();
    await waitForText(element, 'Pay €24.00');
    fillCard(element);
    await element.submit();
    await waitForText(element, 'Agree to the payments to go on.');
    findInElement(element, '#subscription-agreed').click();
    await element.submit();
    expect(companion.submits[0]!.installments).to.equal('six');
    expect(companion.submits[0]!.subscription_agreed).to.equal(true);
  });

  it('pays by a saved card with its code alone', async () => {
    const companion = new FakeCompanion({
      keeps_cards: true,
      saved_cards: [
        { token_id: 'card_1', brand: 'visa', last4: '4242', expiry: '08/40' },
        { token_id: 'card_2', brand: 'amex', last4: '0005', expiry: '08/40' },
      ],
    });
    companion.answers.push(PAID);
    const element = await mountCheckout(companion);
    await element.submit();
    await waitForText(element, 'Enter the code.');
    typeInto(element, '#saved-code', '123');
    await element.submit();
    expect(companion.submits[0]).to.deep.include({ token_id: 'card_1', security_code: '123' });
    expect(companion.submits[0]).not.to.have.property('card');
    expect(companion.submits[0]).not.to.have.property('save_card');
  });

  it('changes method in tabs as in the accordion, keeping what was typed', async () => {
    const element = await mountCheckout(new FakeCompanion({ methods: METHODS }), { layout: 'tabs' });
    typeInto(element, '#card-holder', 'Ana Souza');
    findInElement(element, 'input[value="pix"]').click();
    await waitForText(element, 'on the page that opens, then return here.');
    findInElement(element, 'input[value="card"]').click();
    await element.updateComplete;
    expect(findInElement(element, '#card-holder').value).to.equal('Ana Souza');
  });
});

describe('paying', () => {
  it('tells the page in this order: ready, change, submit, complete', async () => {
    const companion = new FakeCompanion();
    companion.answers.push(PAID);
    const seen: string[] = [];
    const note = (event: Event): void => {
      if (seen.at(-1) !== event.type) seen.push(event.type);
    };
    const names = ['ready', 'change', 'submit', 'action', 'complete', 'error'].map((name) => `tillgate-${name}`);
    for (const name of names) addEventListener(name, note);
    const element = await mountCheckout(companion);
    fillCard(element);
    await element.submit();
    await until(() => seen.at(-1) === 'tillgate-complete');
    for (const name of names) removeEventListener(name, note);
    expect(seen).to.deep.equal(['tillgate-ready', 'tillgate-change', 'tillgate-submit', 'tillgate-complete']);
  });

  it('says when the connection is lost, and goes on', async () => {
    const companion = new FakeCompanion();
    companion.answers.push('lost', PAID);
    const element = await mountCheckout(companion);
    fillCard(element);
    void element.submit();
    await waitForText(element, 'Connection lost');
    await waitForText(element, 'Payment received');
  });

  it('keeps the focus where it is while the answer is awaited', async () => {
    const companion = new FakeCompanion();
    companion.answers.push(new Promise<Outcome>(() => undefined));
    const element = await mountCheckout(companion);
    fillCard(element);
    const holder = findInElement(element, '#card-holder');
    holder.focus();
    holder.form!.requestSubmit();
    await waitForText(element, 'Paying');
    expect(element.shadowRoot!.activeElement).to.equal(holder);
    expect(findInElement(element, 'form [role="status"]').textContent).to.contain('Paying');
    expect(holder.readOnly).to.equal(true);
  });

  it('works on a page without secure context', async () => {
    const own = Object.getOwnPropertyDescriptor(crypto, 'randomUUID');
    Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true });
    const companion = new FakeCompanion();
    companion.answers.push(PAID);
    const element = await mountCheckout(companion);
    fillCard(element);
    await element.submit();
    await waitForText(element, 'Payment received');
    expect(companion.submits[0]!.attempt_id).to.match(/^[A-Za-z0-9_-]{16,64}$/);
    if (own === undefined) Reflect.deleteProperty(crypto, 'randomUUID');
    else Object.defineProperty(crypto, 'randomUUID', own);
  });

  it('does not depend on what the page lets the element know of the browser', async () => {
    Object.defineProperty(document, 'cookie', {
      configurable: true,
      get: () => {
        throw new DOMException('sandboxed', 'SecurityError');
      },
    });
    const companion = new FakeCompanion();
    companion.answers.push(PAID);
    const element = await mountCheckout(companion);
    fillCard(element);
    await element.submit();
    Reflect.deleteProperty(document, 'cookie');
    await waitForText(element, 'Payment received');
    expect(companion.submits).to.have.length(1);
  });

  it('in another tab shows here when this one is looked at again', async () => {
    const companion = new FakeCompanion();
    const element = await mountCheckout(companion);
    companion.outcome = PAID;
    document.dispatchEvent(new Event('visibilitychange'));
    await waitForText(element, 'Payment received');
  });

  it('forgets the card once it is done', async () => {
    const companion = new FakeCompanion();
    companion.answers.push(PAID);
    const element = await mountCheckout(companion);
    fillCard(element);
    await element.submit();
    await waitForText(element, 'Payment received');
    companion.outcome = { status: 'open', payment_id: null };
    await element.reload();
    await until(() => element.shadowRoot!.querySelector('#card-number') !== null);
    expect(findInElement(element, '#card-number').value).to.equal('');
  });
});
