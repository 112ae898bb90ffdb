import { expect } from '@open-wc/testing';
import type { SessionView } from '../../shared/contract/index.ts';
import { FakeCompanion, SESSION_VIEW } from '../testing/fake-companion.ts';
import { fillCard, findInElement, mountCheckout, typeInto, waitForText } from '../test-support/mount.ts';
import { until } from '../test-support/until.ts';
import type { TillgateCheckout } from '../index.ts';

const CARD = SESSION_VIEW.methods[0]!;
/** The order as the shop changed it. */
const CHANGED = { version: 2, amount: '17.50' };

const payText = (element: TillgateCheckout): string => findInElement(element, '.pay').textContent.trim();

async function mountForm(view: Partial<SessionView> = {}): Promise<[FakeCompanion, TillgateCheckout]> {
  const companion = new FakeCompanion(view);
  const element = await mountCheckout(companion);
  await waitForText(element, 'Pay €24.00');
  fillCard(element);
  return [companion, element];
}

function change(companion: FakeCompanion, changes: Partial<SessionView> = {}): void {
  companion.view = { ...companion.view, ...CHANGED, ...changes };
}

describe('an order that the shop changed', () => {
  it('is shown after update, with what was typed, and paid as shown', async () => {
    const [companion, element] = await mountForm();
    change(companion);
    await element.update();
    await element.updateComplete;
    expect(payText(element)).to.equal('Pay €17.50');
    expect(findInElement(element, '#card-number').value).to.equal('4242 4242 4242 4242');
    expect(findInElement(element, '#card-code').value).to.equal('123');
    expect(findInElement(element, '.alert').textContent.trim()).to.equal('');
    await element.submit();
    await waitForText(element, 'Payment received');
    expect(companion.submits.map(({ version }) => version)).to.deep.equal([2]);
  });

  it('makes the element ready anew, once', async () => {
    const [companion, element] = await mountForm();
    let ready = 0;
    element.addEventListener('tillgate-ready', () => (ready += 1));
    await element.update();
    expect(ready).to.equal(0);
    change(companion);
    await element.update();
    await element.update();
    await element.updateComplete;
    expect(ready).to.equal(1);
  });

  it('is shown when the shopper comes back to the tab', async () => {
    const [companion, element] = await mountForm();
    change(companion);
    document.dispatchEvent(new Event('visibilitychange'));
    await waitForText(element, 'Pay €17.50');
    expect(findInElement(element, '#card-number').value).to.equal('4242 4242 4242 4242');
  });

  it('is shown by the refusal of a payment of the order before, which says so', async () => {
    const [companion, element] = await mountForm();
    const errors: string[] = [];
    element.addEventListener('tillgate-error', ({ code }) => errors.push(code));
    companion.answers.push({ problem: 'version_conflict' }, { status: 'paid', payment_id: 'pay_1' });
    change(companion);
    await element.submit();
    await waitForText(element, 'The order has changed, and nothing was charged.');
    await waitForText(element, 'Pay €17.50');
    expect(errors).to.deep.equal(['version_conflict']);
    expect(findInElement(element, '#card-number').value).to.equal('4242 4242 4242 4242');
    expect(findInElement(element, '#card-code').value).to.equal('123');
    await element.submit();
    await waitForText(element, 'Payment received');
    expect(companion.submits.map(({ version }) => version)).to.deep.equal([1, 2]);
  });

  it('is not paid while the sum before is still shown', async () => {
    const [companion, element] = await mountForm();
    change(companion);
    const pay = findInElement<HTMLButtonElement>(element, '.pay');
    pay.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, composed: true }));
    await element.update();
    expect(payText(element)).to.equal('Pay €24.00');
    // The press ends on what the shopper saw.
    pay.click();
    await until(() => companion.submits.length === 1);
    expect(companion.submits[0]!.version).to.equal(1);
    document.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }));
  });

  it('keeps the fields and the plan, and asks for the agreement again', async () => {
    const fields = [{ path: 'shopper.email', required: true }];
    const subscription = { interval: 'month', interval_count: '1', contract_amount: '9.00' };
    const installments = [{ id: '3x', count: 3, amount: '8.00' }];
    const [companion, element] = await mountForm({
      methods: [{ ...CARD, fields }],
      installments,
      subscription,
    });
    typeInto(element, 'input[type="email"]', 'ana@example.com');
    findInElement(element, 'input[value="3x"]').click();
    findInElement(element, 'input[type="checkbox"]').click();
    await element.updateComplete;
    change(companion, { installments: [{ id: '3x', count: 3, amount: '6.00' }] });
    await element.update();
    await element.updateComplete;
    expect(findInElement(element, 'input[type="email"]').value).to.equal('ana@example.com');
    expect(findInElement(element, 'input[value="3x"]').checked).to.equal(true);
    expect(findInElement(element, 'input[type="checkbox"]').checked).to.equal(false);
    await waitForText(element, '€6.00');
    await waitForText(element, '€17.50');
    await element.submit();
    expect(companion.submits).to.deep.equal([]);
  });

  it('may fix an address that was asked for', async () => {
    const fields = [{ path: 'billing.city', required: true }];
    const [companion, element] = await mountForm({ methods: [{ ...CARD, fields }] });
    expect(element.shadowRoot!.querySelector('[part="fields"]')).to.not.equal(null);
    change(companion, { methods: [{ ...CARD, fields: [] }], billing: { city: 'Porto' } });
    await element.update();
    await element.updateComplete;
    expect(element.shadowRoot!.querySelector('[part="fields"]')).to.equal(null);
    await element.submit();
    await waitForText(element, 'Payment received');
    expect(companion.submits[0]).to.not.have.property('billing');
  });

  it('stays as it was where the companion does not answer', async () => {
    const [companion, element] = await mountForm();
    change(companion);
    companion.sessionAnswer = 'lost';
    await element.update();
    await element.updateComplete;
    expect(payText(element)).to.equal('Pay €24.00');
    await element.submit();
    expect(companion.submits[0]!.version).to.equal(1);
  });
});
