import { html, nothing, type TemplateResult } from 'lit';

/** What each mark shows; Mastercard's and Maestro's circles are drawn by the style sheet. */
const LETTERS: Readonly<Record<string, string>> = {
  visa: 'VISA',
  mastercard: '',
  maestro: '',
  amex: 'AMEX',
  discover: 'DISC',
  diners: 'DC',
  jcb: 'JCB',
  unionpay: 'UP',
  elo: 'elo',
  hipercard: 'hiper',
};

/** The mark of a card brand beside its name; nothing for an unknown brand. */
export function cardBrandMark(brand: string | null): TemplateResult | typeof nothing {
  const letters = brand === null ? undefined : LETTERS[brand];
  if (brand === null || letters === undefined) return nothing;
  return html`<span class="mark ${brand}" aria-hidden="true">${letters}</span>`;
}
