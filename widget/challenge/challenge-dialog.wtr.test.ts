import { aTimeout, expect } from '@open-wc/testing';
import { sendKeys, sendMouse, setViewport } from '@web/test-runner-commands';
import type { NextAction, Outcome } from '../../shared/contract/index.ts';
import type { TillgateCheckout } from '../index.ts';
import { axeFindings } from '../test-support/axe.ts';
import { FakeCompanion } from '../testing/fake-companion.ts';
import { fillCard, findInElement, mountCheckout, waitForText } from '../test-support/mount.ts';
import { recordFormSubmits } from '../test-support/watch-forms.ts';
import { CHALLENGE_TIMEOUTS } from './timeouts.ts';
import { until } from '../test-support/until.ts';

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

async function challenged(
  size: NonNullable<NextAction['window_size']> = '02',
  theme: 'light' | 'dark' = 'light',
): Promise<{ companion: FakeCompanion; element: TillgateCheckout }> {
  const companion = new FakeCompanion();
  companion.answers.push({ ...CHALLENGE, action: { ...CHALLENGE.action!, window_size: size } });
  const element = await mountCheckout(companion, { theme });
  element.style.background = theme === 'dark' ? '#171a21' : '#fff';
  fillCard(element);
  await element.submit();
  await until(() => element.shadowRoot!.querySelector('dialog')?.open === true);
  await aTimeout(60);
  return { companion, element };
}

/** Questions that were asked at once, not those that wait for news. */
const checks = (companion: FakeCompanion): number =>
  companion.urls.filter((url) => url.endsWith('/checkout/outcome')).length;

describe('the frame', () => {
  it('is sent to the issuer by a form with the action’s fields, and nothing of it stays in the page', async () => {
    const forms = recordFormSubmits();
    const { element } = await challenged();
    forms.stop();
    expect(forms.sent).to.deep.equal([
      {
        url: 'http://127.0.0.1:1/challenge',
        method: 'post',
        target: findInElement<HTMLIFrameElement>(element, 'iframe').name,
        fields: { creq: 'abc' },
      },
    ]);
    expect(element.shadowRoot!.querySelectorAll('form')).to.have.length(1);
  });

  it('may ask for a passkey and a payment confirmation, also after it has led on to another origin', async () => {
    const { element } = await challenged();
    expect(findInElement<HTMLIFrameElement>(element, 'iframe').allow).to.equal(
      'payment *; publickey-credentials-get *',
    );
  });

  const window1 = (element: TillgateCheckout): Window =>
    findInElement<HTMLIFrameElement>(element, 'iframe').contentWindow as Window;
  const origin = 'http://companion.test';
  /** Firefox takes no window of another origin as the source of a made event. */
  const messageOf = ({ source, ...init }: MessageEventInit): MessageEvent =>
    Object.defineProperty(new MessageEvent('message', init), 'source', { value: source });

  it('is listened to when it returns, which only makes the element ask', async () => {
    const { companion, element } = await challenged();
    const before = checks(companion);
    dispatchEvent(messageOf({ origin, source: window1(element), data: RETURNED }));
    await until(() => checks(companion) === before + 1);
    expect(findInElement<HTMLDialogElement>(element, 'dialog').open).to.equal(true);
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
      dispatchEvent(messageOf(init(element)));
      await aTimeout(20);
      expect(checks(companion)).to.equal(before);
    });
  }

  it('is not listened to any more once the element is gone', async () => {
    const { companion, element } = await challenged();
    const source = window1(element);
    element.remove();
    const before = companion.urls.length;
    dispatchEvent(messageOf({ origin, source, data: RETURNED }));
    await aTimeout(1_200);
    expect(companion.urls.length).to.equal(before);
  });
});

