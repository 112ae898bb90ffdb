import { aTimeout, expect, oneEvent } from '@open-wc/testing';
import { emulateMedia } from '@web/test-runner-commands';
import { axeFindings } from './test-support/axe.ts';
import { sendKeys } from './test-support/keys.ts';
import { FakeCompanion } from './testing/fake-companion.ts';
import { fillCard, findInElement, mountCheckout, waitForText, typeInto } from './test-support/mount.ts';
import type { Outcome, SessionView } from '../shared/contract/index.ts';
import './index.ts';
import type { TillgateCheckout, TillgateCompleteEvent, TillgateErrorEvent } from './index.ts';
import { until } from './test-support/until.ts';

const APM: SessionView['methods'] = [
  { method: 'card', kind: 'card', label: null, brands: ['visa', 'amex'], banks: [], fields: [] },
  {
    method: 'bank',
    kind: 'redirect',
    label: 'Bank transfer',
    brands: null,
    banks: [{ code: 'B1', name: 'Bank One' }],
    fields: [
      { path: 'shopper.email', required: true },
      { path: 'person.document_number', required: false },
    ],
  },
];

const PAID: Outcome = { status: 'paid', payment_id: 'pay_1' };
const DECLINED: Outcome = { status: 'declined', payment_id: 'pay_1', decline: { code: 'declined', retryable: true } };
const CHALLENGE: Outcome = {
  status: 'action_required',
  payment_id: 'pay_1',
  abandonable: true,
  action: { type: 'challenge', url: 'http://127.0.0.1:1/challenge', method: 'POST', fields: {}, window_size: '02' },
};

describe('axe finds nothing', () => {
  const screens: Record<string, (companion: FakeCompanion) => void> = {
    'the card form': () => undefined,
    'several methods': (companion) => (companion.view = { ...companion.view, methods: APM }),
    'an unfinished action': (companion) => (companion.outcome = CHALLENGE),
    checking: (companion) => (companion.outcome = { status: 'unknown', payment_id: 'pay_1' }),
    paid: (companion) => (companion.outcome = PAID),
    expired: (companion) => (companion.outcome = { status: 'expired', payment_id: null }),
    'declined, with the form': (companion) => (companion.outcome = DECLINED),
    'declined for good': (companion) =>
      (companion.outcome = { ...DECLINED, decline: { code: 'declined', retryable: false } }),
    'failed to load': (companion) => (companion.sessionAnswer = 'unauthenticated'),
  };
  for (const [name, prepare] of Object.entries(screens)) {
    for (const theme of ['light', 'dark'] as const) {
      it(`${name}, ${theme}`, async () => {
        const companion = new FakeCompanion();
        prepare(companion);
        const element = await mountCheckout(companion, { theme });
        element.style.background = theme === 'dark' ? '#171a21' : '#fff';
        expect(await axeFindings(element)).to.deep.equal([]);
      });
    }
  }

  it('with mistakes shown', async () => {
    const element = await mountCheckout(new FakeCompanion());
    await element.submit();
    await element.updateComplete;
    expect(await axeFindings(element)).to.deep.equal([]);
  });

  it('during a challenge', async () => {
    const companion = new FakeCompanion();
    companion.answers.push(CHALLENGE);
    const element = await mountCheckout(companion);
    fillCard(element);
    await element.submit();
    await until(() => element.shadowRoot!.querySelector('dialog')?.open === true);
    expect(await axeFindings(element)).to.deep.equal([]);
  });
});

it('is dark for a shopper who likes it so only where the page is too, or says so', async () => {
  const page = document.documentElement.style;
  await emulateMedia({ colorScheme: 'dark' });
  try {
    const element = await mountCheckout(new FakeCompanion());
    element.theme = 'auto';
    await element.updateComplete;
    const [light, dark] = ['rgb(20, 23, 31)', 'rgb(242, 243, 246)'];
    expect(getComputedStyle(element).color).to.equal(light);
    page.colorScheme = 'light dark';
    expect(getComputedStyle(element).color).to.equal(dark);
    page.colorScheme = 'light';
    element.theme = 'dark';
    await element.updateComplete;
    expect(getComputedStyle(element).color).to.equal(dark);
  } finally {
    page.removeProperty('color-scheme');
    await emulateMedia({ colorScheme: 'light' });
  }
});

