import { aTimeout, expect } from '@open-wc/testing';
import type { Outcome, SessionView } from '../../shared/contract/index.ts';
import '../index.ts';
import { TillgateCardEvent, TillgateChangeEvent, type TillgateCheckout, TillgateReadyEvent } from '../index.ts';
import { CheckoutInsideFrame } from '../isolated/checkout-inside-frame.ts';
import { FakeCompanion } from '../testing/fake-companion.ts';
import { fillCard, findInElement, mountCheckout, waitForText, typeInto } from '../test-support/mount.ts';
import { until } from '../test-support/until.ts';

const DECLINED: Outcome = { status: 'declined', payment_id: 'pay_1', decline: { code: 'declined', retryable: true } };
const TWO_METHODS: SessionView['methods'] = [
  { method: 'card', kind: 'card', label: null, brands: null, banks: [], fields: [] },
  { method: 'bank', kind: 'redirect', label: 'Bank', brands: null, banks: [], fields: [] },
];

/** Every event of the element since it is watched, such as `ready` and `card true`. */
function watch(): { seen: string[]; stop: () => void } {
  const seen: string[] = [];
  const note = (event: Event): void => {
    const isChange = event instanceof TillgateChangeEvent;
    seen.push(isChange ? `${event.method} ${String(event.valid)}` : event.type.replace('tillgate-', ''));
  };
  const names = ['tillgate-ready', 'tillgate-change', 'tillgate-complete', 'tillgate-error'];
  for (const name of names) addEventListener(name, note);
  return { seen, stop: () => names.forEach((name) => removeEventListener(name, note)) };
}

let events: ReturnType<typeof watch>;
beforeEach(() => {
  events = watch();
});
afterEach(() => {
  events.stop();
});

describe('tillgate-card', () => {
  /** What the events of a block say, each as `brand bin`. */
  async function cardsOf(work: (element: TillgateCheckout) => Promise<void> | void): Promise<string[]> {
    const seen: string[] = [];
    const note = ({ brand, bin }: TillgateCardEvent): void => void seen.push(`${brand} ${bin}`);
    addEventListener('tillgate-card', note);
    const element = await mountCheckout(new FakeCompanion({ methods: TWO_METHODS }));
    await work(element);
    await element.updateComplete;
    removeEventListener('tillgate-card', note);
    return seen;
  }

  it('comes once for each change of brand or of the first six digits, and when they are gone', async () => {
    const seen = await cardsOf((element) => {
      for (const text of ['4', '42424', '424242', '4242424242424242', '42424', '']) {
        typeInto(element, '#card-number', text);
      }
    });
    expect(seen).to.deep.equal(['visa ', 'visa 424242', 'visa ', ' ']);
  });

  it('never holds more than six digits, whatever is typed', async () => {
    const seen = await cardsOf((element) => {
      for (const text of [
        '5555 5555-5555.4444',
        '４２４２４２４２４２４２４２４２',
        'x424242x4242',
        '4242424242424242424242',
        '00000',
      ]) {
        typeInto(element, '#card-number', text);
      }
    });
    expect(seen.length).to.be.greaterThan(1);
    for (const text of seen) expect(text).to.match(/^[a-z_-]* (\d{6})?$/);
  });

  it('comes after tillgate-ready, and not for other fields', async () => {
    const seen = await cardsOf((element) => {
      typeInto(element, '#card-holder', 'Ana Maria Souza');
      typeInto(element, '#card-code', '123456');
    });
    expect(seen).to.deep.equal([]);
  });
});

describe('tillgate-change', () => {
  it('comes once for each change of method or completeness, however much is typed', async () => {
    const element = await mountCheckout(new FakeCompanion({ methods: TWO_METHODS }));
    fillCard(element);
    typeInto(element, '#card-holder', 'Ana Maria Souza');
    typeInto(element, '#card-code', '');
    typeInto(element, '#card-code', '999');
    findInElement(element, 'input[type="radio"][value="bank"]').click();
    await element.updateComplete;
    expect(events.seen).to.deep.equal(['ready', 'card false', 'card true', 'card false', 'card true', 'bank true']);
  });

  it('comes after tillgate-ready where fields of the session change while the form is prepared', async () => {
    const fields = [{ path: 'billing.country', required: true }];
    const methods = [{ ...TWO_METHODS[0]!, fields }];
    const element = await mountCheckout(new FakeCompanion({ methods, prefill: { billing: { country: 'BR' } } }));
    expect(events.seen[0]).to.equal('ready');
    expect(events.seen).not.to.include(' false');
    fillCard(element);
    expect(events.seen.at(-1)).to.equal('card true');
  });

  it('says that the form is incomplete again after a decline, for which the code is asked anew', async () => {
    const companion = new FakeCompanion();
    companion.answers.push(DECLINED);
    const element = await mountCheckout(companion);
    fillCard(element);
    await element.submit();
    await waitForText(element, 'declined');
    await element.updateComplete;
    expect(events.seen).to.deep.equal(['ready', 'card false', 'card true', 'card false']);
    typeInto(element, '#card-code', '123');
    expect(events.seen.at(-1)).to.equal('card true');
  });

  it('begins anew after each tillgate-ready of a session that is loaded again', async () => {
    const element = await mountCheckout(new FakeCompanion());
    fillCard(element);
    await element.reload();
    await until(() => events.seen.filter((name) => name === 'ready').length === 2);
    fillCard(element);
    const again = events.seen.lastIndexOf('ready');
    expect(events.seen.slice(again)).to.deep.equal(['ready', 'card false', 'card true']);
  });

  it('reaches the page around an isolated form after tillgate-ready, also where both come at once', async () => {
    const element = document.createElement('tillgate-checkout');
    document.body.append(element);
    const { port1, port2 } = new MessageChannel();
    const names: string[] = [];
    const texts: string[] = [];
    port2.onmessage = ({ data }: MessageEvent<[string, string]>) => {
      names.push(data[1]);
      texts.push(JSON.stringify(data));
    };
    new CheckoutInsideFrame(element, { port: port1, nonce: 'n', session: 'tgs_1', sessionId: 'ses_1' });
    element.dispatchEvent(new TillgateReadyEvent());
    element.dispatchEvent(new TillgateChangeEvent('card', false));
    element.dispatchEvent(new TillgateChangeEvent('card', true));
    // Another bin of the same brand says nothing to the page.
    element.dispatchEvent(new TillgateCardEvent('visa', ''));
    element.dispatchEvent(new TillgateCardEvent('visa', '424242'));
    await until(() => names.includes('card'));
    expect(texts.join(' ')).not.to.contain('424242');
    await aTimeout(0);
    const own = names.filter((name) => ['ready', 'change', 'card'].includes(name));
    expect(own).to.deep.equal(['ready', 'change', 'change', 'card']);
    element.remove();
    port1.close();
  });
});
