import { expect } from '@open-wc/testing';
import { axeFindings } from '../test-support/axe.ts';
import {
  findById,
  chooseOption,
  mountBanks,
  waitUntilSettled,
  textOf,
  type ShopperFieldsHost,
} from '../test-support/shopper-fields-host.ts';

const FEW = [
  { code: 'ing', name: 'ING' },
  { code: 'rabo', name: 'Rabobank' },
];
const MANY = [
  ...Array.from({ length: 30 }, (_, index) => ({ code: `b${String(index)}`, name: `Banco ${String(index)}` })),
  { code: 'itau', name: 'Itaú Unibanco' },
];
const axe = (host: ShopperFieldsHost): Promise<string[]> => axeFindings(host);
const options = (host: ShopperFieldsHost): HTMLElement[] => [
  ...host.shadowRoot!.querySelectorAll<HTMLElement>('[role=option]'),
];

async function press(host: ShopperFieldsHost, key: string): Promise<KeyboardEvent> {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
  findById(host, 'bank').dispatchEvent(event);
  await waitUntilSettled(host);
  return event;
}

async function type(host: ShopperFieldsHost, text: string): Promise<void> {
  const input = findById(host, 'bank');
  input.focus();
  input.value = text;
  input.dispatchEvent(new InputEvent('input', { bubbles: true }));
  await waitUntilSettled(host);
}

describe('a few banks', () => {
  it('are a list', async () => {
    const host = await mountBanks(FEW);
    host.showFaults();
    await waitUntilSettled(host);
    expect(findById(host, 'bank-error').textContent).to.equal('Choose your bank.');
    expect(await axe(host)).to.deep.equal([]);
    await chooseOption(host, 'bank', 'rabo');
    expect(host.bank.valueOf(FEW)).to.equal('rabo');
    expect(findById(host, 'bank').getAttribute('aria-invalid')).to.equal('false');
    expect(host.bank.valueOf([{ code: 'other', name: 'Other' }])).to.equal('');
  });
});

describe('many banks', () => {
  it('are found by typing, whatever the case and accents, and chosen by keyboard', async () => {
    const host = await mountBanks(MANY);
    expect(findById(host, 'bank').getAttribute('aria-expanded')).to.equal('false');
    await type(host, 'ITAU');
    expect(options(host).map((option) => option.textContent.trim())).to.deep.equal(['Itaú Unibanco']);
    expect(host.shadowRoot!.querySelector('[role=status]')!.textContent.trim()).to.equal('Banks found: 1');
    expect((await press(host, 'ArrowDown')).defaultPrevented).to.equal(true);
    const active = findById(host, 'bank').getAttribute('aria-activedescendant')!;
    expect(findById<HTMLElement>(host, active).textContent.trim()).to.equal('Itaú Unibanco');
    expect(await axe(host)).to.deep.equal([]);
    expect((await press(host, 'Enter')).defaultPrevented).to.equal(true);
    expect(host.bank.valueOf(MANY)).to.equal('itau');
    expect(findById(host, 'bank').value).to.equal('Itaú Unibanco');
    expect(findById(host, 'bank').getAttribute('aria-expanded')).to.equal('false');
    // With the list closed Enter is the form's again.
    expect((await press(host, 'Enter')).defaultPrevented).to.equal(false);
  });

  it('wrap around by arrows, close by Escape, and are emptied by a second one', async () => {
    const host = await mountBanks(MANY);
    findById(host, 'bank').focus();
    await press(host, 'ArrowUp');
    expect(findById(host, 'bank').getAttribute('aria-activedescendant')).to.equal('bank-option-30');
    await press(host, 'ArrowDown');
    expect(findById(host, 'bank').getAttribute('aria-activedescendant')).to.equal('bank-option-0');
    await type(host, 'zzz');
    expect(textOf(host)).to.contain('No bank found');
    expect(await axe(host)).to.deep.equal([]);
    await press(host, 'Escape');
    expect(findById(host, 'bank').getAttribute('aria-expanded')).to.equal('false');
    expect(findById(host, 'bank').value).to.equal('zzz');
    await press(host, 'Escape');
    expect(findById(host, 'bank').value).to.equal('');
  });

  it('are chosen by touch, and lost by typing on', async () => {
    const host = await mountBanks(MANY, 'rtl');
    findById(host, 'bank').click();
    await waitUntilSettled(host);
    expect(options(host).length).to.equal(31);
    const option = options(host)[2]!;
    const down = new PointerEvent('pointerdown', { bubbles: true, cancelable: true });
    option.dispatchEvent(down);
    expect(down.defaultPrevented).to.equal(true);
    option.click();
    await waitUntilSettled(host);
    expect(host.bank.valueOf(MANY)).to.equal('b2');
    await type(host, 'Banco 2x');
    expect(host.bank.valueOf(MANY)).to.equal('');
    findById(host, 'bank').blur();
    await waitUntilSettled(host);
    expect(findById(host, 'bank').getAttribute('aria-invalid')).to.equal('true');
    await type(host, 'banco 7');
    findById(host, 'bank').blur();
    await waitUntilSettled(host);
    expect(host.bank.valueOf(MANY)).to.equal('b7');
    expect(await axe(host)).to.deep.equal([]);
  });
});
