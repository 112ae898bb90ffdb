import { aTimeout, expect } from '@open-wc/testing';
import { html, nothing } from 'lit';
import type { SavedCard } from '../../shared/contract/index.ts';
import { axeFindings } from '../test-support/axe.ts';
import { findInRoot, mountPart, translateToEnglish, visibleTextOf, type PartHost } from '../test-support/part-host.ts';
import { SavedCardChoice, type SavedCardBrand } from './saved-cards.ts';

const VISA: SavedCard = { token_id: 'tok_visa', brand: 'visa', last4: '4242', expiry: '08/90' };
const AMEX: SavedCard = { token_id: 'tok_amex', brand: 'amex', last4: '0005', expiry: '01/91' };
const OLD: SavedCard = { token_id: 'tok_old', brand: 'visa', last4: '1111', expiry: '01/20' };
const BANCONTACT: SavedCard = { token_id: 'tok_bcmc', brand: 'bancontact', last4: '4449', expiry: null };

const LOOKS: Record<string, SavedCardBrand> = {
  visa: { name: 'Visa', mark: nothing, codeLengths: [3], code: 'required' },
  amex: { name: 'American Express', mark: nothing, codeLengths: [4], code: 'required' },
  bancontact: { name: 'Bancontact', mark: nothing, codeLengths: [3], code: 'none' },
};

async function mountCards(
  cards: readonly SavedCard[],
  onRemove: (tokenId: string) => Promise<void> = () => Promise.resolve(),
  mayKeep = true,
): Promise<{ host: PartHost; part: SavedCardChoice; root: ShadowRoot }> {
  const mounted = await mountPart(
    (onChange) => new SavedCardChoice(onChange, onRemove, (brand) => LOOKS[brand ?? ''] ?? LOOKS['visa']!),
    (part) =>
      part.render({
        t: translateToEnglish,
        disabled: false,
        anotherCard: html`<label>New card <input id="new" /></label>`,
      }),
  );
  mounted.part.begin(cards, mayKeep);
  mounted.host.requestUpdate();
  await mounted.host.updateComplete;
  return mounted;
}

async function type(host: PartHost, root: ShadowRoot, text: string): Promise<void> {
  findInRoot(root, '#saved-code').value = text;
  findInRoot(root, '#saved-code').dispatchEvent(new InputEvent('input', { bubbles: true }));
  await host.updateComplete;
}

async function press(host: PartHost, root: ShadowRoot, selector: string): Promise<void> {
  findInRoot(root, selector).focus();
  findInRoot(root, selector).click();
  await aTimeout(0);
  await host.updateComplete;
}

describe('saved cards', () => {
  it('are a list of choices, the first good one chosen, read out by brand and last digits', async () => {
    const { host, part, root } = await mountCards([OLD, VISA, AMEX]);
    expect(part.chosen?.token_id).to.equal('tok_visa');
    const radios = Array.from(root.querySelectorAll<HTMLInputElement>('input[name="saved-card"]'));
    expect(radios.map((radio) => radio.value)).to.deep.equal(['tok_old', 'tok_visa', 'tok_amex', '']);
    expect(radios[1]!.labels![0]!.textContent).to.contain('Visa ending in 4242');
    expect(visibleTextOf(root)).to.contain('Expires 08/90').and.to.contain('Use another card');
    expect(root.querySelectorAll('#new')).to.have.length(0);
    expect(await axeFindings(host)).to.deep.equal([]);
  });

  it('that are the shop’s own pay but cannot be removed', async () => {
    const { part, root } = await mountCards([{ ...VISA, token_id: 'session', fixed: true }, AMEX]);
    expect(part.value()).to.deep.equal({ token_id: 'session' });
    expect(root.querySelectorAll('button.quiet')).to.have.length(1);
  });

  it('that are expired cannot pay but can be removed', async () => {
    const { root } = await mountCards([OLD]);
    expect(findInRoot(root, 'input[value="tok_old"]').disabled).to.equal(true);
    expect(visibleTextOf(root)).to.contain('Expired 01/20');
    expect(findInRoot(root, 'input[value=""]').checked).to.equal(true);
    expect(findInRoot<HTMLButtonElement>(root, '.line button').disabled).to.equal(false);
  });

  it('that were removed in another tab go from the list, and the next one is chosen', async () => {
    const { host, part, root } = await mountCards([VISA, AMEX]);
    await type(host, root, '123');
    part.refuse('token_id');
    host.requestUpdate();
    await host.updateComplete;
    expect(root.querySelector('input[value="tok_visa"]')).to.equal(null);
    expect(part.chosen?.token_id).to.equal('tok_amex');
    expect(findInRoot(root, '#saved-code').value).to.equal('');
  });

  it('take a pasted code with spaces', async () => {
    const { host, part, root } = await mountCards([AMEX]);
    await type(host, root, ' 1 2 3 4 5');
    expect(part.value()).to.deep.equal({ token_id: 'tok_amex', security_code: '1234' });
  });

  it('a saved Visa takes three digits of security code, however they come, and a saved American Express four', async () => {
    const { host, root } = await mountCards([VISA, AMEX]);
    const keys = async (text: string): Promise<string> => {
      findInRoot(root, '#saved-code').focus();
      for (const key of text) document.execCommand('insertText', false, key);
      await host.updateComplete;
      return findInRoot(root, '#saved-code').value;
    };
    expect(await keys('1234')).to.equal('123');
    findInRoot(root, '#saved-code').setSelectionRange(0, 0);
    expect(await keys('9')).to.equal('123');
    await type(host, root, 'CVC: 45678');
    expect(findInRoot(root, '#saved-code').value).to.equal('456');
    await press(host, root, 'input[value="tok_amex"]');
    expect(await keys('12345')).to.equal('1234');
  });

  it('pay with their security code, as long as the brand has it', async () => {
    const { host, part, root } = await mountCards([VISA, AMEX]);
    part.showFaults();
    host.requestUpdate();
    await host.updateComplete;
    expect(findInRoot(root, '#saved-code-error').textContent).to.contain('Enter the code');
    expect(await axeFindings(host)).to.deep.equal([]);
    await type(host, root, '１２３');
    expect(part.valid).to.equal(true);
    expect(part.value()).to.deep.equal({ token_id: 'tok_visa', security_code: '123' });
    findInRoot(root, 'input[value="tok_amex"]').click();
    await host.updateComplete;
    expect(findInRoot(root, '#saved-code').value).to.equal('');
    await type(host, root, '123');
    expect(part.valid).to.equal(false);
    await type(host, root, '1234');
    expect(part.value()).to.deep.equal({ token_id: 'tok_amex', security_code: '1234' });
    part.refuse('security_code');
    expect(part.valid).to.equal(false);
    part.forgetCode();
    expect(part.value()).to.deep.equal({ token_id: 'tok_amex' });
  });

  it('ask for no code where the brand has none', async () => {
    const { part, root } = await mountCards([BANCONTACT]);
    expect(root.querySelectorAll('#saved-code')).to.have.length(0);
    expect(part.valid).to.equal(true);
    expect(part.value()).to.deep.equal({ token_id: 'tok_bcmc' });
  });

  it('give way to another card, which is kept where the shopper wishes so', async () => {
    const { host, part, root } = await mountCards([VISA]);
    findInRoot(root, 'input[value=""]').click();
    await host.updateComplete;
    expect(part.chosen).to.equal(undefined);
    expect(part.valid).to.equal(true);
    expect(root.querySelectorAll('#new')).to.have.length(1);
    expect(part.value()).to.deep.equal({});
    findInRoot(root, '#save-card').click();
    await host.updateComplete;
    expect(part.value()).to.deep.equal({ save_card: true });
    expect(await axeFindings(host)).to.deep.equal([]);
  });

  it('offer the form alone where there are none, and no consent where none are kept', async () => {
    const { part, root } = await mountCards([], undefined, false);
    expect(root.querySelectorAll('fieldset')).to.have.length(0);
    expect(root.querySelectorAll('#new')).to.have.length(1);
    expect(root.querySelectorAll('#save-card')).to.have.length(0);
    expect(part.value()).to.deep.equal({});
  });
});