describe('the dialog', () => {
  it('holds the focus and gives it to the code that the form asks again', async () => {
    const { companion, element } = await challenged();
    expect(element.shadowRoot!.activeElement?.closest('dialog')).not.to.equal(null);
    companion.abandoned = {
      status: 'declined',
      payment_id: 'pay_1',
      decline: { code: 'cancelled_by_shopper', retryable: true },
    };
    findInElement<HTMLButtonElement>(element, 'dialog button').click();
    await waitForText(element, 'You cancelled the payment');
    expect(element.shadowRoot!.querySelector('[role="alert"] b')).to.equal(null);
    await until(() => element.shadowRoot!.activeElement?.id === 'card-code');
  });

  it('has a name for those who cannot see it, and so has its button', async () => {
    const { element } = await challenged();
    const dialog = findInElement<HTMLDialogElement>(element, 'dialog');
    const title = findInElement<HTMLElement>(element, `#${dialog.getAttribute('aria-labelledby') ?? ''}`);
    expect(title.textContent).to.equal('Confirm with your bank');
    expect(findInElement(element, 'dialog button').getAttribute('aria-label')).to.equal('Cancel confirmation');
  });

  it('stays open when the browser closes it, and asks whether the payment is to be cancelled', async () => {
    const { companion, element } = await challenged();
    findInElement<HTMLDialogElement>(element, 'dialog').close();
    await waitForText(element, 'Cancel this payment?');
    expect(findInElement<HTMLDialogElement>(element, 'dialog').open).to.equal(true);
    findInElement<HTMLDialogElement>(element, 'dialog').close();
    await until(() => element.shadowRoot!.querySelector('.sure') === null);
    expect(findInElement<HTMLDialogElement>(element, 'dialog').open).to.equal(true);
    expect(companion.calls).not.to.include('abandon');
  });

  it('stays open where the companion could not let go of the payment', async () => {
    const { companion, element } = await challenged();
    companion.abandoned = 'lost';
    findInElement<HTMLButtonElement>(element, 'dialog button').click();
    await waitForText(element, 'The connection is lost. Try again in a moment.');
    expect(findInElement<HTMLDialogElement>(element, 'dialog').open).to.equal(true);
  });

  it('fits its window to the frame that was asked for', async () => {
    const { element } = await challenged();
    const frame = findInElement<HTMLIFrameElement>(element, 'iframe').getBoundingClientRect();
    expect(Math.round(frame.width)).to.equal(Math.min(390, innerWidth - 18));
    expect(frame.height).to.be.greaterThan(300);
  });
});

describe('the window', () => {
  afterEach(() => setViewport({ width: 800, height: 600 }));

  const shapes = [
    ['01', 1280, 800, 250, 400],
    ['02', 1280, 800, 390, 400],
    ['03', 1280, 800, 500, 600],
    ['04', 1280, 800, 600, 400],
    ['03', 768, 1024, 500, 600],
    ['02', 600, 500, 390, 400],
  ] as const;
  for (const [size, width, height, frameWidth, frameHeight] of shapes) {
    it(`of size ${size} is as large as it says on ${width} x ${height}`, async () => {
      await setViewport({ width, height });
      const { element } = await challenged(size);
      const frame = findInElement<HTMLElement>(element, 'iframe').getBoundingClientRect();
      expect([Math.round(frame.width), Math.round(frame.height)]).to.deep.equal([frameWidth, frameHeight]);
    });
  }

  const screens = [
    ['05', 1280, 800],
    ['03', 360, 640],
    ['02', 844, 390],
    ['01', 320, 256],
  ] as const;
  for (const [size, width, height] of screens) {
    it(`of size ${size} takes the whole screen of ${width} x ${height}, and all of it can be reached`, async () => {
      await setViewport({ width, height });
      const { element } = await challenged(size);
      const dialog = findInElement<HTMLElement>(element, 'dialog').getBoundingClientRect();
      expect([dialog.x, dialog.y, dialog.width, dialog.height].map(Math.round)).to.deep.equal([0, 0, width, height]);
      const frame = findInElement<HTMLElement>(element, 'iframe').getBoundingClientRect();
      expect(frame.height).to.be.greaterThan(119);
      const button = findInElement<HTMLElement>(element, 'dialog button').getBoundingClientRect();
      expect(button.right).to.be.at.most(width);
      expect(button.height).to.be.at.least(24);
    });
  }

  it('follows a screen that is turned', async () => {
    await setViewport({ width: 700, height: 600 });
    const { element } = await challenged('02');
    expect(findInElement<HTMLElement>(element, 'dialog').className).to.contain('size-02');
    await setViewport({ width: 360, height: 600 });
    await until(() => findInElement<HTMLElement>(element, 'dialog').className.includes('size-05'));
  });

  it('keeps the page behind from scrolling until it goes', async () => {
    const { companion, element } = await challenged();
    expect(document.documentElement.style.overflow).to.equal('hidden');
    companion.outcome = { status: 'paid', payment_id: 'pay_1' };
    dispatchEvent(new Event('visibilitychange'));
    document.dispatchEvent(new Event('visibilitychange'));
    await waitForText(element, 'Payment received');
    expect(document.documentElement.style.overflow).to.equal('');
  });
});

