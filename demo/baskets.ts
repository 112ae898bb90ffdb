import { createHash, randomBytes } from 'node:crypto';
import type { DeliveryAddress } from './delivery-address.ts';
import { findProduct, MARKETS, type MarketCurrency, type Product } from './products.ts';

export interface OrderLine {
  product: Product;
  /** Of one piece, in hundredths of the order's currency. */
  price: bigint;
  quantity: number;
}

/** One visitor with their basket and orders. */
export interface Visitor {
  id: string;
  currency: MarketCurrency;
  /** Quantities by SKU. */
  basket: Map<string, number>;
  /** The addresses that the visitor gave, one for each market. */
  addresses: Map<MarketCurrency, DeliveryAddress>;
  /** The order at the checkout. */
  order: Order | undefined;
  orders: Map<string, Order>;
}

export interface CheckoutSession {
  id: string;
  token: string;
}

/** An order. It does not change once the shopper opens the checkout. */
export interface Order {
  order_no: string;
  /** The shop's own ID of the visitor, the same for every order. */
  shopper_id: string;
  currency: MarketCurrency;
  /** Whether it can also be paid on the gateway's own page. */
  hasGatewayPage: boolean;
  lines: OrderLine[];
  /** In hundredths. */
  total: bigint;
  deliverTo: DeliveryAddress;
  /** Oldest first. A second one exists only when the first is no longer payable. */
  sessions: CheckoutSession[];
  /** The lookup in progress; two tabs wait for the same one. */
  openingCheckout: Promise<OrderSession> | undefined;
  /** Whether its items were removed from the basket. */
  isCompleted: boolean;
}

/** An order's checkout session. */
export interface OrderSession {
  session: CheckoutSession;
  isPaid: boolean;
}

export interface VisitorStore {
  /** Returns the visitor of the ID, or a new one. */
  findOrCreate(id: string | undefined): Visitor;
}

const MAX_VISITORS = 10_000;
const MAX_QUANTITY = 20;

/** Visitors in memory; they end with the demo. */
export function createVisitorStore(): VisitorStore {
  const visitors = new Map<string, Visitor>();
  return {
    findOrCreate(id) {
      const known = id === undefined ? undefined : visitors.get(id);
      if (known !== undefined) return known;
      const fresh = randomBytes(18).toString('base64url');
      const visitor: Visitor = {
        id: fresh,
        currency: 'EUR',
        basket: new Map(),
        addresses: new Map(),
        order: undefined,
        orders: new Map(),
      };
      visitors.set(visitor.id, visitor);
      const oldest = visitors.keys().next().value;
      if (visitors.size > MAX_VISITORS && oldest !== undefined) visitors.delete(oldest);
      return visitor;
    },
  };
}

export function basketLinesOf(visitor: Visitor): OrderLine[] {
  return [...visitor.basket].flatMap(([sku, quantity]) => {
    const product = findProduct(sku);
    return product === undefined ? [] : [{ product, price: product.prices[visitor.currency], quantity }];
  });
}

/** The total of order lines, in hundredths. */
export function totalOfLines(lines: readonly OrderLine[]): bigint {
  return lines.reduce((sum, line) => sum + line.price * BigInt(line.quantity), 0n);
}

/** The total of the monthly subscription items, in hundredths. */
export function subscriptionTotalOfLines(lines: readonly OrderLine[]): bigint {
  return totalOfLines(lines.filter((line) => line.product.monthly === true));
}

/** Sets the quantity of a product; 0 removes it. A changed basket becomes a new order. */
export function setQuantity(visitor: Visitor, sku: string, quantity: number): void {
  if (findProduct(sku) === undefined || quantity === (visitor.basket.get(sku) ?? 0)) return;
  if (quantity < 1) visitor.basket.delete(sku);
  else visitor.basket.set(sku, Math.min(quantity, MAX_QUANTITY));
  visitor.order = undefined;
}

/** Sells in another currency. The basket becomes a new order. */
export function setCurrency(visitor: Visitor, currency: MarketCurrency): void {
  if (currency === visitor.currency) return;
  visitor.currency = currency;
  visitor.order = undefined;
}

/** Where the basket goes: the address that the visitor gave in this market, or the market's own. */
export function deliveryAddressOf({ addresses, currency }: Visitor): DeliveryAddress {
  return addresses.get(currency) ?? MARKETS[currency].deliverTo;
}

/** Delivers to another address. The basket becomes a new order. */
export function setDeliveryAddress(visitor: Visitor, address: DeliveryAddress): void {
  visitor.addresses.set(visitor.currency, address);
  visitor.order = undefined;
}

/**
 * The visitor's order, created from the basket at the first call, and again for a choice of the gateway's page that is not
 * the order's. Undefined for an empty basket.
 */
export function findOrCreateOrder(visitor: Visitor, hasGatewayPage: boolean): Order | undefined {
  const lines = basketLinesOf(visitor);
  if (lines.length > 0 && visitor.order?.hasGatewayPage !== hasGatewayPage) {
    visitor.order = createOrder(lines, visitor, hasGatewayPage);
    visitor.orders.set(visitor.order.order_no, visitor.order);
  }
  return visitor.order;
}

/** Removes the items of an order from the basket, once: it is paid, or its payment is being checked. Later items stay. */
export function removeOrderFromBasket(visitor: Visitor, order: Order): void {
  if (order.isCompleted) return;
  order.isCompleted = true;
  for (const { product, quantity } of order.lines) {
    const left = (visitor.basket.get(product.sku) ?? 0) - quantity;
    if (left > 0) visitor.basket.set(product.sku, left);
    else visitor.basket.delete(product.sku);
  }
  // A newer order contains the same items again.
  if (visitor.order !== order) visitor.order = undefined;
}

/** Puts the items of an order back into the basket: its payment was not made. */
export function returnOrderToBasket(visitor: Visitor, order: Order): void {
  if (!order.isCompleted) return;
  order.isCompleted = false;
  for (const { product, quantity } of order.lines) {
    const count = (visitor.basket.get(product.sku) ?? 0) + quantity;
    visitor.basket.set(product.sku, Math.min(count, MAX_QUANTITY));
  }
}

/** The visitor's ID opens their basket, so only its hash leaves the shop. */
export function shopperIdOf(visitor: Visitor): string {
  return `visitor-${createHash('sha256').update(visitor.id).digest('hex').slice(0, 20)}`;
}

function createOrder(lines: OrderLine[], visitor: Visitor, hasGatewayPage: boolean): Order {
  const order_no = `KP-${randomBytes(4).readUInt32BE().toString().padStart(10, '0')}`;
  const shopper_id = shopperIdOf(visitor);
  return {
    order_no,
    shopper_id,
    currency: visitor.currency,
    hasGatewayPage,
    lines,
    total: totalOfLines(lines),
    deliverTo: deliveryAddressOf(visitor),
    sessions: [],
    openingCheckout: undefined,
    isCompleted: false,
  };
}
