import { expect, oneEvent } from '@open-wc/testing';
import '../index.ts';
import type { Outcome } from '../../shared/contract/index.ts';
import { fillCard, mountCheckout } from '../test-support/mount.ts';
import { FakeCompanion } from '../testing/fake-companion.ts';

const PAID: Outcome = { status: 'paid', payment_id: 'pay_1' };

describe('the token for the shop’s own check', () => {
  it('is fetched when the shopper pays, and travels with the payment', async () => {
    const companion = new FakeCompanion();
    companion.answers.push(PAID);
    const element = await mountCheckout(companion);
    fillCard(element);
    element.addEventListener('tillgate-submit', (event) => {
      if (element.riskToken !== '') return;
      event.preventDefault();
      void Promise.resolve().then(() => {
        element.riskToken = 'captcha-answer';
        return element.submit();
      });
    });
    const complete = oneEvent(element, 'tillgate-complete');
    await element.submit();
    await complete;
    expect(companion.submits.map((submit) => submit.risk_token)).to.deep.equal(['captcha-answer']);
    expect(element.getAttribute('risk-token')).to.equal(null);
  });

  it('is left out where the page has none', async () => {
    const companion = new FakeCompanion();
    companion.answers.push(PAID);
    const element = await mountCheckout(companion);
    fillCard(element);
    await element.submit();
    expect(companion.submits).to.have.length(1);
    expect(companion.submits[0]).not.to.have.property('risk_token');
  });
});
