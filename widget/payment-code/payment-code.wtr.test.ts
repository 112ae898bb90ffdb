import { aTimeout, expect } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import type { NextAction, Outcome } from '../../shared/contract/index.ts';
import type { TillgateCheckout } from '../index.ts';
import { axeFindings } from '../test-support/axe.ts';
import { FakeCompanion } from '../testing/fake-companion.ts';
import { findInElement, mountCheckout, waitForText } from '../test-support/mount.ts';
import { recordFormSubmits } from '../test-support/watch-forms.ts';
import { isSafeUrl } from './payment-code-screen.ts';
import { until } from '../test-support/until.ts';

const VALUE = '00020126580014br.gov.bcb.pix0136123e4567-e89b-12d3-a456-4266141740005204000053039865802BR';
const BOLETO = '34191101213456788005871234570001616670000012345';

const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1_000).toISOString();

function coded(code: Partial<NextAction['code']> = {}, action: Partial<NextAction> = {}): Outcome {
  return {
    status: 'action_required',
    payment_id: 'pay_1',
    abandonable: true,
    action: {
      type: 'code',
      url: '',
      method: 'GET',
      fields: {},
      code: { kind: 'qr', value: VALUE, expires_at: null, ...code },
      ...action,
    },
  };
}

async function arrive(
  outcome: Outcome,
  theme: 'light' | 'dark' = 'light',
): Promise<{ companion: FakeCompanion; element: TillgateCheckout }> {
  const companion = new FakeCompanion({ outcome });
  const element = await mountCheckout(companion, { theme });
  element.style.background = theme === 'dark' ? '#171a21' : '#fff';
  await until(() => element.shadowRoot!.querySelector('.code svg, .result.ended') !== null, 'the code is drawn');
  return { companion, element };
}

const fitsWidth = (element: TillgateCheckout): boolean =>
  [...element.shadowRoot!.querySelectorAll<HTMLElement>('.code *')].every(
    (part) => part.getBoundingClientRect().right <= innerWidth + 1 || part.closest('.hidden') !== null,
  );

/** Replaces a method of an object until the test ends. */
const undo: (() => void)[] = [];
function replace(target: object, name: string, value: unknown): void {
  const own = Object.getOwnPropertyDescriptor(target, name);
  Object.defineProperty(target, name, { value, configurable: true, writable: true });
  undo.push(() =>
    own === undefined ? Reflect.deleteProperty(target, name) : Object.defineProperty(target, name, own),
  );
}
afterEach(async () => {
  for (const step of undo.splice(0)) step();
  await setViewport({ width: 800, height: 600 });
});

describe('a QR code', () => {
  for (const theme of ['light', 'dark'] as const) {
    it(`has nothing that axe objects to in ${theme}, and is dark on white`, async () => {
      const { element } = await arrive(
        coded({ expires_at: inSeconds(900) }, { url: 'https://wallet.example/' }),
        theme,
      );
      expect(await axeFindings(element)).to.deep.equal([]);
      const name = findInElement<HTMLElement>(element, '.qr').getAttribute('aria-label');
      expect(name).to.equal('QR code to pay €24.00');
      expect(getComputedStyle(findInElement(element, '.qr rect')).fill).to.equal('rgb(255, 255, 255)');
      expect(getComputedStyle(findInElement(element, '.qr path')).fill).to.equal('rgb(0, 0, 0)');
    });
  }

  it('follows the answer to a submit, is announced, and gets the focus', async () => {
    const companion = new FakeCompanion({
      methods: [{ method: 'pix', kind: 'redirect', label: 'Pix', brands: null, banks: [], fields: [], presents: 'qr' }],
    });
    companion.answers.push(coded());
    const element = await mountCheckout(companion);
    const kinds: string[] = [];
    element.addEventListener('tillgate-action', ({ kind }) => kinds.push(kind));
    await element.submit();
    await waitForText(element, 'Scan to pay €24.00');
    expect(kinds).to.deep.equal(['code']);
    await until(() => element.shadowRoot!.activeElement?.id === 'result-title');
  });

  it('is left to a page that prevents the event', async () => {
    const companion = new FakeCompanion();
    const element = await mountCheckout(companion);
    element.addEventListener('tillgate-action', (event) => event.preventDefault());
    companion.outcome = coded();
    await element.reload();
    await waitForText(element, 'Your payment needs your approval');
    expect(element.shadowRoot!.querySelector('.qr')).to.equal(null);
  });

  it('goes as soon as the payment is known', async () => {
    const { companion, element } = await arrive(coded());
    companion.outcome = { status: 'paid', payment_id: 'pay_1' };
    findInElement<HTMLButtonElement>(element, '[part~=check]').click();
    await waitForText(element, 'Payment received');
  });

  it('says so where nothing is known yet', async () => {
    const { element } = await arrive(coded());
    findInElement<HTMLButtonElement>(element, '[part~=check]').click();
    await waitForText(element, 'We have not heard of your payment yet');
  });

  it('can be let go of, where the companion allows', async () => {
    const { companion, element } = await arrive(coded());
    findInElement<HTMLButtonElement>(element, '[part~=abandon]').click();
    await until(() => companion.calls.includes('abandon'));
    await until(() => element.shadowRoot!.querySelector('form') !== null);
    const other = await arrive({ ...coded(), abandonable: false });
    expect(other.element.shadowRoot!.querySelector('[part~=abandon]')).to.equal(null);
  });

  it('fits a screen of 320 pixels, from either side', async () => {
    await setViewport({ width: 320, height: 256 });
    const { element } = await arrive(coded({ value: VALUE.repeat(3), expires_at: inSeconds(900) }));
    expect(fitsWidth(element)).to.equal(true);
    findInElement<HTMLElement>(element, '.root').dir = 'rtl';
    expect(fitsWidth(element)).to.equal(true);
    expect(findInElement<HTMLElement>(element, '.value span').dir).to.equal('ltr');
  });
});

