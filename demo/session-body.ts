import type { CreateSession } from '../server/client/index.ts';
import { subscriptionTotalOfLines, type Order } from './baskets.ts';
import { localeOf } from './i18n/locale.ts';
import { encodeAmount, MARKETS } from './products.ts';

/** The session of an order: what the shopper pays, how, and where they return. */
export function toSessionBody(order: Order, returnUrl: string): CreateSession {
  const { language } = localeOf(order.currency);
  const { state, ...delivery } = order.deliverTo;
  const { first_name, last_name } = delivery;
  return {
    order_no: order.order_no,
    currency: order.currency,
    amount: encodeAmount(order.total),
    item_total: encodeAmount(order.total),
    shipping: '0.00',
    delivery: state === '' ? delivery : { ...delivery, state },
    // A method that needs the payer's names offers the recipient's, which the shopper may change.
    prefill: { shopper: { first_name, last_name } },
    locale: language,
    items: order.lines.map(({ product, price, quantity }) => ({
      name: product.name[language],
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
  const { language, texts } = localeOf(order.currency);
  const monthly = subscriptionTotalOfLines(order.lines);
  const contract = order.lines.find(({ product }) => product.monthly === true);
  if (contract === undefined) {
    const page = { method: 'gateway_page', label: texts.checkout.gatewayPage, display: 'iframe' } as const;
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
      contract_name: contract.product.name[language],
      contract_amount: encodeAmount(monthly),
      interval: 'month',
      interval_count: '1',
    },
  };
}