describe('paying by card', () => {
  it('sends what was typed and what the browser is, once, and says paid', async () => {
    const companion = new FakeCompanion();
    companion.answers.push(PAID);
    const element = await mountCheckout(companion);
    fillCard(element);
    const complete = oneEvent(element, 'tillgate-complete') as Promise<unknown> as Promise<TillgateCompleteEvent>;
    await element.submit();
    const event = await complete;
    expect({ session_id: event.session_id, payment_id: event.payment_id, status: event.status }).to.deep.equal({
      session_id: 'ses_1',
      payment_id: 'pay_1',
      status: 'paid',
    });
    expect(companion.submits).to.have.length(1);
    const [submit] = companion.submits;
    expect(submit!.card).to.deep.equal({
      number: '4242424242424242',
      expiry_month: '12',
      expiry_year: '2031',
      security_code: '123',
      holder_name: 'Ana Souza',
    });
    expect(submit!.device.resolution).to.match(/^\d+x\d+$/);
    expect(submit!.device.time_zone).to.match(/^[+-]\d\d:\d\d$/);
    expect(submit!.device.checkout_time).to.be.a('number');
    await waitForText(element, 'Payment received');
    expect(findInElement<HTMLAnchorElement>(element, 'a.button').href).to.equal(
      'https://shop.example/thanks?session_id=ses_1',
    );
  });

  it('works by keyboard alone', async () => {
    const companion = new FakeCompanion();
    companion.answers.push(PAID);
    const element = await mountCheckout(companion);
    element.focus();
    await sendKeys(['4242424242424242', 'Tab', '1231', 'Tab', '123', 'Tab', 'Ana Souza', 'Enter'], element);
    await waitForText(element, 'Payment received');
    expect(companion.submits[0]!.card!.number).to.equal('4242424242424242');
  });

  it('makes one request for a double click', async () => {
    const companion = new FakeCompanion();
    let release: (outcome: Outcome) => void = () => undefined;
    companion.answers.push(new Promise<Outcome>((resolve) => (release = resolve)));
    const element = await mountCheckout(companion);
    fillCard(element);
    const button = findInElement<HTMLButtonElement>(element, 'button.pay');
    button.click();
    button.click();
    await until(() => companion.submits.length > 0);
    await waitForText(element, 'Paying');
    button.click();
    release(PAID);
    await waitForText(element, 'Payment received');
    expect(companion.submits).to.have.length(1);
  });

  it('sends the same attempt with the same body again while no answer comes', async () => {
    const companion = new FakeCompanion();
    companion.answers.push('lost', PAID);
    const element = await mountCheckout(companion);
    fillCard(element);
    await element.submit();
    await waitForText(element, 'Payment received');
    expect(companion.submits).to.have.length(2);
    expect(companion.submits[1]).to.deep.equal(companion.submits[0]);
  });

  it('keeps the form after a decline but for the code, and makes a new attempt', async () => {
    const companion = new FakeCompanion();
    companion.answers.push(DECLINED, PAID);
    const element = await mountCheckout(companion);
    fillCard(element);
    await element.submit();
    await waitForText(element, 'Your bank declined the payment');
    expect(findInElement(element, '[role="alert"] b').textContent).to.equal('Payment declined');
    expect(findInElement(element, '[role="alert"]').textContent).to.contain('Enter the security code again.');
    expect(element.shadowRoot!.activeElement?.id).to.equal('card-code');
    expect(findInElement(element, '#card-number').value).to.equal('4242 4242 4242 4242');
    expect(findInElement(element, '#card-code').value).to.equal('');
    typeInto(element, '#card-code', '321');
    await element.submit();
    await waitForText(element, 'Payment received');
    expect(companion.submits[1]!.attempt_id).not.to.equal(companion.submits[0]!.attempt_id);
  });

  it('shows mistakes only after a field is left or payment is tried, and moves to the first', async () => {
    const element = await mountCheckout(new FakeCompanion());
    typeInto(element, '#card-number', '42');
    await element.updateComplete;
    expect(findInElement(element, '#card-number').getAttribute('aria-invalid')).to.equal('false');
    findInElement(element, '#card-number').dispatchEvent(new FocusEvent('blur'));
    await element.updateComplete;
    expect(findInElement(element, '#card-number').getAttribute('aria-invalid')).to.equal('true');
    expect(findInElement<HTMLElement>(element, '#card-number-error').textContent).to.contain('too short');
    await element.submit();
    expect(element.shadowRoot!.activeElement?.id).to.equal('card-number');
  });

  it('refuses brands that the shop does not take', async () => {
    const companion = new FakeCompanion({ methods: [{ ...APM[0]!, brands: ['amex'] }] });
    const element = await mountCheckout(companion);
    fillCard(element);
    await element.submit();
    await waitForText(element, 'does not take this card');
    expect(companion.submits).to.have.length(0);
  });

  it('groups digits and keeps the caret where it is edited', async () => {
    const element = await mountCheckout(new FakeCompanion());
    const input = findInElement(element, '#card-number');
    input.focus();
    input.value = '42424924242';
    input.setSelectionRange(6, 6);
    input.dispatchEvent(new InputEvent('input', { bubbles: true }));
    expect(input.value).to.equal('4242 4924 242');
    expect(input.selectionStart).to.equal(7);
  });

  it('can be stopped by the page', async () => {
    const companion = new FakeCompanion();
    const element = await mountCheckout(companion);
    element.addEventListener('tillgate-submit', (event) => event.preventDefault());
    fillCard(element);
    await element.submit();
    expect(companion.submits).to.have.length(0);
  });

  it('tells events nothing about the card', async () => {
    const companion = new FakeCompanion();
    companion.answers.push(DECLINED);
    const element = await mountCheckout(companion);
    const seen: string[] = [];
    for (const name of ['ready', 'change', 'submit', 'action', 'complete', 'error']) {
      element.addEventListener(`tillgate-${name}`, (event) => {
        const own = Object.entries(event).map(([key, value]) => `${key}=${JSON.stringify(value)}`);
        seen.push(`${event.type} ${own.join(' ')}`);
      });
    }
    fillCard(element);
    await element.submit();
    await waitForText(element, 'declined');
    const types = seen.map((line) => line.split(' ')[0]!.replace('tillgate-', ''));
    expect(types).to.deep.equal(['change', 'change', 'submit', 'change']);
    expect(seen.join('\n')).not.to.match(/4242|1231|12\/31|Souza|\b123\b/);
  });
});

