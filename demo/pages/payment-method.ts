import { html } from 'hono/html';
import type { Payment } from '../../server/client/index.ts';
import type { Texts } from '../i18n/en.ts';
import type { Html } from './layout.ts';

const BRANDS: Readonly<Record<string, string>> = { visa: 'Visa', mastercard: 'Mastercard', amex: 'American Express' };

/** How a payment was made: `Visa •••• 4242`, which does not break, or the name of its method. */
export function describePaymentMethod({ method, card }: Payment, { methods }: Texts): string {
  if (card !== null) return `${BRANDS[card.brand ?? ''] ?? methods.card} •••• ${card.last4}`.replaceAll(' ', '\u00a0');
  return isNamed(method, methods) ? methods[method] : methods.card;
}

function isNamed(method: string, methods: Texts['methods']): method is keyof Texts['methods'] {
  return Object.hasOwn(methods, method);
}

/** The mark of the card's brand; nothing for other methods. */
export function paymentCardMark({ card }: Payment): Html | string {
  const brand = card?.brand ?? '';
  if (!(brand in BRANDS)) return '';
  return html`<svg class="mark" viewBox="0 0 38 24" aria-hidden="true">
    <use href="/assets/marks.svg#${brand}"></use>
  </svg>`;
}
