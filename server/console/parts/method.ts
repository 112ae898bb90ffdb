import { html, type TemplateResult } from 'lit';
import type { Payment } from '../../../shared/contract/merchant/payments.ts';

const BRANDS: Readonly<Record<string, string>> = {
  amex: 'American Express',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  diners: 'Diners Club',
  hipercard: 'Hipercard',
};

/** A name out of a word of the API: `online_banking` is `Online banking`. */
export function nameOf(word: string): string {
  const known = BRANDS[word];
  if (known !== undefined) return known;
  const text = word.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** How a payment was made: brand and last digits of a card, the name of another way. */
export function methodOf({ card, method }: Payment): TemplateResult {
  if (card === null) return html`<span class="method">${nameOf(method)}</span>`;
  const brand = card.brand === null ? 'Card' : nameOf(card.brand);
  return html`<span class="method">${brand} <span class="digits">•••• ${card.last4}</span></span>`;
}