describe('a challenge', () => {
  async function challenged(): Promise<{
    companion: FakeCompanion;
    element: TillgateCheckout;
    dialog: HTMLDialogElement;
  }> {
    const companion = new FakeCompanion();
    companion.answers.push(CHALLENGE);
    const element = await mountCheckout(companion);
    fillCard(element);
    findInElement<HTMLButtonElement>(element, 'button.pay').focus();
    await element.submit();
    await until(() => element.shadowRoot!.querySelector('dialog')?.open === true);
    return { companion, element, dialog: findInElement<HTMLDialogElement>(element, 'dialog') };
  }

  it('opens in a modal of the asked size with a named frame, and ends when the companion says so', async () => {
    const { companion, element, dialog } = await challenged();
    expect(dialog.matches(':modal')).to.equal(true);
    expect(dialog.className).to.contain('size-02');
    expect(findInElement<HTMLIFrameElement>(element, 'iframe').title).to.contain('bank');
    companion.outcome = PAID;
    await waitForText(element, 'Payment received');
    expect(element.shadowRoot!.querySelector('dialog')).to.equal(null);
  });

  it('closes only after the companion abandoned the payment, and shows the form again', async () => {
    const { companion, element } = await challenged();
    findInElement<HTMLButtonElement>(element, 'dialog button').click();
    await until(() => element.shadowRoot!.querySelector('dialog') === null);
    expect(companion.calls).to.contain('abandon');
    await waitForText(element, /Pay €24/);
  });

  it('shows paid when it turns out so on closing', async () => {
    const { companion, element } = await challenged();
    companion.abandoned = PAID;
    findInElement<HTMLButtonElement>(element, 'dialog button').click();
    await waitForText(element, 'Payment received');
  });

  it('believes no message: a foreign one is ignored, and none changes the outcome', async () => {
    const { companion, element } = await challenged();
    const before = companion.calls.length;
    window.postMessage({ type: 'tillgate:returned', payment_id: 'pay_1' }, '*');
    dispatchEvent(
      new MessageEvent('message', {
        origin: 'http://companion.test',
        source: window,
        data: { type: 'tillgate:returned', payment_id: 'pay_1', status: 'paid' },
      }),
    );
    await aTimeout(20);
    expect(companion.calls.slice(before).filter((call) => call !== 'outcome')).to.deep.equal([]);
    expect(element.shadowRoot!.querySelector('dialog')!.open).to.equal(true);
  });

  it('can be done by the page itself', async () => {
    const companion = new FakeCompanion();
    companion.answers.push(CHALLENGE);
    const element = await mountCheckout(companion);
    element.addEventListener('tillgate-action', (event) => event.preventDefault());
    fillCard(element);
    await element.submit();
    await waitForText(element, 'Your payment needs your approval');
    expect(element.shadowRoot!.querySelector('dialog')).to.equal(null);
  });
});

