import { expect } from '@open-wc/testing';
import type { DeclineCode, Outcome, SavedCard } from '../../shared/contract/index.ts';
import type { TillgateCheckout } from '../index.ts';
import { FakeCompanion } from '../testing/fake-companion.ts';
import { fillCard, findInElement, mountCheckout, waitForText, typeInto } from '../test-support/mount.ts';
import { until } from '../test-support/until.ts';

const VISA: SavedCard = { token_id: 'tok_visa', brand: 'visa', last4: '4242', expiry: '08/90' };
const declined = (code: DeclineCode): Outcome => ({
  status: 'declined',
  payment_id: 'pay_1',
  decline: { code, retryable: true },
});
const CHALLENGE: Outcome = {
  status: 'action_required',
  payment_id: 'pay_1',
  abandonable: true,
  action: { type: 'challenge', url: 'about:blank', method: 'GET', fields: {} },
};
const wrong = (element: TillgateCheckout): string[] =>
  [...element.shadowRoot!.querySelectorAll('[aria-invalid="true"]')].map(({ id }) => id);

describe('the field that a decline is about', () => {
  it('is marked after a challenge', async () => {
    const companion = new FakeCompanion();
    companion.answers.push(CHALLENGE);
    const element = await mountCheckout(companion);
    fillCard(element);
    await element.submit();
    await until(() => element.shadowRoot!.querySelector('dialog') !== null, 'the challenge opens');
    companion.outcome = declined('expired_card');
    await until(() => element.shadowRoot!.querySelector('dialog') === null, 'the challenge ends');
    await element.updateComplete;
    expect(wrong(element)).to.deep.equal(['card-expiry']);
    typeInto(element, '#card-expiry', '1232');
    await element.updateComplete;
    expect(wrong(element)).to.deep.equal([]);
  });

  it('is marked where the result came late', async () => {
    const companion = new FakeCompanion();
    companion.answers.push({ status: 'unknown', payment_id: 'pay_1' });
    const element = await mountCheckout(companion);
    fillCard(element);
    await element.submit();
    await waitForText(element, 'We are checking your payment');
    companion.outcome = declined('incorrect_card_number');
    await until(() => element.shadowRoot!.querySelector('form') !== null, 'the form is back');
    expect(wrong(element)).to.deep.equal(['card-number']);
  });

  it('is none where the card has too little money, and another number can be typed', async () => {
    const companion = new FakeCompanion();
    companion.answers.push(declined('insufficient_funds'));
    const element = await mountCheckout(companion);
    fillCard(element);
    await element.submit();
    await waitForText(element, 'insufficient funds');
    expect(wrong(element)).to.deep.equal([]);
    expect(element.shadowRoot!.activeElement?.id).to.equal('card-number');
    expect(findInElement(element, '[role="alert"]').textContent).not.to.contain('security code');
  });

  it('is the security code of the saved card that was used, and none of the form for another card', async () => {
    const companion = new FakeCompanion({ saved_cards: [VISA] });
    companion.answers.push(declined('incorrect_security_code'), declined('expired_card'));
    const element = await mountCheckout(companion);
    typeInto(element, '#saved-code', '123');
    await element.submit();
    await waitForText(element, /Pay €24/);
    await element.submit();
    expect(wrong(element)).to.deep.equal(['saved-code']);
    typeInto(element, '#saved-code', '123');
    await element.submit();
    expect(companion.submits).to.have.length(2);
    findInElement(element, 'input[name="saved-card"][value=""]').click();
    await element.updateComplete;
    expect(wrong(element)).to.deep.equal([]);
  });
});
