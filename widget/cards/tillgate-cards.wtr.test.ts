import { expect, fixture, html } from '@open-wc/testing';
import type { CardsView, ListedSavedCard } from '../../shared/contract/index.ts';
import type { Fetch } from '../api/checkout-api.ts';
import { FakeCompanion } from '../testing/fake-companion.ts';
import { axeFindings } from '../test-support/axe.ts';
import { until } from '../test-support/until.ts';
import './index.ts';
import type { TillgateCards } from './index.ts';

const VISA: ListedSavedCard = { token_id: 'card_visa', brand: 'visa', last4: '4242', expiry: '08/90', default: true };
const AMEX: ListedSavedCard = { token_id: 'card_amex', brand: 'amex', last4: '0005', expiry: '01/20', default: false };

/** A companion with a shopper's cards; sessions that add one are those of {@link FakeCompanion}. */
class FakeCards {
  readonly calls: string[] = [];
  readonly checkout = new FakeCompanion({ order_no: 'card-1', amount: '0.00' });
  cards: ListedSavedCard[] = [VISA, AMEX];
  verification: CardsView['verification'] = { amount: '0.00', currency: 'EUR' };
  refusal: { status: number; code: string } | undefined;

  readonly fetch: Fetch = (input, init) => {
    const path = new URL(input).pathname.replace('/checkout/', '');
    if (!path.startsWith('cards')) return this.checkout.fetch(input, init);
    const [, id = '', action = ''] = path.split('/');
    this.calls.push(`${init.method ?? ''} ${path}`);
    if (this.refusal !== undefined)
      return Promise.resolve(Response.json(this.refusal, { status: this.refusal.status }));
    if (init.method === 'DELETE') this.cards = this.cards.filter((card) => card.token_id !== id);
    if (action === 'default') this.cards = this.cards.map((card) => ({ ...card, default: card.token_id === id }));
    if (init.method === 'POST' && id === '') return Promise.resolve(Response.json({ session: 'tgs_add' }));
    const { cards, verification } = this;
    return Promise.resolve(Response.json({ cards, verification, locale: null } satisfies CardsView));
  };
}

async function mount(
  companion: FakeCards,
  { locale = 'en', theme = 'light' }: { locale?: string; theme?: 'light' | 'dark' } = {},
): Promise<{ element: TillgateCards; root: ShadowRoot }> {
  const element = await fixture<TillgateCards>(
    html`<tillgate-cards
      server="http://companion.test"
      .fetcher=${companion.fetch}
      locale=${locale}
      theme=${theme}
      session="tgc_1"
    ></tillgate-cards>`,
  );
  const root = element.shadowRoot!;
  await until(() => root.querySelector('.spinner') === null, 'the list is there');
  return { element, root };
}

const buttonOf = (root: ShadowRoot, name: string): HTMLButtonElement => {
  const found = Array.from(root.querySelectorAll('button')).find(
    (button) => (button.ariaLabel ?? button.textContent.trim()) === name,
  );
  if (found === undefined) throw new Error(`no button ${name}: ${root.textContent}`);
  return found;
};
const rows = (root: ShadowRoot): string[] =>
  Array.from(root.querySelectorAll('li'), (row) => row.textContent.replace(/\s+/g, ' ').trim());

