import { aTimeout, fixture, html } from '@open-wc/testing';
import '../index.ts';
import type { TillgateCheckout } from '../index.ts';
import type { FakeCompanion } from '../testing/fake-companion.ts';
import { until } from './until.ts';

/** An element on the page with a loaded session. */
export async function mountCheckout(
  companion: FakeCompanion,
  attributes: { theme?: 'light' | 'dark'; layout?: 'accordion' | 'tabs'; locale?: string } = {},
): Promise<TillgateCheckout> {
  const element = await fixture<TillgateCheckout>(
    html`<tillgate-checkout
      server="http://companion.test"
      .fetcher=${companion.fetch}
      theme=${attributes.theme ?? 'light'}
      layout=${attributes.layout ?? 'accordion'}
      locale=${attributes.locale ?? ''}
      session="tgs_1"
    ></tillgate-checkout>`,
  );
  await until(() => companion.calls.includes('session'));
  await until(() => element.shadowRoot!.querySelector('.skeleton') === null, 'the session is there');
  await aTimeout(30);
  await element.updateComplete;
  return element;
}

/** What stands at a selector; names what is there instead where nothing does. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- as querySelector has it
export function findInElement<T extends HTMLElement = HTMLInputElement>(
  element: TillgateCheckout,
  selector: string,
): T {
  const found = element.shadowRoot!.querySelector<T>(selector);
  if (found === null) throw new Error(`nothing at ${selector}: ${element.shadowRoot!.textContent.trim()}`);
  return found;
}

/** Puts a text into a field, as typing its last letter would. */
export function typeInto(element: TillgateCheckout, selector: string, text: string): void {
  const input = findInElement(element, selector);
  input.value = text;
  if (input.type === 'text') input.setSelectionRange(text.length, text.length);
  input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText' }));
}

export function fillCard(element: TillgateCheckout, number = '4242424242424242'): void {
  typeInto(element, '#card-number', number);
  typeInto(element, '#card-expiry', '1231');
  typeInto(element, '#card-code', '123');
  typeInto(element, '#card-holder', 'Ana Souza');
}

const textOf = (element: TillgateCheckout): string => element.shadowRoot!.textContent.replace(/\s+/g, ' ');

/** Waits until the element shows the text. */
export async function waitForText(element: TillgateCheckout, text: string | RegExp): Promise<void> {
  await until(
    () => (typeof text === 'string' ? textOf(element).includes(text) : text.test(textOf(element))),
    `shows ${String(text)}`,
  );
}
