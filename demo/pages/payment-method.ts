import type { Payment } from '../../server/client/index.ts';

const BRANDS: Readonly<Record<string, string>> = { visa: 'Visa', mastercard: 'Mastercard', amex: 'American Express' };
const METHODS: Readonly<Record<string, string>> = { online_banking: 'Online banking', pix: 'Pix', boleto: 'Boleto' };

/** How a payment was made: `Visa •••• 4242`, or the name of its method. */
export function describePaymentMethod({ method, card }: Payment): string {
  if (card === null) return METHODS[method] ?? 'Card';
  return `${BRANDS[card.brand ?? ''] ?? 'Card'} •••• ${card.last4}`;
}