describe('another way to pay', () => {
  it('asks for its bank and fields and sends them', async () => {
    const companion = new FakeCompanion({ methods: APM });
    companion.answers.push({ ...CHALLENGE, action: { ...CHALLENGE.action!, type: 'redirect' } });
    const element = await mountCheckout(companion);
    element.addEventListener('tillgate-action', (event) => event.preventDefault());
    findInElement(element, 'input[value="bank"]').click();
    await element.updateComplete;
    await element.submit();
    await waitForText(element, 'Choose your bank.');
    expect(companion.submits).to.have.length(0);
    typeInto(element, '[name="shopper.email"]', 'ana@example.com');
    const select = findInElement<HTMLSelectElement>(element, '#bank');
    select.value = 'B1';
    select.dispatchEvent(new Event('change'));
    await element.submit();
    expect(companion.submits[0]).to.deep.include({
      method: 'bank',
      bank_code: 'B1',
      shopper: { email: 'ana@example.com' },
    });
    expect(companion.submits[0]).not.to.have.property('card');
  });
});

describe('another session, such as for another amount', () => {
  it('keeps the chosen way to pay where that is offered again, and nothing that was typed', async () => {
    const companion = new FakeCompanion({ methods: APM });
    const element = await mountCheckout(companion);
    fillCard(element);
    findInElement(element, 'input[value="bank"]').click();
    await element.updateComplete;
    companion.view = { ...companion.view, amount: '31.00' };
    element.session = 'tgs_2';
    await waitForText(element, /Continue to.*€31/s);
    expect(findInElement(element, 'input[value="bank"]').checked).to.equal(true);
    findInElement(element, 'input[value="card"]').click();
    await element.updateComplete;
    expect(findInElement(element, '#card-number').value).to.equal('');
    findInElement(element, 'input[value="bank"]').click();
    companion.view = { ...companion.view, amount: '7.00', methods: [APM[0]!, { ...APM[1]!, method: 'other' }] };
    element.session = 'tgs_3';
    await waitForText(element, /Pay €7/);
    expect(findInElement(element, 'input[value="card"]').checked).to.equal(true);
  });
});