describe('the code as text', () => {
  it('is copied whole', async () => {
    const copied: string[] = [];
    replace(navigator.clipboard, 'writeText', (text: string) => Promise.resolve(copied.push(text)));
    const { element } = await arrive(coded());
    findInElement<HTMLButtonElement>(element, '[part~=copy]').click();
    await until(() => findInElement<HTMLElement>(element, '[role=status].note').textContent.trim() === 'Copied');
    expect(copied).to.deep.equal([VALUE]);
  });

  it('is copied without permission too, and the focus stays', async () => {
    const copied: string[] = [];
    replace(navigator, 'clipboard', undefined);
    replace(document, 'execCommand', (command: string) => {
      const area = element.shadowRoot!.activeElement as HTMLTextAreaElement;
      copied.push(command, area.value);
      return true;
    });
    const { element } = await arrive(coded());
    findInElement<HTMLButtonElement>(element, '[part~=copy]').focus();
    findInElement<HTMLButtonElement>(element, '[part~=copy]').click();
    await waitForText(element, 'Copied');
    expect(copied).to.deep.equal(['copy', VALUE]);
    expect(element.shadowRoot!.querySelector('textarea')).to.equal(null);
    expect(element.shadowRoot!.activeElement?.part.contains('copy')).to.equal(true);
  });

  it('is left to the shopper where the browser copies nothing', async () => {
    replace(navigator, 'clipboard', undefined);
    replace(document, 'execCommand', () => false);
    const { element } = await arrive(coded());
    findInElement<HTMLButtonElement>(element, '[part~=copy]').click();
    await waitForText(element, 'Select the code and copy it.');
    expect(getComputedStyle(findInElement(element, '.value span')).webkitUserSelect).to.equal('all');
  });
});

describe('the app', () => {
  const wallet = { url: 'https://wallet.example/pay?id=1' };
  const isAfterCode = (element: TillgateCheckout): boolean =>
    (findInElement(element, '.qr').compareDocumentPosition(findInElement(element, '.open')) &
      Node.DOCUMENT_POSITION_FOLLOWING) !==
    0;

  it('comes after the code on a desk and before it on a phone', async () => {
    const { element } = await arrive(coded({}, wallet));
    expect(isAfterCode(element)).to.equal(true);
    expect(findInElement<HTMLAnchorElement>(element, '.open').href).to.equal(wallet.url);
    replace(window, 'matchMedia', (query: string) => ({ matches: query.includes('coarse') }));
    element.requestUpdate();
    await element.updateComplete;
    expect(isAfterCode(element)).to.equal(false);
  });

  it('is opened by a form where its address wants one', async () => {
    const forms = recordFormSubmits();
    const { element } = await arrive(coded({}, { ...wallet, method: 'POST', fields: { token: 'a' } }));
    findInElement<HTMLButtonElement>(element, '.open').click();
    forms.stop();
    expect(forms.sent).to.deep.equal([{ url: wallet.url, method: 'post', target: '_blank', fields: { token: 'a' } }]);
  });

  it('has no link where there is no address, or one that would run here', async () => {
    const { element } = await arrive(coded());
    expect(element.shadowRoot!.querySelector('.open')).to.equal(null);
    expect(isSafeUrl('bank-app://pay/1')).to.equal(true);
    for (const url of ['', 'javascript:alert(1)', ' JavaScript:alert(1)', 'data:text/html,x', 'blob:http://a/1', '/x'])
      expect(isSafeUrl(url), url).to.equal(false);
  });
});

