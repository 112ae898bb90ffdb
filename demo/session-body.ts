import type { CreateSession } from '../server/client/index.ts';
import { subscriptionTotalOfLines, type Order } from './baskets.ts';
import { encodeAmount, MARKETS } from './products.ts';

/** The session of an order: what the shopper pays, how, and where they return. */
export function toSessionBody(order: Order, returnUrl: string): CreateSession {
  return {
    order_no: order.order_no,
    currency: order.currency,
    amount: encodeAmount(order.total),
    item_total: encodeAmount(order.total),
    shipping: '0.00',
    delivery: MARKETS[order.currency].deliverTo,
    items: order.lines.map(({ product, price, quantity }) => ({
      name: product.name,
      sku: product.sku,
      unit_price: encodeAmount(price),
      quantity,
    })),
    return_url: returnUrl,
    shopper: { id: order.shopper_id },
    ...paymentOptionsOf(order),
  };
}

/**
 * Payment methods and subscription terms. Subscriptions accept cards only. Other orders offer saved cards, since the shop
 * knows its visitor.
 */
function paymentOptionsOf(order: Order): Pick<CreateSession, 'methods' | 'saved_cards' | 'subscription'> {
  const monthly = subscriptionTotalOfLines(order.lines);
  if (monthly === 0n) {
    const page = { method: 'gateway_page', label: 'Card on the gateway’s page', display: 'iframe' } as const;
    // A second method called card beside the form's own would leave the shopper to guess.
    const { methods } = MARKETS[order.currency];
    return {
      methods: order.hasGatewayPage ? [page, ...methods.filter((method) => method !== 'card')] : [...methods],
      saved_cards: true,
    };
  }
  return {
    methods: ['card'],
    subscription: {
      contract_name: 'Tea of the month',
      contract_amount: encodeAmount(monthly),
      interval: 'month',
      interval_count: '1',
    },
  };
}