describe('the language of what is asked', () => {
  const asks: SessionView['methods'] = [
    {
      ...APM[1]!,
      banks: [],
      fields: ['billing.country', 'billing.state', 'shopper.phone', 'person.documents.file_data'].map((path) => ({
        path,
        required: true,
      })),
    },
  ];
  const optionOf = (element: TillgateCheckout, name: string, value: string): string =>
    findInElement<HTMLOptionElement>(element, `[name="${name}"] option[value="${value}"]`).textContent;

  it('may be named as systems do', async () => {
    const element = await mountCheckout(new FakeCompanion({ methods: asks }), { locale: 'pt_BR' });
    expect(findInElement<HTMLSelectElement>(element, '[name="billing.country"]').value).to.equal('BR');
    expect(optionOf(element, 'billing.country', 'DE')).to.equal('Alemanha');
  });

  it('turns with all else', async () => {
    const element = await mountCheckout(new FakeCompanion({ methods: asks }), { locale: 'ja' });
    const country = findInElement<HTMLSelectElement>(element, '[name="billing.country"]');
    country.value = 'JP';
    country.dispatchEvent(new Event('change'));
    await until(() => element.shadowRoot!.querySelector('option[value="47"]') !== null);
    const state = findInElement<HTMLSelectElement>(element, '[name="billing.state"]');
    state.value = '13';
    state.dispatchEvent(new Event('change'));
    await element.updateComplete;
    expect(optionOf(element, 'billing.country', 'JP')).to.equal('日本');
    expect(optionOf(element, 'billing.state', '13')).to.equal('東京都');
    element.locale = 'de';
    await until(() => optionOf(element, 'billing.country', 'JP') === 'Japan');
    await until(() => optionOf(element, 'billing.state', '13') === 'Tokyo');
    expect(findInElement<HTMLSelectElement>(element, '[name="billing.state"]').value).to.equal('13');
  });
});

describe('coming back', () => {
  it('to an unfinished action offers to go on or to choose another way', async () => {
    const companion = new FakeCompanion();
    companion.outcome = CHALLENGE;
    const element = await mountCheckout(companion);
    await waitForText(element, 'Your payment needs your approval');
    findInElement<HTMLButtonElement>(element, '.actions button:last-child').click();
    await waitForText(element, /Pay €24/);
    expect(companion.calls).to.contain('abandon');
  });

  it('to a payment that nobody knows yet says not to pay again, and then the result', async () => {
    const companion = new FakeCompanion();
    companion.outcome = { status: 'unknown', payment_id: 'pay_1' };
    const element = await mountCheckout(companion);
    await waitForText(element, 'Do not pay again');
    companion.outcome = PAID;
    await waitForText(element, 'Payment received');
  });

  it('cleans the address of the page', async () => {
    history.replaceState(null, '', `${location.pathname}?session_id=ses_1&keep=1`);
    const companion = new FakeCompanion();
    companion.outcome = PAID;
    await mountCheckout(companion);
    expect(location.search).to.equal('?keep=1');
  });
});

