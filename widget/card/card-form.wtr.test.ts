import { expect } from '@open-wc/testing';
import type { TemplateResult } from 'lit';
import { axeFindings } from '../test-support/axe.ts';
import { findInRoot, mountPart, translateToEnglish, visibleTextOf, type PartHost } from '../test-support/part-host.ts';
import { adoptCardModule } from './brand-mark.ts';
import * as parts from './deferred-parts.ts';
import { CardForm } from './card-form.ts';

const CB_VISA = '4035501000000008';
const NUMBER = '#card-number';

let disabled = false;
const show = (form: CardForm): TemplateResult => form.render(translateToEnglish, disabled);
async function mountForm(): Promise<{ host: PartHost; part: CardForm; root: ShadowRoot }> {
  const mounted = await mountPart((onChange) => new CardForm(onChange), show);
  adoptCardModule(parts, mounted.root);
  return mounted;
}

/** Edits a field as the browser would at the caret, by a real editing command where there is one. */
async function edit(host: PartHost, input: HTMLInputElement, command: string, text?: string): Promise<void> {
  input.focus();
  document.execCommand(command, false, text);
  await host.updateComplete;
}

beforeEach(() => {
  disabled = false;
});

describe('typing a card', () => {
  it('groups the digits and keeps the caret in the middle', async () => {
    const { host, root } = await mountForm();
    const input = findInRoot(root, NUMBER);
    for (const digit of '424242424242') await edit(host, input, 'insertText', digit);
    expect(input.value).to.equal('4242 4242 4242');
    input.setSelectionRange(7, 7);
    await edit(host, input, 'insertText', '9');
    expect(input.value).to.equal('4242 4294 2424 2');
    expect(input.selectionStart).to.equal(8);
  });

  it('deletes a digit across a gap, backwards and forwards', async () => {
    const { host, root } = await mountForm();
    const input = findInRoot(root, NUMBER);
    await edit(host, input, 'insertText', '41234567');
    input.setSelectionRange(5, 5);
    await edit(host, input, 'delete');
    expect([input.value, input.selectionStart]).to.deep.equal(['4124 567', 3]);
    input.setSelectionRange(4, 4);
    await edit(host, input, 'forwardDelete');
    expect([input.value, input.selectionStart]).to.deep.equal(['4124 67', 4]);
  });

  it('takes a number pasted in any format', async () => {
    const { host, root } = await mountForm();
    for (const text of ['Card: 4242-4242 4242\u00a04242', '４２４２４２４２４２４２４２４２', '٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢']) {
      const input = findInRoot(root, NUMBER);
      input.select();
      await edit(host, input, 'insertText', text);
      expect(input.value).to.equal('4242 4242 4242 4242');
    }
  });

  for (const text of [
    'Card: 4242 4242 4242 4242 exp 12/40',
    '4242424242424242 12/40 123',
    '4242424242424242\n12/40\n123',
    '４２４２　４２４２　４２４２　４２４２　１２／４０',
  ]) {
    it(`a pasted ${JSON.stringify(text)} fills the number and the empty expiry date, and no security code`, async () => {
      const { host, part, root } = await mountForm();
      await edit(host, findInRoot(root, NUMBER), 'insertText', text);
      expect([part.number, part.expiry, part.code]).to.deep.equal(['4242 4242 4242 4242', '12/40', '']);
      expect(findInRoot(root, NUMBER).value).to.equal('4242 4242 4242 4242');
      expect(findInRoot(root, NUMBER).selectionStart).to.equal('4242 4242 4242 4242'.length);
      expect(findInRoot(root, '#card-expiry').value).to.equal('12/40');
      expect(root.activeElement?.id).to.equal('card-number');
    });
  }

  it('an expiry date that was typed stays when another one is pasted beside a number', async () => {
    const { host, part, root } = await mountForm();
    await edit(host, findInRoot(root, '#card-expiry'), 'insertText', '0141');
    await edit(host, findInRoot(root, NUMBER), 'insertText', '4242424242424242 12/40');
    expect([part.number, part.expiry]).to.deep.equal(['4242 4242 4242 4242', '01/41']);
  });

  it('a text filled in by a plain event is read as a pasted one', async () => {
    const { host, part, root } = await mountForm();
    findInRoot(root, NUMBER).value = 'Visa 4242 4242 4242 4242, exp 12/40, CVC 123';
    findInRoot(root, NUMBER).dispatchEvent(new Event('input', { bubbles: true }));
    await host.updateComplete;
    expect([part.number, part.expiry, part.code]).to.deep.equal(['4242 4242 4242 4242', '12/40', '']);
  });

  it('a card pasted whole into the expiry date or the security code leaves only what belongs there', async () => {
    const { host, part, root } = await mountForm();
    await edit(host, findInRoot(root, '#card-expiry'), 'insertText', '4242424242424242 exp 12/40 cvc 123');
    await edit(host, findInRoot(root, '#card-code'), 'insertText', 'exp 12/40 CVC: 123');
    expect([part.expiry, part.code]).to.deep.equal(['12/40', '123']);
  });

  it('a digit too many typed into a number stays, so that the mistake is seen', async () => {
    const { host, part, root } = await mountForm();
    for (const digit of '42424242424242421') await edit(host, findInRoot(root, NUMBER), 'insertText', digit);
    findInRoot(root, NUMBER).blur();
    await host.updateComplete;
    expect(part.number).to.equal('4242 4242 4242 4242 1');
  });

  it('leaves the text of an input method alone while it composes', async () => {
    const { host, part, root } = await mountForm();
    const input = findInRoot(root, NUMBER);
    input.value = '４２';
    input.dispatchEvent(new InputEvent('input', { isComposing: true }));
    await host.updateComplete;
    expect(input.value).to.equal('４２');
    input.dispatchEvent(new Event('change'));
    await host.updateComplete;
    expect(part.number).to.equal('42');
  });

  it('never scolds while typing, but says at once what going on cannot mend', async () => {
    const { host, part, root } = await mountForm();
    const input = findInRoot(root, NUMBER);
    for (const digit of '424242424242424') {
      await edit(host, input, 'insertText', digit);
      expect(root.querySelectorAll('.error')).to.have.length(0);
    }
    await edit(host, input, 'insertText', '1');
    expect(visibleTextOf(root)).to.contain('Check the card number.');
    await edit(host, input, 'delete');
    expect(root.querySelectorAll('.error')).to.have.length(0);
    part.accepted = ['amex'];
    host.requestUpdate();
    await host.updateComplete;
    expect(visibleTextOf(root)).to.contain('does not take this card');
  });

  it('says what is missing once a field is left', async () => {
    const { host, root } = await mountForm();
    await edit(host, findInRoot(root, NUMBER), 'insertText', '4242');
    const live = [...root.querySelectorAll('[aria-live="polite"]')];
    findInRoot(root, '#card-expiry').focus();
    await host.updateComplete;
    // A screen reader announces only what is added to a live region that was there before.
    expect(live.map((region) => region.textContent.trim()).filter(Boolean)).to.deep.equal([
      'The card number is too short.',
    ]);
    expect(findInRoot(root, '#card-number-error').textContent).to.contain('too short');
    expect(findInRoot(root, NUMBER).getAttribute('aria-describedby')).to.equal('card-number-error');
    expect(await axeFindings(host)).to.deep.equal([]);
  });

  it('keeps the caret in the expiry date and tidies it when it is left', async () => {
    const { host, part, root } = await mountForm();
    const input = findInRoot(root, '#card-expiry');
    await edit(host, input, 'insertText', '1230');
    expect(input.value).to.equal('12/30');
    input.setSelectionRange(1, 1);
    await edit(host, input, 'forwardDelete');
    expect([input.value, input.selectionStart]).to.deep.equal(['1/30', 1]);
    input.blur();
    await host.updateComplete;
    expect(part.expiry).to.equal('01/30');
  });
});

