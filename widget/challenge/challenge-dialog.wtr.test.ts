import { aTimeout, expect, waitUntil } from '@open-wc/testing';
import type { Outcome } from '../../shared/contract/index.ts';
import type { TillgateCheckout } from '../index.ts';
import { FakeCompanion } from '../testing/fake-companion.ts';
import { fillCard, find, mount, shows } from '../test-support/mount.ts';
import { watchForms } from '../test-support/watch-forms.ts';

const CHALLENGE: Outcome = {
  status: 'action_required',
  payment_id: 'pay_1',
  abandonable: true,
  action: {
    type: 'challenge',
    url: 'http://127.0.0.1:1/challenge',
    method: 'POST',
    fields: { creq: 'abc' },
    window_size: '02',
  },
};
const RETURNED = { type: 'tillgate:returned', payment_id: 'pay_1' };

async function challenged(): Promise<{ companion: FakeCompanion; element: TillgateCheckout }> {
  const companion = new FakeCompanion();
  companion.answers.push(CHALLENGE);
  const element = await mount(companion);
  fillCard(element);
  await element.submit();
  await waitUntil(() => element.shadowRoot!.querySelector('dialog')?.open === true);
  await aTimeout(60);
  return { companion, element };
}

/** Questions that were asked at once, not those that wait for news. */
const checks = (companion: FakeCompanion): number =>
  companion.urls.filter((url) => url.endsWith('/checkout/outcome')).length;

describe('the frame', () => {
  it('is sent to the issuer by a form with the action’s fields, and nothing of it stays in the page', async () => {
    const forms = watchForms();
    const { element } = await challenged();
    forms.stop();
    expect(forms.sent).to.deep.equal([
      {
        url: 'http://127.0.0.1:1/challenge',
        method: 'post',
        target: find<HTMLIFrameElement>(element, 'iframe').name,
        fields: { creq: 'abc' },
      },
    ]);
    expect(element.shadowRoot!.querySelectorAll('form')).to.have.length(1);
  });

  const window1 = (element: TillgateCheckout): Window =>
    find<HTMLIFrameElement>(element, 'iframe').contentWindow as Window;
  const origin = 'http://companion.test';

  it('is listened to when it returns, which only makes the element ask', async () => {
    const { companion, element } = await challenged();
    const before = checks(companion);
    dispatchEvent(new MessageEvent('message', { origin, source: window1(element), data: RETURNED }));
    await aTimeout(20);
    expect(checks(companion)).to.equal(before + 1);
    expect(find<HTMLDialogElement>(element, 'dialog').open).to.equal(true);
  });

  const forged: Record<string, (element: TillgateCheckout) => MessageEventInit> = {
    'of another origin': (element) => ({
      origin: 'https://companion.test.evil.example',
      source: window1(element),
      data: RETURNED,
    }),
    'of another window': () => ({ origin, source: window, data: RETURNED }),
    'about another payment': (element) => ({
      origin,
      source: window1(element),
      data: { ...RETURNED, payment_id: 'pay_2' },
    }),
    'of another kind': (element) => ({ origin, source: window1(element), data: { ...RETURNED, type: 'paid' } }),
    'without data': (element) => ({ origin, source: window1(element), data: null }),
  };
  for (const [name, init] of Object.entries(forged)) {
    it(`is not listened to in a message ${name}`, async () => {
      const { companion, element } = await challenged();
      const before = checks(companion);
      dispatchEvent(new MessageEvent('message', init(element)));
      await aTimeout(20);
      expect(checks(companion)).to.equal(before);
    });
  }

  it('is not listened to any more once the element is gone', async () => {
    const { companion, element } = await challenged();
    const source = window1(element);
    element.remove();
    const before = companion.urls.length;
    dispatchEvent(new MessageEvent('message', { origin, source, data: RETURNED }));
    await aTimeout(1_200);
    expect(companion.urls.length).to.equal(before);
  });
});

describe('the dialog', () => {
  it('holds the focus and gives it back to what the form says', async () => {
    const { companion, element } = await challenged();
    expect(element.shadowRoot!.activeElement?.closest('dialog')).not.to.equal(null);
    companion.abandoned = {
      status: 'declined',
      payment_id: 'pay_1',
      decline: { code: 'cancelled_by_shopper', retryable: true },
    };
    find<HTMLButtonElement>(element, 'dialog button').click();
    await shows(element, 'You cancelled the payment');
    await waitUntil(() => element.shadowRoot!.activeElement?.getAttribute('role') === 'alert');
  });

  it('has a name for those who cannot see it, and so has its button', async () => {
    const { element } = await challenged();
    const dialog = find<HTMLDialogElement>(element, 'dialog');
    const title = find<HTMLElement>(element, `#${dialog.getAttribute('aria-labelledby') ?? ''}`);
    expect(title.textContent).to.equal('Confirm with your bank');
    expect(find(element, 'dialog button').getAttribute('aria-label')).to.equal('Cancel confirmation');
  });

  it('stays open when the browser closes it, until the companion has let go', async () => {
    const { companion, element } = await challenged();
    companion.abandoned = 'lost';
    find<HTMLDialogElement>(element, 'dialog').close();
    await shows(element, 'The connection is lost. Try again in a moment.');
    expect(find<HTMLDialogElement>(element, 'dialog').open).to.equal(true);
    companion.abandoned = { status: 'open', payment_id: null };
    find<HTMLButtonElement>(element, 'dialog button').click();
    await waitUntil(() => element.shadowRoot!.querySelector('dialog') === null);
  });

  it('fits its window to the frame that was asked for', async () => {
    const { element } = await challenged();
    const frame = find<HTMLIFrameElement>(element, 'iframe').getBoundingClientRect();
    expect(Math.round(frame.width)).to.equal(Math.min(390, innerWidth - 18));
    expect(frame.height).to.be.greaterThan(300);
  });
});