describe('Escape in a challenge', () => {
  const question = (element: TillgateCheckout): HTMLElement | null => element.shadowRoot!.querySelector('.sure');
  const focused = (element: TillgateCheckout): Element | null => element.shadowRoot!.activeElement;
  /** The window gets the keys only once somebody has touched it. */
  async function touch(element: TillgateCheckout): Promise<void> {
    const { x, y } = findInElement(element, 'dialog h2').getBoundingClientRect();
    await sendMouse({ type: 'click', position: [Math.round(x) + 5, Math.round(y) + 5] });
  }
  async function asked(
    theme: 'light' | 'dark' = 'light',
  ): Promise<{ companion: FakeCompanion; element: TillgateCheckout }> {
    const opened = await challenged('02', theme);
    await touch(opened.element);
    await sendKeys({ press: 'Escape' });
    await until(() => question(opened.element)?.contains(focused(opened.element)) === true);
    return opened;
  }

  for (const theme of ['light', 'dark'] as const) {
    it(`asks before anything is cancelled, in ${theme}, with the focus on going on`, async () => {
      const { companion, element } = await asked(theme);
      expect(focused(element)?.textContent.trim()).to.equal('Continue payment');
      const { role, ariaModal } = question(element)!;
      expect([role, ariaModal]).to.deep.equal(['alertdialog', 'true']);
      const name = findInElement<HTMLElement>(element, `#${question(element)!.getAttribute('aria-labelledby')!}`);
      expect(name.textContent).to.equal('Cancel this payment?');
      expect(companion.calls).not.to.include('abandon');
      expect(await axeFindings(element)).to.deep.equal([]);
    });
  }

  it('keeps the focus in the question, and the frame as it is', async () => {
    const { element } = await asked();
    const dialog = findInElement(element, 'dialog');
    const frame = findInElement(element, 'iframe');
    for (let round = 0; round < 5; round += 1) {
      await sendKeys({ press: 'Tab' });
      const at = focused(element);
      // Beyond its ends the focus may go to the browser itself, or in WebKit to the dialog, never to what lies behind.
      expect(at === null || at === dialog || question(element)!.contains(at)).to.equal(true);
    }
    expect(findInElement(element, 'iframe')).to.equal(frame);
  });

  it('pressed a second time returns to the challenge, and gives the focus back', async () => {
    const { companion, element } = await challenged();
    const frame = findInElement(element, 'iframe');
    await touch(element);
    findInElement<HTMLElement>(element, 'dialog header button').focus();
    await sendKeys({ press: 'Escape' });
    await until(() => question(element) !== null);
    await sendKeys({ press: 'Escape' });
    await until(() => question(element) === null);
    await until(() => focused(element)?.closest('header') !== null);
    expect(findInElement<HTMLDialogElement>(element, 'dialog').open).to.equal(true);
    expect(findInElement(element, 'iframe')).to.equal(frame);
    expect(element.shadowRoot!.querySelector('dialog [inert]')).to.equal(null);
    expect(companion.calls).not.to.include('abandon');
  });

  it('followed by going on returns to the challenge', async () => {
    const { companion, element } = await asked();
    findInElement<HTMLButtonElement>(element, '.sure .primary').click();
    await until(() => question(element) === null);
    expect(companion.calls).not.to.include('abandon');
  });

  it('followed by cancelling lets go of the payment', async () => {
    const { companion, element } = await asked();
    companion.abandoned = {
      status: 'declined',
      payment_id: 'pay_1',
      decline: { code: 'cancelled_by_shopper', retryable: true },
    };
    findInElement<HTMLButtonElement>(element, '.sure .quiet').click();
    await waitForText(element, 'You cancelled the payment');
    expect(companion.calls).to.include('abandon');
  });

  it('is forgotten when the bank has answered meanwhile', async () => {
    const { companion, element } = await asked();
    companion.outcome = { status: 'paid', payment_id: 'pay_1' };
    document.dispatchEvent(new Event('visibilitychange'));
    await waitForText(element, 'Payment received');
    expect(question(element)).to.equal(null);
  });

  it('is not what a click beside the window does: that changes nothing', async () => {
    await setViewport({ width: 900, height: 700 });
    const { companion, element } = await challenged();
    await sendMouse({ type: 'click', position: [5, 5] });
    await aTimeout(50);
    expect(question(element)).to.equal(null);
    expect(findInElement<HTMLDialogElement>(element, 'dialog').open).to.equal(true);
    expect(companion.calls).not.to.include('abandon');
  });

  it('asks a question that fits into the smallest window', async () => {
    await setViewport({ width: 320, height: 480 });
    const { element } = await asked();
    const box = findInElement<HTMLElement>(element, '.sure .late').getBoundingClientRect();
    const dialog = findInElement<HTMLElement>(element, 'dialog').getBoundingClientRect();
    expect(box.left >= dialog.left && box.right <= dialog.right && box.bottom <= dialog.bottom).to.equal(true);
  });
});

