/** `tillgate/widget`: registers `<tillgate-checkout>`. Safe to import where there is no browser. */
import { defineTillgateCheckout } from './define.ts';

export * from './element.ts';

if (typeof customElements !== 'undefined') defineTillgateCheckout();
