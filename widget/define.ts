import { TillgateCheckout } from './tillgate-checkout.ts';

/** Registers `<tillgate-checkout>`, unless the page has it already. */
export function defineTillgateCheckout(): void {
  if (customElements.get('tillgate-checkout') === undefined)
    customElements.define('tillgate-checkout', TillgateCheckout);
}
