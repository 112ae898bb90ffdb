import { aTimeout, expect } from '@open-wc/testing';
import { TillgateCheckout } from './element.ts';
import { mountCheckout, waitForText } from './test-support/mount.ts';
import { FakeCompanion } from './testing/fake-companion.ts';

const NAME = 'late-checkout';

/** The element under a name that the page uses before it is defined. */
class LateCheckout extends TillgateCheckout {}

describe('the element before its definition', () => {
  it('takes over attributes and properties that were set too early', async () => {
    const companion = new FakeCompanion();
    document.body.insertAdjacentHTML('beforeend', `<${NAME} server="http://companion.test" isolated="" theme="dark">`);
    const element = document.body.lastElementChild as LateCheckout;
    Object.assign(element, { fetcher: companion.fetch, isolated: false, session: 'tgs_1' });
    customElements.define(NAME, LateCheckout);
    await waitForText(element, 'Card number');
    expect(Object.hasOwn(element, 'session')).to.equal(false);
    expect([element.session, element.isolated, element.theme]).to.deep.equal(['tgs_1', false, 'dark']);
    expect(companion.calls).to.deep.equal(['session']);
    element.remove();
  });
});

describe('attributes and properties of the element', () => {
  it('an attribute that is removed leaves an empty text', async () => {
    const element = await mountCheckout(new FakeCompanion(), { locale: 'de' });
    expect(element.locale).to.equal('de');
    element.removeAttribute('locale');
    await element.updateComplete;
    expect(element.locale).to.equal('');
  });

  it('a flag is set by an empty attribute and cleared by its removal', () => {
    const element = document.createElement('tillgate-checkout');
    element.setAttribute('isolated', '');
    expect(element.isolated).to.equal(true);
    element.removeAttribute('isolated');
    expect(element.isolated).to.equal(false);
  });

  it('the theme is reflected for style sheets, and no other property is', async () => {
    const element = await mountCheckout(new FakeCompanion());
    const before = element.getAttributeNames();
    element.theme = 'dark';
    element.layout = 'tabs';
    element.riskToken = 'risk';
    await element.updateComplete;
    expect(element.getAttribute('theme')).to.equal('dark');
    expect(element.getAttribute('layout')).to.equal('accordion');
    expect(element.getAttributeNames()).to.deep.equal(before);
  });

  it('several properties that change together load the session once', async () => {
    const companion = new FakeCompanion();
    const element = await mountCheckout(companion);
    const before = companion.calls.length;
    element.session = 'tgs_2';
    element.server = 'http://other.test';
    element.session = 'tgs_3';
    await element.updateComplete;
    await waitForText(element, 'Card number');
    expect(companion.calls.slice(before)).to.deep.equal(['session']);
    expect(companion.urls.at(-1)).to.equal('http://other.test/checkout/session');
  });

  it('a property that is set to its present value loads nothing', async () => {
    const companion = new FakeCompanion();
    const element = await mountCheckout(companion);
    const before = companion.calls.length;
    element.session = 'tgs_1';
    element.isolated = false;
    await element.updateComplete;
    expect(companion.calls.length).to.equal(before);
  });
});

describe('the element in the page', () => {
  it('draws nothing and loads nothing before it is connected', async () => {
    const companion = new FakeCompanion();
    const element = document.createElement('tillgate-checkout');
    Object.assign(element, { server: 'http://companion.test', fetcher: companion.fetch, session: 'tgs_1' });
    await aTimeout(20);
    expect(companion.calls).to.deep.equal([]);
    expect(element.shadowRoot).to.equal(null);
    document.body.append(element);
    await waitForText(element, 'Card number');
    element.remove();
  });

  it('loads its session once when it is moved', async () => {
    const companion = new FakeCompanion();
    const element = await mountCheckout(companion);
    const before = companion.calls.length;
    document.body.append(element);
    await element.updateComplete;
    await waitForText(element, 'Card number');
    expect(companion.calls.slice(before)).to.deep.equal(['session']);
    element.remove();
  });

  it('does not update while a pointer is down, and does after its release', async () => {
    const element = await mountCheckout(new FakeCompanion());
    element.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    element.labels = { 'card.number': 'Kaartnummer' };
    await aTimeout(50);
    expect(element.shadowRoot!.textContent).not.to.contain('Kaartnummer');
    dispatchEvent(new PointerEvent('pointerup'));
    await waitForText(element, 'Kaartnummer');
  });

  it('updates again after an update that failed', async () => {
    const element = await mountCheckout(new FakeCompanion());
    element.labels = {
      get 'card.number'(): string {
        throw new Error('no such label');
      },
    };
    const failure: unknown = await element.updateComplete.catch(String);
    expect(failure).to.contain('no such label');
    element.labels = { 'card.number': 'Kaartnummer' };
    await waitForText(element, 'Kaartnummer');
  });
});