describe('the length of a security code', () => {
  const CARDS: [name: string, number: string, length: number][] = [
    ['a Visa', '4242424242424242', 3],
    ['a Mastercard', '5555555555554444', 3],
    ['an American Express', '378282246310005', 4],
    ['a card of an unknown brand', '9999', 4],
    ['no number', '', 4],
  ];
  for (const [name, number, length] of CARDS) {
    it(`is at most ${String(length)} digits for ${name}, typed, pasted or filled in`, async () => {
      const { host, part, root } = await mountForm();
      if (number !== '') await edit(host, findInRoot(root, NUMBER), 'insertText', number);
      const input = findInRoot(root, '#card-code');
      for (const digit of '12345') await edit(host, input, 'insertText', digit);
      expect([part.code, input.value]).to.deep.equal(['12345'.slice(0, length), '12345'.slice(0, length)]);
      input.setSelectionRange(1, 1);
      await edit(host, input, 'insertText', '9');
      expect([part.code, input.selectionStart]).to.deep.equal(['12345'.slice(0, length), 1]);
      input.select();
      await edit(host, input, 'insertText', 'CVC ９８７６５');
      expect(part.code).to.equal('98765'.slice(0, length));
      input.value = '13579';
      input.dispatchEvent(new Event('change'));
      await host.updateComplete;
      expect([part.code, input.value]).to.deep.equal(['13579'.slice(0, length), '13579'.slice(0, length)]);
    });
  }

  it('shows an error at once when four digits were typed and the number turns out to be a Visa, and cuts nothing', async () => {
    const { host, part, root } = await mountForm();
    await edit(host, findInRoot(root, '#card-code'), 'insertText', '1234');
    await edit(host, findInRoot(root, NUMBER), 'insertText', '4242424242424242');
    expect(part.code).to.equal('1234');
    expect(part.faultOf('code')).to.equal('invalid.code');
    expect(findInRoot(root, '#card-code').getAttribute('aria-invalid')).to.equal('true');
    expect(findInRoot(root, '#card-code-error').textContent).to.contain('Check the security code');
    expect(await axeFindings(host)).to.deep.equal([]);
    await edit(host, findInRoot(root, '#card-code'), 'delete');
    expect([part.code, part.faultOf('code')]).to.deep.equal(['123', undefined]);
  });

  it('shows an error when three digits were typed and the number turns out to be an American Express', async () => {
    const { host, part, root } = await mountForm();
    await edit(host, findInRoot(root, '#card-code'), 'insertText', '123');
    await edit(host, findInRoot(root, NUMBER), 'insertText', '378282246310005');
    expect(part.faultOf('code')).to.equal('invalid.code');
    expect(findInRoot(root, '#card-code-error').textContent).to.contain('Check the security code');
  });
});

