import { html } from 'hono/html';
import type { Payment } from '../../server/client/index.ts';
import type { Html } from './layout.ts';

const BRANDS: Readonly<Record<string, string>> = { visa: 'Visa', mastercard: 'Mastercard', amex: 'American Express' };
const METHODS: Readonly<Record<string, string>> = { online_banking: 'Online banking', pix: 'Pix', boleto: 'Boleto' };

/** How a payment was made: `Visa •••• 4242`, or the name of its method. */
export function describePaymentMethod({ method, card }: Payment): string {
  if (card === null) return METHODS[method] ?? 'Card';
  return `${BRANDS[card.brand ?? ''] ?? 'Card'} •••• ${card.last4}`;
}

/** The mark of the card's brand; nothing for other methods. */
export function paymentCardMark({ card }: Payment): Html | string {
  const brand = card?.brand ?? '';
  if (!(brand in BRANDS)) return '';
  return html`<svg class="mark" viewBox="0 0 38 24" aria-hidden="true">
    <use href="/assets/marks.svg#${brand}"></use>
  </svg>`;
}
