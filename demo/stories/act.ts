import type { TillgateCheckout } from '../../widget/index.ts';

/** Plays the shopper: what a story does to the element once its form is there. */
export interface Actor {
  element: TillgateCheckout;
  /** Waits for something in the element. */
  find: (selector: string) => Promise<HTMLElement>;
  type: (selector: string, text: string) => Promise<void>;
  press: (selector: string) => Promise<void>;
  /** Fills the fields of the card; a test number that the sandbox knows. */
  fillCard: (number?: string) => Promise<void>;
  /** Goes on to the next field. */
  leave: (selector: string) => Promise<void>;
  pay: () => Promise<void>;
}

const PATIENCE = 4_000;

export function createActor(element: TillgateCheckout): Actor {
  const actor: Actor = {
    element,
    async find(selector) {
      for (const start = Date.now(); Date.now() - start < PATIENCE;) {
        const found = element.shadowRoot?.querySelector<HTMLElement>(selector);
        if (found) return found;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      throw new Error(`There is nothing at ${selector}.`);
    },
    async type(selector, text) {
      const input = (await actor.find(selector)) as HTMLInputElement;
      input.value = text;
      input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }));
    },
    async leave(selector) {
      (await actor.find(selector)).dispatchEvent(new FocusEvent('blur'));
    },
    async press(selector) {
      (await actor.find(selector)).click();
      await element.updateComplete;
    },
    async fillCard(number = '4242424242424242') {
      await actor.type('#card-number', number);
      await actor.type('#card-expiry', '12/31');
      await actor.type('#card-code', number.startsWith('3') ? '1234' : '123');
      await actor.type('#card-holder', 'Ana Souza');
    },
    async pay() {
      await actor.press('button.pay');
    },
  };
  return actor;
}