describe('filling in by the browser', () => {
  it('finds fields by the names that it goes by', async () => {
    const { root } = await mountForm();
    const known: [id: string, autocomplete: string, name: RegExp][] = [
      ['#card-number', 'cc-number', /(card|cc).?(number|no|num)/],
      ['#card-expiry', 'cc-exp', /expir|exp.*date/],
      ['#card-code', 'cc-csc', /card.?code|cvc|csc/],
      ['#card-holder', 'cc-name', /card.?(holder|owner)/],
    ];
    for (const [id, autocomplete, name] of known) {
      const input = findInRoot(root, id);
      // Firefox's property leaves out what it does not fill in.
      expect(input.getAttribute('autocomplete')).to.equal(autocomplete);
      expect(input.name).to.match(name);
      expect(input.type).to.equal('text');
      expect(input.form).not.to.equal(null);
      expect(Number.parseFloat(getComputedStyle(input).fontSize)).to.be.at.least(16);
      expect(input.inputMode).to.equal(id === '#card-holder' ? '' : 'numeric');
    }
  });

  it('is taken from a plain input event, and from a change alone, without moving the focus', async () => {
    const { host, part, root } = await mountForm();
    const fill = (id: string, value: string, type: string): void => {
      findInRoot(root, id).value = value;
      findInRoot(root, id).dispatchEvent(new Event(type, { bubbles: true }));
    };
    findInRoot(root, '#card-holder').focus();
    fill(NUMBER, '4242424242424242', 'input');
    fill('#card-expiry', '12/2040', 'change');
    fill('#card-code', '123', 'change');
    fill('#card-holder', 'Ana Souza', 'change');
    await host.updateComplete;
    expect(root.activeElement?.outerHTML).to.equal(findInRoot(root, '#card-holder').outerHTML);
    expect(part.valid).to.equal(true);
    expect(part.value()).to.deep.equal({
      number: '4242424242424242',
      expiry_month: '12',
      expiry_year: '2040',
      security_code: '123',
      holder_name: 'Ana Souza',
    });
  });
});