describe('a page that does not come', () => {
  const patience = { ...CHALLENGE_TIMEOUTS };
  let forms: ReturnType<typeof recordFormSubmits>;
  beforeEach(() => (forms = recordFormSubmits()));
  afterEach(() => {
    forms.stop();
    Object.assign(CHALLENGE_TIMEOUTS, patience);
  });

  for (const theme of ['light', 'dark'] as const) {
    it(`is told of instead of a blank frame, in ${theme}`, async () => {
      const { element } = await challenged('02', theme);
      await waitForText(element, 'Opening your bank’s page');
      expect(getComputedStyle(findInElement(element, 'iframe')).opacity).to.equal('0');
      expect(await axeFindings(element)).to.deep.equal([]);
    });
  }

  it('is shown as soon as it has come', async () => {
    const { element } = await challenged();
    findInElement<HTMLIFrameElement>(element, 'iframe').src = 'data:text/html,<title>Bank</title>';
    await until(() => getComputedStyle(findInElement(element, 'iframe')).opacity === '1');
    expect(findInElement<HTMLElement>(element, '.opening').textContent.trim()).to.equal('');
  });

  it('can be asked for again, once the companion has said that it is still wanted', async () => {
    CHALLENGE_TIMEOUTS.slow = 20;
    const { companion, element } = await challenged();
    await waitForText(element, 'This takes longer than usual.');
    expect(await axeFindings(element)).to.deep.equal([]);
    const before = checks(companion);
    const frame = findInElement(element, 'iframe');
    findInElement<HTMLButtonElement>(element, '.help button').click();
    await until(() => forms.sent.length === 2);
    expect(checks(companion)).to.equal(before + 1);
    expect(forms.sent[1]).to.deep.equal(forms.sent[0]);
    expect(findInElement(element, 'iframe')).not.to.equal(frame);
    await aTimeout(60);
    expect(findInElement<HTMLDialogElement>(element, 'dialog').open).to.equal(true);
    expect(companion.calls).not.to.include('abandon');
  });

  it('is not asked for again where the payment is settled by then', async () => {
    CHALLENGE_TIMEOUTS.slow = 20;
    const { companion, element } = await challenged();
    await waitForText(element, 'This takes longer than usual.');
    companion.outcome = { status: 'paid', payment_id: 'pay_1' };
    findInElement<HTMLButtonElement>(element, '.help button').click();
    await waitForText(element, 'Payment received');
    expect(forms.sent).to.have.length(1);
    expect(companion.submits).to.have.length(1);
  });

  it('is given up in the end: the shopper chooses, by keyboard too', async () => {
    CHALLENGE_TIMEOUTS.longest = 30;
    const { companion, element } = await challenged();
    await waitForText(element, 'This took too long');
    CHALLENGE_TIMEOUTS.longest = 60_000;
    await until(() => element.shadowRoot!.activeElement?.id === 'challenge-title');
    expect(element.shadowRoot!.querySelector('iframe')).to.equal(null);
    expect(await axeFindings(element)).to.deep.equal([]);
    findInElement<HTMLButtonElement>(element, '.late .primary').click();
    await until(() => forms.sent.length === 2);
    await waitForText(element, 'Opening your bank’s page');
    expect(companion.submits).to.have.length(1);
  });

  it('that was given up can be left for another way to pay', async () => {
    CHALLENGE_TIMEOUTS.longest = 30;
    const { companion, element } = await challenged();
    await waitForText(element, 'This took too long');
    findInElement<HTMLButtonElement>(element, 'dialog header button').click();
    await until(() => element.shadowRoot!.querySelector('dialog') === null);
    expect(companion.calls).to.include('abandon');
    expect(findInElement<HTMLButtonElement>(element, '.pay').getAttribute('aria-disabled')).to.equal('false');
  });

  it('leaves no timer behind once the dialog is gone', async () => {
    CHALLENGE_TIMEOUTS.longest = 300;
    const { companion, element } = await challenged();
    element.remove();
    const asked = companion.urls.length;
    await aTimeout(400);
    expect(companion.urls.length).to.equal(asked);
  });
});
