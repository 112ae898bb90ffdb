import { expect } from '@open-wc/testing';
import { findInElement, mountCheckout } from '../test-support/mount.ts';
import { findInRoot, mountPart, translateToEnglish, type PartHost } from '../test-support/part-host.ts';
import { FakeCompanion } from '../testing/fake-companion.ts';
import { adoptCardModule } from './brand-mark.ts';
import * as parts from './deferred-parts.ts';
import { CardForm } from './card-form.ts';

interface Typed {
  part: CardForm;
  root: ShadowRoot;
  /** Types one key after the other into the focused field, by the browser's own editing command. */
  press: (keys: string) => Promise<void>;
  insert: (text: string) => Promise<void>;
  focused: () => string | undefined;
}

async function mountForm(): Promise<Typed> {
  const mounted = await mountPart(
    (onChange) => new CardForm(onChange),
    (form) => form.render(translateToEnglish, false),
  );
  const host: PartHost = mounted.host;
  const insert = async (text: string): Promise<void> => {
    document.execCommand('insertText', false, text);
    await host.updateComplete;
  };
  const press = async (keys: string): Promise<void> => {
    for (const key of keys) await insert(key);
  };
  findInRoot(mounted.root, '#card-number').focus();
  return { ...mounted, press, insert, focused: () => mounted.root.activeElement?.id };
}

describe('the focus of the card form', () => {
  it('goes from a typed number to the expiry date and on to the security code, and stays there', async () => {
    const { press, focused, part } = await mountForm();
    await press('555555555555444');
    expect(focused()).to.equal('card-number');
    await press('4');
    expect(focused()).to.equal('card-expiry');
    await press('1240');
    expect(focused()).to.equal('card-code');
    await press('123');
    expect(focused()).to.equal('card-code');
    expect([part.number, part.expiry, part.code]).to.deep.equal(['5555 5555 5555 4444', '12/40', '123']);
  });

  it('waits for the longest number that the brand has', async () => {
    const { press, focused } = await mountForm();
    await press('6304000000000000');
    expect(focused()).to.equal('card-number');
  });

  it('goes on from a Visa card at sixteen digits, though longer numbers exist', async () => {
    const { press, focused } = await mountForm();
    await press('424242424242424');
    expect(focused()).to.equal('card-number');
    await press('2');
    expect(focused()).to.equal('card-expiry');
  });

  it('lets a Visa card of nineteen digits be typed on after its sixteenth, and goes on from its last', async () => {
    const { press, focused, part, root } = await mountForm();
    await press('4242424242424242');
    findInRoot(root, '#card-number').focus();
    findInRoot(root, '#card-number').setSelectionRange(19, 19);
    await press('11');
    expect(focused()).to.equal('card-number');
    await press('3');
    expect(part.number).to.equal('4242 4242 4242 4242 113');
    expect(part.faultOf('number')).to.equal(undefined);
    expect(focused()).to.equal('card-expiry');
  });

  it('stays while the shopper may choose between the two brands of a card', async () => {
    const { press, focused, part, root } = await mountForm();
    adoptCardModule(parts, root);
    await press('4035501000000008');
    expect(part.check.choices.map(({ id }) => id)).to.deep.equal(['cartebancaire', 'visa']);
    expect(focused()).to.equal('card-number');
  });

  it('stays at a number with a mistyped digit', async () => {
    const { press, focused } = await mountForm();
    await press('5555555555554445');
    expect(focused()).to.equal('card-number');
  });

  it('stays after a paste', async () => {
    const { insert, focused } = await mountForm();
    await insert('5555555555554444');
    expect(focused()).to.equal('card-number');
  });

  it('stays after an edit in the middle', async () => {
    const { press, focused, root, part } = await mountForm();
    await press('555555555554444');
    findInRoot(root, '#card-number').setSelectionRange(1, 1);
    await press('5');
    expect(part.faultOf('number')).to.equal(undefined);
    expect(focused()).to.equal('card-number');
  });

  it('stays when the browser fills the fields in', async () => {
    const { focused, root, part } = await mountForm();
    const input = findInRoot(root, '#card-number');
    input.value = '5555555555554444';
    input.dispatchEvent(new Event('input', { bubbles: true }));
    expect(part.number).to.equal('5555 5555 5555 4444');
    expect(focused()).to.equal('card-number');
  });

  it('stays when a key deletes', async () => {
    const { press, focused, root, part } = await mountForm();
    await press('5555555555554444');
    findInRoot(root, '#card-number').focus();
    await press('4');
    document.execCommand('delete');
    expect(part.number).to.equal('5555 5555 5555 4444');
    expect(focused()).to.equal('card-number');
  });

  it('stays where the next field is filled in already', async () => {
    const { press, focused, part } = await mountForm();
    part.expiry = '12/40';
    await press('5555555555554444');
    expect(focused()).to.equal('card-number');
  });

  it('stays where the shop switched it off', async () => {
    const { press, focused, part } = await mountForm();
    part.autoAdvance = false;
    await press('5555555555554444');
    expect(focused()).to.equal('card-number');
  });

  it("stays in the whole form with the element's `no-auto-advance`", async () => {
    const element = await mountCheckout(new FakeCompanion());
    element.toggleAttribute('no-auto-advance', true);
    await element.updateComplete;
    findInElement(element, '#card-number').focus();
    for (const digit of '5555555555554444') document.execCommand('insertText', false, digit);
    expect(findInElement(element, '#card-number').value).to.equal('5555 5555 5555 4444');
    expect(element.shadowRoot!.activeElement?.id).to.equal('card-number');
  });

  it('skips no field when the shopper presses Tab out of habit', async () => {
    const { press, focused, root } = await mountForm();
    await press('5555555555554444');
    const tab = (): boolean =>
      findInRoot(root, '#card-expiry').dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', cancelable: true }));
    expect([tab(), tab()]).to.deep.equal([false, true]);
    expect(focused()).to.equal('card-expiry');
  });
});
