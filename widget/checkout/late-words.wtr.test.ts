import { aTimeout, expect } from '@open-wc/testing';
import type { Outcome, SessionView } from '../../shared/contract/index.ts';
import type { ErrorCode } from '../../shared/errors.ts';
import type { TillgateCheckout } from '../index.ts';
import { REDIRECT_TIMEOUTS } from '../redirect/post-action.ts';
import { FakeCompanion } from '../testing/fake-companion.ts';
import { fillCard, findInElement, mountCheckout, waitForText, typeInto } from '../test-support/mount.ts';
import { until } from '../test-support/until.ts';
import { recordFormSubmits } from '../test-support/watch-forms.ts';

const OPEN: Outcome = { status: 'open', payment_id: null };
const PAID: Outcome = { status: 'paid', payment_id: 'pay_1' };
const PENDING: Outcome = { status: 'pending', payment_id: 'pay_1', abandonable: true };
const CHALLENGE: Outcome = {
  status: 'action_required',
  payment_id: 'pay_1',
  abandonable: true,
  action: { type: 'challenge', url: 'http://127.0.0.1:1/challenge', method: 'POST', fields: {}, window_size: '02' },
};
const PIX: SessionView['methods'] = [
  { method: 'pix', kind: 'redirect', label: 'Pix', brands: null, banks: [], fields: [] },
];

const textOf = (element: TillgateCheckout): string => element.shadowRoot!.textContent.replace(/\s+/g, ' ');
const answer = (body: unknown): Response =>
  new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));

