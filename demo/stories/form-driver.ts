import type { TillgateCheckout } from '../../widget/index.ts';

/** Fills and submits the form of a story's element. */
export interface FormDriver {
  element: TillgateCheckout;
  /** Waits for an element of the form. */
  find: (selector: string) => Promise<HTMLElement>;
  type: (selector: string, text: string) => Promise<void>;
  click: (selector: string) => Promise<void>;
  /** Fills the card fields with a sandbox card. */
  fillCard: (number?: string) => Promise<void>;
  /** Moves the focus out of a field. */
  blur: (selector: string) => Promise<void>;
  pay: () => Promise<void>;
}

/** How long `find` waits, in ms. */
const TIMEOUT = 4_000;

export function createFormDriver(element: TillgateCheckout): FormDriver {
  const driver: FormDriver = {
    element,
    async find(selector) {
      for (const start = Date.now(); Date.now() - start < TIMEOUT;) {
        const found = element.shadowRoot?.querySelector<HTMLElement>(selector);
        if (found) return found;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      throw new Error(`No element matches ${selector}.`);
    },
    async type(selector, text) {
      const input = (await driver.find(selector)) as HTMLInputElement;
      input.value = text;
      input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }));
    },
    async blur(selector) {
      (await driver.find(selector)).dispatchEvent(new FocusEvent('blur'));
    },
    async click(selector) {
      (await driver.find(selector)).click();
      await element.updateComplete;
    },
    async fillCard(number = '4242424242424242') {
      await driver.type('#card-number', number);
      await driver.type('#card-expiry', '12/31');
      await driver.type('#card-code', number.startsWith('3') ? '1234' : '123');
      await driver.type('#card-holder', 'Ana Souza');
    },
    async pay() {
      await driver.click('button.pay');
    },
  };
  return driver;
}