describe('a card of two brands', () => {
  it('offers the choice by keyboard, the first accepted chosen, and starts anew with another number', async () => {
    const { host, part, root } = await mountForm();
    part.accepted = ['visa', 'cartebancaire'];
    const input = findInRoot(root, NUMBER);
    await edit(host, input, 'insertText', CB_VISA.slice(0, -1));
    expect(root.querySelectorAll('.brands')).to.have.length(0);
    await edit(host, input, 'insertText', '8');
    expect(root.activeElement?.outerHTML).to.equal(input.outerHTML);
    const radios = Array.from(root.querySelectorAll<HTMLInputElement>('.brands input'));
    expect(radios.map((radio) => [radio.value, radio.checked])).to.deep.equal([
      ['visa', true],
      ['cartebancaire', false],
    ]);
    expect(findInRoot(root, '.brands legend').textContent).to.contain('two brands');
    expect(radios[1]!.labels![0]!.querySelector('span')!.textContent).to.equal('Cartes Bancaires');
    for (const { labels } of radios) {
      expect(labels![0]!.getBoundingClientRect().height).to.be.at.least(44);
    }
    expect(await axeFindings(host)).to.deep.equal([]);
    radios[1]!.focus();
    radios[1]!.click();
    await host.updateComplete;
    expect(part.value().brand).to.equal('cartebancaire');
    await edit(host, input, 'delete');
    expect(part.value().brand).to.equal(undefined);
    await edit(host, input, 'insertText', '8');
    expect(part.value().brand).to.equal('visa');
  });

  it('offers nothing where the shop takes one of them only', async () => {
    const { host, part, root } = await mountForm();
    part.accepted = ['visa'];
    await edit(host, findInRoot(root, NUMBER), 'insertText', CB_VISA);
    expect(root.querySelectorAll('.brands')).to.have.length(0);
    expect(part.value().brand).to.equal(undefined);
  });

  it('cannot be chosen anew while the payment is on its way', async () => {
    const { host, root } = await mountForm();
    await edit(host, findInRoot(root, NUMBER), 'insertText', CB_VISA);
    disabled = true;
    host.requestUpdate();
    await host.updateComplete;
    expect(root.querySelectorAll('.brands input:enabled')).to.have.length(0);
  });
});

describe('the security code', () => {
  const about = (root: ShadowRoot): string =>
    findInRoot(root, `#${findInRoot(root, '#card-code').getAttribute('aria-describedby')!}`).textContent;

  it('is asked for as the brand prints it', async () => {
    const { host, root } = await mountForm();
    expect(about(root)).to.contain('3 digits on the back');
    await edit(host, findInRoot(root, NUMBER), 'insertText', '378282246310005');
    expect(about(root)).to.contain('4 digits on the front');
    expect(findInRoot(root, '#card-code').placeholder).to.equal('CVC');
  });

  it('is optional for Maestro and not asked for with Bancontact', async () => {
    const { host, root } = await mountForm();
    const input = findInRoot(root, NUMBER);
    await edit(host, input, 'insertText', '6771798021000016');
    expect(findInRoot(root, '#card-code').getAttribute('aria-required')).to.equal('false');
    expect(visibleTextOf(root)).to.contain('Security code (optional)');
    input.select();
    await edit(host, input, 'insertText', '6703444444444449');
    expect(root.querySelectorAll('#card-code')).to.have.length(0);
    findInRoot(root, 'input[value="maestro"]').click();
    await host.updateComplete;
    expect(root.querySelectorAll('#card-code')).to.have.length(1);
    expect(await axeFindings(host)).to.deep.equal([]);
  });
});
