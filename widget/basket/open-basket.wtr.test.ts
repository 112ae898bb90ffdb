import { aTimeout, expect, fixture, html } from '@open-wc/testing';
import type { Outcome } from '../../shared/contract/index.ts';
import { isCheckoutError } from '../../shared/errors.ts';
import type { TillgateCheckout } from '../index.ts';
import { FakeCompanion, SESSION_VIEW } from '../testing/fake-companion.ts';
import { fillCard, waitForText } from '../test-support/mount.ts';
import '../index.ts';
import { parseBasketItems } from './open-basket.ts';
import { until } from '../test-support/until.ts';

async function mountBasket(companion: FakeCompanion, items = 'MUG-1:2,TEE-3'): Promise<TillgateCheckout> {
  const element = await fixture<TillgateCheckout>(
    html`<tillgate-checkout
      server="http://companion.test"
      .fetcher=${companion.fetch}
      items=${items}
    ></tillgate-checkout>`,
  );
  await until(() => companion.calls.includes('session') || companion.basketAnswer !== 'opened');
  await aTimeout(30);
  return element;
}

describe('a basket in the page', () => {
  beforeEach(() => sessionStorage.clear());

  it('is read as SKUs and quantities', () => {
    expect(parseBasketItems(' MUG-1:2 , TEE-3, a:b:3')).to.deep.equal([
      { sku: 'MUG-1', quantity: 2 },
      { sku: 'TEE-3', quantity: 1 },
      { sku: 'a:b', quantity: 3 },
    ]);
    for (const wrong of ['', 'MUG-1:0', 'MUG-1,,TEE', ':3 ,']) {
      let thrown: unknown;
      try {
        parseBasketItems(wrong);
      } catch (error) {
        thrown = error;
      }
      expect(isCheckoutError(thrown) && thrown.code, wrong).to.equal('invalid_request');
    }
  });

  it('opens a session, names no price, and is paid like any other', async () => {
    const companion = new FakeCompanion();
    companion.answers.push({ status: 'paid', payment_id: 'pay_1' });
    const element = await mountBasket(companion);
    expect(companion.baskets).to.deep.equal([
      {
        items: [
          { sku: 'MUG-1', quantity: 2 },
          { sku: 'TEE-3', quantity: 1 },
        ],
      },
    ]);
    fillCard(element);
    await element.submit();
    await waitForText(element, 'Payment received');
  });

  it('that cannot be read is told, isolated too, and rejects nothing that nobody hears', async () => {
    const unheard: unknown[] = [];
    const handleRejection = (event: PromiseRejectionEvent): void => {
      unheard.push(event.reason);
      event.preventDefault();
    };
    addEventListener('unhandledrejection', handleRejection);
    const element = await fixture<TillgateCheckout>(
      html`<tillgate-checkout isolated server="http://companion.test" items="MUG-1:0"></tillgate-checkout>`,
    );
    await waitForText(element, 'The payment form could not be loaded');
    await aTimeout(50);
    removeEventListener('unhandledrejection', handleRejection);
    expect(unheard).to.deep.equal([]);
  });

  const ENDS: readonly [name: string, outcome: Outcome, words: string, expires_at: string][] = [
    ['also once it is paid', { status: 'paid', payment_id: 'pay_1' }, 'Payment received', SESSION_VIEW.expires_at],
    [
      'also past its end by the shopper’s clock, while a payment is under way in it',
      { status: 'pending', payment_id: 'pay_1' },
      'Do not pay again',
      '2020-01-01T00:00:00.000Z',
    ],
  ];
  for (const [name, outcome, words, expires_at] of ENDS) {
    it(`stays the same session when the page is loaded again, ${name}`, async () => {
      const companion = new FakeCompanion({ expires_at });
      companion.answers.push(outcome);
      const element = await mountBasket(companion);
      fillCard(element);
      await element.submit();
      await waitForText(element, words);
      element.remove();
      const again = await mountBasket(companion);
      await waitForText(again, words);
      expect(companion.baskets).to.have.length(1);
    });
  }

  it('takes a language as the page writes it', async () => {
    for (const [locale, sent] of [
      ['pt_BR', 'pt-BR'],
      ['de_AT.UTF-8', 'de-AT'],
      ['x', 'en'],
    ] as const) {
      sessionStorage.clear();
      const companion = new FakeCompanion();
      const element = await fixture<TillgateCheckout>(
        html`<tillgate-checkout
          server="http://companion.test"
          .fetcher=${companion.fetch}
          items="MUG-1"
          locale=${locale}
        ></tillgate-checkout>`,
      );
      // By then the new session is stored, so that the next round clears it.
      await until(() => companion.calls.includes('session'));
      expect(companion.baskets[0]!.locale, locale).to.equal(sent);
      element.remove();
    }
  });

  it('gets another session once the first one can never be paid', async () => {
    const companion = new FakeCompanion();
    companion.sessionAnswer = 'session_expired';
    const first = await mountBasket(companion);
    await waitForText(first, 'has expired');
    expect(first.shadowRoot!.querySelector<HTMLAnchorElement>('[part~="back"]')!.href).to.equal(location.href);
    await aTimeout(30);
    first.remove();
    companion.sessionAnswer = 'view';
    await mountBasket(companion);
    expect(companion.baskets).to.have.length(2);
  });

  it('that the companion refuses says so and can be tried again', async () => {
    const companion = new FakeCompanion();
    companion.basketAnswer = 'invalid_request';
    const element = await mountBasket(companion);
    await waitForText(element, 'could not be loaded');
    companion.basketAnswer = 'opened';
    await element.reload();
    await waitForText(element, 'Pay €24.00');
  });

  it('is remembered as paid where the page sets another basket while the button shows its tick', async () => {
    const companion = new FakeCompanion();
    companion.answers.push({ status: 'paid', payment_id: 'pay_1' });
    const element = await mountBasket(companion);
    fillCard(element);
    await element.submit();
    companion.outcome = { status: 'open', payment_id: null };
    element.items = 'MUG-1:3';
    await until(() => companion.baskets.length === 2);
    const ended = (): [token: string, ended: boolean][] =>
      Object.values(sessionStorage)
        .map((text) => JSON.parse(String(text)) as { token: string; ended?: number })
        .map((stored) => [stored.token, stored.ended !== undefined] as [string, boolean])
        .sort();
    await until(() => ended().length === 2);
    expect(ended()).to.deep.equal([
      ['tgs_1', true],
      ['tgs_2', false],
    ]);
  });

  it('another basket is another session', async () => {
    const companion = new FakeCompanion();
    const element = await mountBasket(companion);
    element.items = 'MUG-1:3';
    await until(() => companion.baskets.length === 2);
  });
});
