import { expect } from '@open-wc/testing';
import type { Outcome, SessionView } from '../../shared/contract/index.ts';
import { FakeCompanion } from '../testing/fake-companion.ts';
import type { TillgateCheckout } from '../index.ts';
import { axeFindings } from '../test-support/axe.ts';
import { mountCheckout, waitForText } from '../test-support/mount.ts';
import { recordFormSubmits } from '../test-support/watch-forms.ts';
import { removeSessionIdFromUrl } from './return-url.ts';
import { REDIRECT_TIMEOUTS } from './post-action.ts';
import { submitActionForm } from './post-action.ts';
import { until } from '../test-support/until.ts';

const PIX: SessionView['methods'] = [
  { method: 'pix', kind: 'redirect', label: 'Pix', brands: null, banks: [], fields: [] },
];
const REDIRECT: Outcome = {
  status: 'action_required',
  payment_id: 'pay_1',
  abandonable: true,
  action: { type: 'redirect', url: 'https://bank.example/pay?ref=7', method: 'POST', fields: { token: 'a&b="c"' } },
};

describe('a redirect', () => {
  let forms: ReturnType<typeof recordFormSubmits>;
  beforeEach(() => (forms = recordFormSubmits()));
  afterEach(() => forms.stop());

  it('takes the whole page to the bank, says so, and leaves nothing in the page', async () => {
    const companion = new FakeCompanion({ methods: PIX });
    companion.answers.push(REDIRECT);
    const element = await mountCheckout(companion);
    await waitForText(element, 'on the page that opens, then return here.');
    await element.submit();
    await waitForText(element, 'Taking you to Pix…');
    expect(forms.sent).to.deep.equal([
      { url: 'https://bank.example/pay?ref=7', method: 'post', target: '_top', fields: { token: 'a&b="c"' } },
    ]);
    expect(document.querySelectorAll('body > form')).to.have.length(0);
  });

  it('keeps the query of an address that is opened by GET', () => {
    submitActionForm({ ...REDIRECT.action!, method: 'GET' }, '_top');
    expect(forms.sent[0]).to.deep.include({ method: 'get', fields: { token: 'a&b="c"', ref: '7' } });
  });

  it('come back to by the back button offers to go on or pay another way', async () => {
    const companion = new FakeCompanion({ methods: PIX });
    companion.answers.push(REDIRECT);
    const element = await mountCheckout(companion);
    await element.submit();
    await waitForText(element, 'Taking you to Pix…');
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await waitForText(element, 'Cancel this and pay another way');
  });
});

describe('a redirect that does not happen', () => {
  const { stuck } = REDIRECT_TIMEOUTS;
  let forms: ReturnType<typeof recordFormSubmits>;
  beforeEach(() => {
    REDIRECT_TIMEOUTS.stuck = 20;
    forms = recordFormSubmits();
  });
  afterEach(() => {
    REDIRECT_TIMEOUTS.stuck = stuck;
    forms.stop();
  });

  async function stay(theme: 'light' | 'dark' = 'light'): Promise<[FakeCompanion, TillgateCheckout]> {
    const companion = new FakeCompanion({ methods: PIX });
    companion.answers.push(REDIRECT);
    const element = await mountCheckout(companion, { theme });
    element.style.background = theme === 'dark' ? '#171a21' : '#fff';
    await element.submit();
    await waitForText(element, 'Are you still here?');
    return [companion, element];
  }
  const press = (element: TillgateCheckout, text: string): void =>
    [...element.shadowRoot!.querySelectorAll<HTMLButtonElement>('.result button')]
      .find((button) => button.textContent.includes(text))!
      .click();

  for (const theme of ['light', 'dark'] as const) {
    it(`can be continued by hand, in ${theme}`, async () => {
      const [companion, element] = await stay(theme);
      expect(await axeFindings(element)).to.deep.equal([]);
      press(element, 'Open the payment page');
      await until(() => forms.sent.length === 2);
      expect(forms.sent[1]).to.deep.equal(forms.sent[0]);
      expect(companion.submits).to.have.length(1);
    });
  }

  it('is not continued where the payment is settled by then', async () => {
    const [companion, element] = await stay();
    companion.outcome = { status: 'paid', payment_id: 'pay_1' };
    press(element, 'Open the payment page');
    await waitForText(element, 'Payment received');
    expect(forms.sent).to.have.length(1);
  });

  it('can be left for another way to pay', async () => {
    const [companion, element] = await stay();
    press(element, 'Cancel this and pay another way');
    await until(() => element.shadowRoot!.querySelector('form') !== null);
    expect(companion.calls).to.include('abandon');
  });

  it('shows what came of it elsewhere, in an app or another tab', async () => {
    const [companion, element] = await stay();
    companion.outcome = { status: 'paid', payment_id: 'pay_1' };
    document.dispatchEvent(new Event('visibilitychange'));
    await waitForText(element, 'Payment received');
  });

  it('come back to by a new load never pays again by itself', async () => {
    const companion = new FakeCompanion({ methods: PIX, outcome: REDIRECT });
    const element = await mountCheckout(companion);
    await waitForText(element, 'Your payment needs your approval');
    expect(forms.sent).to.have.length(0);
    press(element, 'Open the payment page');
    await until(() => forms.sent.length === 1);
    expect(companion.submits).to.have.length(0);
  });
});

describe('the address', () => {
  const original = location.href;
  afterEach(() => history.replaceState(null, '', original));

  it('loses this session’s id only', () => {
    history.replaceState({ kept: true }, '', '?session_id=ses_1&a=1#top');
    expect(removeSessionIdFromUrl('ses_2')).to.equal(false);
    expect(location.search).to.contain('session_id=ses_1');
    expect(removeSessionIdFromUrl('ses_1')).to.equal(true);
    expect(`${location.search}${location.hash}`).to.equal('?a=1#top');
    expect(history.state).to.deep.equal({ kept: true });
  });
});
