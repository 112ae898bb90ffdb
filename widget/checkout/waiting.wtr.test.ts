import { expect } from '@open-wc/testing';
import type { Outcome } from '../../shared/contract/index.ts';
import { useManualTimers, type ManualTimers } from '../test-support/held-timers.ts';
import { fillCard, findInElement, mountCheckout, waitForText } from '../test-support/mount.ts';
import { until } from '../test-support/until.ts';
import { FakeCompanion } from '../testing/fake-companion.ts';
import { WAITING_SCREEN_DELAYS } from './outcome-views.ts';
import { SUBMIT_DELAYS } from './submit-progress.ts';

const SLOW = 'Your bank is taking longer than usual. Keep this page open.';
const [SLOW_AFTER, LONG_AFTER, CANCEL_AFTER] = [5_000, 10_000, 4_000];

let clock: ManualTimers;
beforeEach(() => {
  clock = useManualTimers(SLOW_AFTER, LONG_AFTER, CANCEL_AFTER, SUBMIT_DELAYS.tick);
});
afterEach(() => {
  clock.restore();
});

const textOf = (element: HTMLElement): string => element.shadowRoot!.textContent;

describe('a payment whose result takes long', () => {
  it('says after 5 seconds that the bank takes longer than usual', async () => {
    expect(SUBMIT_DELAYS.slow).to.equal(SLOW_AFTER);
    const companion = new FakeCompanion();
    companion.answers.push(new Promise<Outcome>(() => undefined));
    const element = await mountCheckout(companion);
    fillCard(element);
    void element.submit();
    await waitForText(element, 'Paying');
    expect(textOf(element)).not.to.contain(SLOW);
    expect(clock.pass(SLOW_AFTER)).to.equal(1);
    await waitForText(element, SLOW);
  });

  it('says nothing of the bank once the result is there', async () => {
    const companion = new FakeCompanion();
    companion.answers.push({ status: 'declined', payment_id: 'pay_1', decline: 'declined' } as unknown as Outcome);
    const element = await mountCheckout(companion);
    fillCard(element);
    await element.submit();
    expect(clock.pass(SLOW_AFTER)).to.equal(0);
    expect(textOf(element)).not.to.contain(SLOW);
  });

  it('while pending gives way after 10 seconds to the order number and a way back', async () => {
    expect(WAITING_SCREEN_DELAYS.long).to.equal(LONG_AFTER);
    const companion = new FakeCompanion();
    companion.outcome = { status: 'unknown', payment_id: 'pay_1' };
    const element = await mountCheckout(companion);
    await waitForText(element, 'We are checking your payment');
    expect(element.shadowRoot!.querySelector('.actions a')).to.equal(null);
    expect(clock.pass(LONG_AFTER)).to.equal(1);
    await waitForText(element, 'You can close this page:');
    expect(textOf(element)).to.contain(companion.view.order_no);
    expect(findInElement<HTMLAnchorElement>(element, '.actions a').href).to.equal(companion.view.return_url);
  });

  it('at a bank names it and the amount, and may be cancelled only after 4 seconds', async () => {
    expect(WAITING_SCREEN_DELAYS.cancel).to.equal(CANCEL_AFTER);
    const companion = new FakeCompanion();
    const action = { type: 'redirect', url: 'about:blank', method: 'GET', fields: {}, bank: 'Nordbank' } as const;
    companion.outcome = { status: 'action_required', payment_id: 'pay_1', abandonable: true, action };
    const element = await mountCheckout(companion);
    await waitForText(element, 'We are waiting for Nordbank');
    await waitForText(element, 'Nordbank has not confirmed €24.00 yet.');
    const [go, cancel] = element.shadowRoot!.querySelectorAll<HTMLButtonElement>('.actions button');
    expect(go!.textContent).to.contain('Continue to Nordbank');
    expect(cancel!.inert).to.equal(true);
    expect(getComputedStyle(cancel!).visibility).to.equal('hidden');
    expect(clock.pass(CANCEL_AFTER)).to.equal(1);
    await until(() => !cancel!.inert);
    expect(getComputedStyle(cancel!).visibility).to.equal('visible');
  });

  it('in a review shows the order number and a way back at once', async () => {
    const companion = new FakeCompanion();
    companion.outcome = { status: 'pending', payment_id: 'pay_1', in_review: true };
    const element = await mountCheckout(companion);
    await waitForText(element, 'Your payment is being reviewed');
    expect(textOf(element)).to.contain('You can close this page:').and.to.contain(companion.view.order_no);
    expect(findInElement<HTMLAnchorElement>(element, '.actions a').href).to.equal(companion.view.return_url);
  });

  it('shows a tick in the button before the result, and completes after it', async () => {
    const companion = new FakeCompanion();
    companion.answers.push({ status: 'paid', payment_id: 'pay_1' });
    const element = await mountCheckout(companion);
    const completed: unknown[] = [];
    element.addEventListener('tillgate-complete', ({ status }) => completed.push(status));
    fillCard(element);
    await element.submit();
    await element.updateComplete;
    expect(findInElement(element, '.pay .tick')).to.be.instanceOf(HTMLElement);
    expect(completed).to.deep.equal([]);
    clock.pass(SUBMIT_DELAYS.tick);
    await waitForText(element, 'Payment received');
    expect(completed).to.deep.equal(['paid']);
    expect(element.shadowRoot!.activeElement?.id).to.equal('result-title');
  });

  it('completes where the session is loaded anew during the tick', async () => {
    const companion = new FakeCompanion();
    companion.answers.push({ status: 'paid', payment_id: 'pay_1' });
    const element = await mountCheckout(companion);
    const completed: unknown[] = [];
    element.addEventListener('tillgate-complete', ({ payment_id }) => completed.push(payment_id));
    fillCard(element);
    await element.submit();
    element.session = 'tgs_2';
    await until(() => companion.calls.filter((call) => call === 'session').length === 2);
    await until(() => completed.length > 0, 'it completes');
    expect(completed[0]).to.equal('pay_1');
  });
});