describe('<tillgate-cards>', () => {
  for (const theme of ['light', 'dark'] as const) {
    it(`lists cards with brand, last digits, expiry and the default, without findings of axe in ${theme}`, async () => {
      const { element, root } = await mount(new FakeCards(), { theme });
      expect(rows(root)[0]).to.contain('Visa ending in 4242').and.to.contain('Expires 08/90').and.to.contain('Default');
      expect(rows(root)[1]).to.contain('American Express ending in 0005').and.to.contain('Expired 01/20');
      expect(root.querySelectorAll('svg.mark')).to.have.length(2);
      expect(await axeFindings(element)).to.deep.equal([]);
    });
  }

  it('removes a card once the shopper has confirmed it, and the focus stays in the list', async () => {
    const companion = new FakeCards();
    const { root } = await mount(companion);
    buttonOf(root, 'Remove Visa ending in 4242').focus();
    buttonOf(root, 'Remove Visa ending in 4242').click();
    await until(() => root.querySelector('.confirm') !== null);
    expect(companion.calls.filter((call) => call.startsWith('DELETE'))).to.deep.equal([]);
    root.querySelector<HTMLButtonElement>('.confirm .danger')!.focus();
    root.querySelector<HTMLButtonElement>('.confirm .danger')!.click();
    await until(() => root.querySelectorAll('li').length === 1);
    expect(companion.calls).to.contain('DELETE cards/card_visa');
    await until(() => root.textContent.includes('Visa ending in 4242 was removed.'));
    await until(() => root.activeElement !== null, 'the focus is in the element');
  });

  it('makes a card the default and says so', async () => {
    const companion = new FakeCards();
    const { root } = await mount(companion);
    buttonOf(root, 'Make default: American Express ending in 0005').click();
    await until(() => rows(root)[1]!.includes('Default'));
    expect(rows(root)[0]).not.to.contain('Default');
    expect(root.querySelector('[role="status"]')!.textContent).to.equal(
      'American Express ending in 0005 is now the default.',
    );
  });

  it('adds a card by the form of the checkout, whose events stay inside', async () => {
    const companion = new FakeCards();
    const { element, root } = await mount(companion);
    const heard: string[] = [];
    for (const name of ['ready', 'change', 'complete', 'submit']) {
      element.parentElement!.addEventListener(`tillgate-${name}`, () => heard.push(name));
    }
    buttonOf(root, 'Add a card').click();
    await until(() => root.querySelector('tillgate-checkout')?.session === 'tgs_add');
    const form = root.querySelector('tillgate-checkout')!;
    await until(() => (form.shadowRoot?.querySelector('[part="pay"]') ?? null) !== null);
    expect(form.shadowRoot!.querySelector('[part="pay"]')!.textContent).to.contain('Save card');
    companion.cards = [{ ...VISA, token_id: 'card_new', last4: '4444' }, ...companion.cards];
    companion.checkout.outcome = { status: 'paid', payment_id: 'pay_1' };
    await form.reload();
    await until(() => rows(root).length === 3);
    expect(root.querySelector('tillgate-checkout')).to.equal(null);
    expect(root.querySelector('[role="status"]')!.textContent).to.equal('The card was added.');
    expect(heard).to.deep.equal([]);
  });

  it('names an amount that is released again, and offers no form where the gateway takes none', async () => {
    const companion = new FakeCards();
    companion.verification = { amount: '1.00', currency: 'EUR' };
    const { root } = await mount(companion);
    buttonOf(root, 'Add a card').click();
    await until(() => root.querySelector('.note')?.textContent.includes('€1.00') === true);
    buttonOf(root, 'Cancel').click();
    await until(() => root.querySelector('tillgate-checkout') === null);
    const without = new FakeCards();
    without.verification = null;
    without.cards = [];
    const { root: empty } = await mount(without);
    expect(empty.textContent).to.contain('No saved cards yet.').and.not.to.contain('Add a card');
  });

  it('says that a list cannot be loaded, and loads it again', async () => {
    const companion = new FakeCards();
    companion.refusal = { status: 503, code: 'store_unavailable' };
    const { root } = await mount(companion);
    expect(root.querySelector('[role="alert"]')).not.to.equal(null);
    companion.refusal = undefined;
    buttonOf(root, 'Try again').click();
    await until(() => rows(root).length === 2);
    expect(root.querySelector('.alert')).to.equal(null);
  });

  it('is written from right to left in Arabic', async () => {
    const { root } = await mount(new FakeCards(), { locale: 'ar' });
    expect(root.querySelector('.root')!.getAttribute('dir')).to.equal('rtl');
    expect(rows(root)[0]).to.contain('الافتراضية');
  });
});