describe('when things go wrong', () => {
  it('a session that cannot be loaded can be tried again', async () => {
    const companion = new FakeCompanion();
    companion.sessionAnswer = 'lost';
    const element = await mountCheckout(companion);
    await waitForText(element, 'could not be loaded');
    companion.sessionAnswer = 'view';
    findInElement<HTMLButtonElement>(element, '.actions button').focus();
    findInElement<HTMLButtonElement>(element, '.actions button').click();
    await waitForText(element, /Pay €24/);
    // Whoever works by keyboard goes on where the form begins.
    await until(() => element.shadowRoot!.activeElement?.localName === 'input');
  });

  it('a session that cannot be loaded shows the content of the slot fallback until it is loaded', async () => {
    const companion = new FakeCompanion();
    companion.sessionAnswer = 'lost';
    const element = await mountCheckout(companion);
    element.innerHTML = '<a slot="fallback" href="/pay">Pay on the payment page</a><p>Unloaded</p>';
    const isSeen = (selector: string): boolean => element.querySelector(selector)!.getClientRects().length > 0;
    await until(() => isSeen('a'), 'the fallback is shown');
    expect(isSeen('p')).to.equal(false);
    await expect(element).to.be.accessible();
    companion.sessionAnswer = 'view';
    await element.reload();
    await waitForText(element, /Pay €24/);
    expect(isSeen('a')).to.equal(false);
  });

  it('a payment that was not sent can be tried again, and says that nothing was charged', async () => {
    const companion = new FakeCompanion();
    companion.answers.push({ problem: 'gateway_unreachable' }, PAID);
    const element = await mountCheckout(companion);
    fillCard(element);
    const error = oneEvent(element, 'tillgate-error') as Promise<unknown> as Promise<TillgateErrorEvent>;
    await element.submit();
    expect((await error).code).to.equal('gateway_unreachable');
    await waitForText(element, 'Nothing was charged. Try again.');
    typeInto(element, '#card-code', '123');
    await element.submit();
    await waitForText(element, 'Payment received');
  });

  it('another payment under way is waited for', async () => {
    const companion = new FakeCompanion();
    companion.answers.push({ problem: 'payment_in_progress' });
    companion.outcome = { status: 'pending', payment_id: 'pay_0' };
    const element = await mountCheckout(new FakeCompanion());
    element.fetcher = companion.fetch;
    companion.outcome = { status: 'open', payment_id: null };
    await element.reload();
    companion.outcome = { status: 'pending', payment_id: 'pay_0' };
    fillCard(element);
    await element.submit();
    await waitForText(element, 'Do not pay again');
    companion.outcome = PAID;
    await waitForText(element, 'Payment received');
  });

  it('an expired session says so', async () => {
    const companion = new FakeCompanion();
    companion.answers.push({ problem: 'session_expired' });
    const element = await mountCheckout(companion);
    fillCard(element);
    const complete = oneEvent(element, 'tillgate-complete') as Promise<unknown> as Promise<TillgateCompleteEvent>;
    await element.submit();
    await waitForText(element, 'This payment page has expired');
    expect((await complete).status).to.equal('expired');
  });

  it('a session without attempts left is declined for good', async () => {
    const companion = new FakeCompanion();
    companion.answers.push({ problem: 'too_many_attempts' });
    const element = await mountCheckout(companion);
    fillCard(element);
    const complete = oneEvent(element, 'tillgate-complete') as Promise<unknown> as Promise<TillgateCompleteEvent>;
    await element.submit();
    await waitForText(element, 'Payment declined');
    expect((await complete).status).to.equal('declined');
  });
});

describe('on the page', () => {
  it('leaves nothing running when it is taken away while loading', async () => {
    const companion = new FakeCompanion();
    companion.outcome = { status: 'pending', payment_id: 'pay_1' };
    const element = await mountCheckout(companion);
    element.remove();
    await aTimeout(20);
    const before = companion.calls.length;
    await aTimeout(1500);
    expect(companion.calls.length).to.equal(before);
    expect(document.querySelectorAll('iframe, form').length).to.equal(0);
  });

  it('holds nothing that was typed and loads nothing once it is taken away, and begins anew when it is put back', async () => {
    const companion = new FakeCompanion();
    const element = await mountCheckout(companion);
    fillCard(element);
    const page = element.parentElement!;
    const before = companion.calls.length;
    element.session = 'tgs_2';
    element.remove();
    await element.updateComplete;
    expect(element.shadowRoot!.querySelector('input')).to.equal(null);
    expect(companion.calls.length).to.equal(before);
    page.append(element);
    await waitForText(element, /Pay €24/);
    expect(companion.calls.slice(before)).to.deep.equal(['session']);
    expect(findInElement(element, '#card-number').value).to.equal('');
  });

  it('several live side by side', async () => {
    const [a, b] = [new FakeCompanion(), new FakeCompanion({ amount: '7.00' })];
    const [first, second] = [await mountCheckout(a), await mountCheckout(b)];
    await waitForText(first, /Pay €24/);
    await waitForText(second, /Pay €7/);
  });

  it('takes the shop’s own words', async () => {
    const element = await mountCheckout(new FakeCompanion());
    element.labels = { pay: 'Buy now for {amount}' };
    await waitForText(element, 'Buy now for €24.00');
  });
});
