/** `tillgate/widget/cards`: registers `<tillgate-cards>` and `<tillgate-checkout>`. Safe to import where there is no browser. */
import '../index.ts';
import { TillgateCards } from './tillgate-cards.ts';

export { TillgateCards };

if (typeof customElements !== 'undefined' && customElements.get('tillgate-cards') === undefined)
  customElements.define('tillgate-cards', TillgateCards);