describe('removing a saved card', () => {
  it('asks first, and leaves the focus where it was when it is kept', async () => {
    const removed: string[] = [];
    const { host, root } = await mountCards([VISA, AMEX], (tokenId) => {
      removed.push(tokenId);
      return Promise.resolve();
    });
    await press(host, root, '.line button');
    expect(findInRoot(root, '.confirm [role="alert"]').textContent).to.contain('Remove Visa ending in 4242?');
    expect(findInRoot(root, '.line button').getAttribute('aria-expanded')).to.equal('true');
    expect(await axeFindings(host)).to.deep.equal([]);
    for (const button of root.querySelectorAll<HTMLElement>('.confirm button')) {
      expect(button.offsetHeight).to.be.at.least(44);
    }
    await press(host, root, '.confirm .quiet');
    expect(root.querySelectorAll('.confirm')).to.have.length(0);
    expect(root.activeElement?.outerHTML).to.equal(findInRoot(root, '.line button').outerHTML);
    expect(removed).to.deep.equal([]);
  });

  it('takes it from the list, moves on to the next and says so', async () => {
    const removed: string[] = [];
    const { host, part, root } = await mountCards([VISA, AMEX], (tokenId) => {
      removed.push(tokenId);
      return Promise.resolve();
    });
    await press(host, root, '.line button');
    await press(host, root, '.confirm .danger');
    expect(removed).to.deep.equal(['tok_visa']);
    expect(root.querySelectorAll('input[value="tok_visa"]')).to.have.length(0);
    expect(part.chosen?.token_id).to.equal('tok_amex');
    expect(root.activeElement?.outerHTML).to.equal(findInRoot(root, 'input[value="tok_amex"]').outerHTML);
    expect(findInRoot(root, '[role="status"]').textContent).to.contain('Visa ending in 4242 was removed');
  });

  it('once only, however often the button is pressed, and says when it failed', async () => {
    let calls = 0;
    let fail = (): void => undefined;
    const { host, root } = await mountCards([VISA], () => {
      calls += 1;
      return new Promise((_, reject) => {
        fail = () => reject(new Error('lost'));
      });
    });
    await press(host, root, '.line button');
    await press(host, root, '.confirm .danger');
    expect(findInRoot(root, '.confirm .danger').textContent).to.contain('Removing');
    await press(host, root, '.confirm .danger');
    expect(calls).to.equal(1);
    fail();
    await aTimeout(0);
    await host.updateComplete;
    expect(findInRoot(root, '.confirm [role="alert"]').textContent).to.contain('could not be removed');
    expect(root.querySelectorAll('input[value="tok_visa"]')).to.have.length(1);
    expect(root.activeElement?.outerHTML).to.equal(findInRoot(root, '.confirm .danger').outerHTML);
    await press(host, root, '.confirm .danger');
    expect(calls).to.equal(2);
  });
});