describe('the time', () => {
  it('is counted for the eye, and said in whole minutes', async () => {
    const { element } = await arrive(coded({ expires_at: inSeconds(299) }));
    expect(findInElement<HTMLElement>(element, '.left').textContent).to.match(/Valid for 4:5\d/);
    expect(findInElement<HTMLElement>(element, '.left').getAttribute('aria-hidden')).to.equal('true');
    expect(findInElement<HTMLElement>(element, '.left + [role=status]').textContent).to.equal('5 minutes left');
    const before = findInElement<HTMLElement>(element, '.left').textContent;
    await until(() => findInElement<HTMLElement>(element, '.left').textContent !== before, 'it runs');
  });

  it('is the companion’s: a shopper’s clock may be wrong', async () => {
    const { element } = await arrive(coded({ expires_at: inSeconds(-2_400), expires_in: 899 }));
    expect(findInElement<HTMLElement>(element, '.left').textContent).to.match(/Valid for 14:5\d/);
    await aTimeout(1_100);
    expect(element.shadowRoot!.querySelector('.result.ended')).to.equal(null);
  });

  it('that is over is told once the companion was asked', async () => {
    const { companion, element } = await arrive(coded({ expires_at: inSeconds(2) }));
    const asked = companion.urls.length;
    await until(() => element.shadowRoot!.querySelector('.result.ended') !== null, 'told');
    expect(companion.urls.slice(asked).some((url) => !url.includes('since='))).to.equal(true);
    expect(element.shadowRoot!.querySelector('.qr')).to.equal(null);
    await until(() => element.shadowRoot!.activeElement?.id === 'result-title');
    expect(await axeFindings(element)).to.deep.equal([]);
    const ways = [...element.shadowRoot!.querySelectorAll('.actions > *')].map(({ textContent }) => textContent.trim());
    expect(ways).to.deep.equal(['Pay another way', 'I have paid', 'Back to the shop']);
    findInElement<HTMLButtonElement>(element, '[part~=abandon]').click();
    await until(() => element.shadowRoot!.querySelector('form') !== null);
  });

  it('that is over shows the payment where it came in the last second', async () => {
    const companion = new FakeCompanion({ outcome: coded({ expires_at: inSeconds(-5) }) });
    const element = await mountCheckout(companion);
    companion.outcome = { status: 'paid', payment_id: 'pay_1' };
    await waitForText(element, 'Payment received');
  });

  it('stops with the element', async () => {
    const { companion, element } = await arrive(coded({ expires_at: inSeconds(1) }));
    element.remove();
    const asked = companion.urls.length;
    await aTimeout(1_500);
    expect(companion.urls.length).to.equal(asked);
  });
});

describe('a voucher', () => {
  const voucher = (): Outcome => coded({ kind: 'voucher', value: BOLETO, expires_at: inSeconds(3 * 86_400) });

  for (const theme of ['light', 'dark'] as const) {
    it(`has nothing that axe objects to in ${theme}`, async () => {
      const { element } = await arrive(voucher(), theme);
      expect(await axeFindings(element)).to.deep.equal([]);
    });
  }

  it('shows its number in fours, its barcode, its day, and the way back', async () => {
    const { element } = await arrive(voucher());
    expect(findInElement<HTMLElement>(element, '.value span').textContent).to.match(/^3419 1101 2134 .* 345$/);
    expect(findInElement<HTMLElement>(element, '.barcode').getAttribute('aria-label')).to.equal(
      'Barcode of the voucher',
    );
    await waitForText(element, /Pay by \w+ \d+, 20\d\d/);
    await waitForText(element, 'You can close this page');
    const links = [...element.shadowRoot!.querySelectorAll<HTMLAnchorElement>('.actions a')];
    expect(links.map((link) => link.href)).to.deep.equal(['https://shop.example/thanks?session_id=ses_1']);
  });

  it('fits a screen of 320 pixels', async () => {
    await setViewport({ width: 320, height: 256 });
    const { element } = await arrive(voucher());
    expect(fitsWidth(element)).to.equal(true);
  });

  it('is printed alone, without its buttons, and nothing of it stays', async () => {
    let printed: string | undefined;
    const sheets = document.adoptedStyleSheets.length;
    replace(window, 'print', () => {
      const holder = document.querySelector('.tillgate-printed');
      printed = holder?.shadowRoot?.textContent;
      expect(holder?.shadowRoot?.querySelector('.barcode')).not.to.equal(null);
      expect(holder?.shadowRoot?.querySelector('button, a')).to.equal(null);
      expect(getComputedStyle(holder!).display).to.equal('none');
      expect(document.adoptedStyleSheets.length).to.equal(sheets + 1);
    });
    const { element } = await arrive(voucher());
    findInElement<HTMLButtonElement>(element, '[part~=print]').click();
    expect(printed).to.contain('3419 1101').and.to.contain('€24.00');
    dispatchEvent(new Event('afterprint'));
    expect(document.querySelector('.tillgate-printed')).to.equal(null);
    expect(document.adoptedStyleSheets.length).to.equal(sheets);
  });
});