/** Has some requests of an element answered otherwise, and loads its session anew. */
async function intercept(
  element: TillgateCheckout,
  companion: FakeCompanion,
  other: (path: string, init: RequestInit) => Promise<Response> | undefined,
): Promise<void> {
  element.fetcher = (url, init) => other(url.replace(/^.*\/checkout\//, ''), init) ?? companion.fetch(url, init);
  await element.reload();
}

describe('a session that is taken back', () => {
  for (const how of ['property', 'attribute'] as const) {
    it(`by its ${how} cannot be paid any more, and another one can`, async () => {
      const companion = new FakeCompanion();
      const element = await mountCheckout(companion);
      if (how === 'property') element.session = '';
      else element.removeAttribute('session');
      await element.updateComplete;
      expect(element.shadowRoot!.querySelector('#card-number')).to.equal(null);
      await element.submit();
      expect(companion.submits).to.have.length(0);
      element.session = 'tgs_2';
      await waitForText(element, 'Pay €24.00');
    });
  }

  for (const value of [undefined, null]) {
    it(`is none where a framework binds ${String(value)} before it has one: nothing is asked for`, async () => {
      const companion = new FakeCompanion();
      const element = document.createElement('tillgate-checkout');
      const heard: string[] = [];
      element.addEventListener('tillgate-error', ({ code }) => heard.push(code));
      Object.assign(element, { server: 'http://companion.test', fetcher: companion.fetch, session: value });
      Object.assign(element, { labels: value, locale: value });
      document.body.append(element);
      await element.updateComplete;
      await aTimeout(50);
      expect([companion.calls, heard]).to.deep.equal([[], []]);
      element.session = 'tgs_1';
      await waitForText(element, 'Pay €24.00');
      element.remove();
    });
  }
});

describe('no word about money is said that may not be true', () => {
  for (const code of ['store_unavailable', 'internal_error', 'gateway_misconfigured'] satisfies ErrorCode[]) {
    it(`where a session cannot be loaded, with ${code}: a payment of it may exist`, async () => {
      const companion = new FakeCompanion();
      companion.sessionAnswer = code;
      const element = await mountCheckout(companion);
      await waitForText(element, 'could not be loaded');
      expect(textOf(element)).not.to.match(/charged|not sent/);
    });
  }

  it('where a payment was let go of in another tab', async () => {
    const companion = new FakeCompanion({ outcome: PENDING });
    const element = await mountCheckout(companion);
    const heard: string[] = [];
    element.addEventListener('tillgate-error', ({ code }) => heard.push(code));
    await waitForText(element, 'wait here for the result');
    companion.outcome = OPEN;
    await waitForText(element, 'Pay €24.00');
    expect(textOf(element)).not.to.match(/not sent|Nothing was charged/);
    expect(heard).to.deep.equal([]);
  });

  it('where an older question is answered after a payment has begun', async () => {
    const companion = new FakeCompanion();
    companion.answers.push({ status: 'pending', payment_id: 'pay_1' });
    const element = await mountCheckout(companion);
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let isLoaded = false;
    let isFirst = true;
    await intercept(element, companion, (path) => {
      if (path !== 'session' || !isLoaded || !isFirst) return undefined;
      isFirst = false;
      return held.then(() => answer({ ...companion.view, outcome: OPEN }));
    });
    isLoaded = true;
    document.dispatchEvent(new Event('visibilitychange'));
    fillCard(element);
    await element.submit();
    await waitForText(element, 'We are checking your payment');
    release();
    await aTimeout(50);
    expect(textOf(element)).to.contain('We are checking your payment');
  });

  it('where the payment of a session before this one was broken off', async () => {
    const companion = new FakeCompanion();
    const element = await mountCheckout(companion);
    await intercept(element, companion, (path, init) => {
      if (path === 'payments') return untilAborted(init.signal!);
      return path.includes('since=') ? untilAborted(init.signal!) : undefined;
    });
    fillCard(element);
    void element.submit();
    await waitForText(element, 'Paying');
    await aTimeout(800);
    companion.outcome = CHALLENGE;
    element.session = 'tgs_2';
    await waitForText(element, 'Your payment needs your approval');
    await aTimeout(50);
    expect(textOf(element)).not.to.contain('connection is lost');
  });
});

describe('letting go of a challenge', () => {
  /** The watch hears what it leads to before the shopper's own request is answered. */
  async function lettingGo(after: Outcome): Promise<{ companion: FakeCompanion; element: TillgateCheckout }> {
    const companion = new FakeCompanion();
    companion.answers.push(CHALLENGE);
    const element = await mountCheckout(companion);
    await intercept(element, companion, (path) => {
      if (path !== 'abandon') return undefined;
      companion.outcome = after;
      return aTimeout(2_500).then(() => answer(after));
    });
    fillCard(element);
    await element.submit();
    await until(() => element.shadowRoot!.querySelector('dialog')?.open === true);
    return { companion, element };
  }

  it('tells its end once', async () => {
    const { element } = await lettingGo(PAID);
    const heard: string[] = [];
    element.addEventListener('tillgate-complete', ({ status }) => heard.push(status));
    findInElement<HTMLButtonElement>(element, 'dialog button').click();
    await waitForText(element, 'Payment received');
    await aTimeout(2_700);
    expect(heard).to.deep.equal(['paid']);
  });

  it('does not stop the payment that comes after it', async () => {
    const { companion, element } = await lettingGo({
      status: 'declined',
      payment_id: 'pay_1',
      decline: { code: 'cancelled_by_shopper', retryable: true },
    });
    findInElement<HTMLButtonElement>(element, 'dialog button').click();
    await waitForText(element, 'Nothing was charged');
    companion.answers.splice(0, Infinity, new Promise<Outcome>(() => undefined));
    typeInto(element, '#card-code', '123');
    void element.submit();
    await waitForText(element, 'Paying');
    await aTimeout(2_700);
    expect(textOf(element)).to.contain('Paying').and.not.to.contain('Nothing was charged');
  });

  it('leaves nobody in doubt whether something was charged', async () => {
    const { element } = await lettingGo(OPEN);
    findInElement<HTMLButtonElement>(element, 'dialog button').click();
    await waitForText(element, 'You cancelled the payment. Nothing was charged.');
    await until(() => element.shadowRoot!.activeElement?.id === 'card-code');
  });
});

describe('a shopper who hears and does not see', () => {
  it('stands at the heading while the bank’s page is opened, and where that does not happen', async () => {
    const forms = recordFormSubmits();
    const patience = REDIRECT_TIMEOUTS.stuck;
    REDIRECT_TIMEOUTS.stuck = 60;
    const companion = new FakeCompanion({ methods: PIX });
    companion.answers.push({ ...CHALLENGE, action: { ...CHALLENGE.action!, type: 'redirect' } });
    const element = await mountCheckout(companion);
    findInElement<HTMLButtonElement>(element, 'button.pay').focus();
    findInElement<HTMLButtonElement>(element, 'button.pay').click();
    await waitForText(element, 'Are you still here?');
    REDIRECT_TIMEOUTS.stuck = patience;
    forms.stop();
    expect(element.shadowRoot!.activeElement?.id).to.equal('result-title');
  });

  it('is told of a lost connection by a part that is not busy', async () => {
    const companion = new FakeCompanion();
    companion.answers.push('lost', 'lost', PAID);
    const element = await mountCheckout(companion);
    fillCard(element);
    void element.submit();
    await waitForText(element, 'Connection lost');
    expect(element.shadowRoot!.querySelectorAll('[aria-busy="true"] [role=alert]')).to.have.length(0);
  });

  it('has notes that stand there before their words, and take no room until then', async () => {
    const element = await mountCheckout(new FakeCompanion({ outcome: { status: 'unknown', payment_id: 'pay_1' } }));
    await until(() => element.shadowRoot!.querySelector('.result .note') !== null);
    expect(getComputedStyle(findInElement(element, '.result .note[role=status]')).position).to.equal('absolute');
  });
});

it('what an input method composes is left alone until it is done', async () => {
  const element = await mountCheckout(new FakeCompanion());
  const input = findInElement(element, '#card-expiry');
  for (const text of ['１', '１２', '１２３', '１２３１']) {
    input.value = text;
    input.dispatchEvent(new InputEvent('input', { bubbles: true, isComposing: true }));
    expect(input.value).to.equal(text);
  }
  input.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data: '１２３１' }));
  expect(input.value).to.equal('12/31');
});

it('an element that is removed where its challenge is told of leaves the page scrolling', async () => {
  const companion = new FakeCompanion();
  companion.answers.push(CHALLENGE);
  const element = await mountCheckout(companion);
  element.addEventListener('tillgate-action', () => element.remove());
  fillCard(element);
  await element.submit();
  await aTimeout(200);
  expect(document.documentElement.style.overflow).to.equal('');
});
