import { createHash, randomBytes } from 'node:crypto';
import { findProduct, type Product } from './products.ts';

export interface Line {
  product: Product;
  quantity: number;
}

/** What one visitor wants, the order that became of it, and every order they made. */
export interface Visitor {
  id: string;
  basket: Map<string, number>;
  /** The order at the checkout now. */
  order: Order | undefined;
  orders: Map<string, Order>;
}

export interface Session {
  id: string;
  token: string;
}

/** An order: fixed once the shopper goes to the checkout. */
export interface Order {
  order_no: string;
  /** The shop's own number of the visitor, the same at every order. */
  shopper_id: string;
  lines: Line[];
  total: bigint;
  /** Oldest first. There is a second one only where the first can no longer be paid. */
  sessions: Session[];
  /** The session being looked up or opened; two tabs wait for the same one. */
  entering: Promise<Entered> | undefined;
  /** Its pieces have been taken out of the basket. */
  settled: boolean;
}

/** An order's session as the checkout finds it. */
export interface Entered {
  session: Session;
  isPaid: boolean;
}

export interface Visitors {
  /** The visitor of that id; a new one where there is none. */
  enter(id: string | undefined): Visitor;
}

const MAX_VISITORS = 10_000;
const MAX_QUANTITY = 20;

/** Visitors in memory: the demo forgets them when it stops. */
export function createVisitors(): Visitors {
  const visitors = new Map<string, Visitor>();
  return {
    enter(id) {
      const known = id === undefined ? undefined : visitors.get(id);
      if (known !== undefined) return known;
      const fresh = randomBytes(18).toString('base64url');
      const visitor: Visitor = { id: fresh, basket: new Map(), order: undefined, orders: new Map() };
      visitors.set(visitor.id, visitor);
      const oldest = visitors.keys().next().value;
      if (visitors.size > MAX_VISITORS && oldest !== undefined) visitors.delete(oldest);
      return visitor;
    },
  };
}

export function linesOf(visitor: Visitor): Line[] {
  return [...visitor.basket].flatMap(([sku, quantity]) => {
    const product = findProduct(sku);
    return product === undefined ? [] : [{ product, quantity }];
  });
}

export function totalOf(lines: readonly Line[]): bigint {
  return lines.reduce((sum, line) => sum + line.product.price * BigInt(line.quantity), 0n);
}

/** What of it is paid again every month. */
export function monthlyOf(lines: readonly Line[]): bigint {
  return totalOf(lines.filter((line) => line.product.monthly === true));
}

/** Sets how many of a product are wanted; 0 takes it out. A changed basket is another order. */
export function setQuantity(visitor: Visitor, sku: string, quantity: number): void {
  if (findProduct(sku) === undefined || quantity === (visitor.basket.get(sku) ?? 0)) return;
  if (quantity < 1) visitor.basket.delete(sku);
  else visitor.basket.set(sku, Math.min(quantity, MAX_QUANTITY));
  visitor.order = undefined;
}

/** The visitor's order; made of the basket the first time. Undefined where there is nothing to buy. */
export function orderOf(visitor: Visitor): Order | undefined {
  const lines = linesOf(visitor);
  if (visitor.order === undefined && lines.length > 0) {
    visitor.order = newOrder(lines, visitor);
    visitor.orders.set(visitor.order.order_no, visitor.order);
  }
  return visitor.order;
}

/** Takes a paid order's pieces out of the basket, once. What was added since stays. */
export function settleOrder(visitor: Visitor, order: Order): void {
  if (order.settled) return;
  order.settled = true;
  for (const { product, quantity } of order.lines) {
    const left = (visitor.basket.get(product.sku) ?? 0) - quantity;
    if (left > 0) visitor.basket.set(product.sku, left);
    else visitor.basket.delete(product.sku);
  }
  // An order made since holds the same pieces again.
  if (visitor.order !== order) visitor.order = undefined;
}

/** The visitor's id opens their basket, so what leaves the shop is drawn from it and does not show it. */
function shopperIdOf(visitor: Visitor): string {
  return `visitor-${createHash('sha256').update(visitor.id).digest('hex').slice(0, 20)}`;
}

function newOrder(lines: Line[], visitor: Visitor): Order {
  const order_no = `KP-${randomBytes(4).readUInt32BE().toString().padStart(10, '0')}`;
  const shopper_id = shopperIdOf(visitor);
  return { order_no, shopper_id, lines, total: totalOf(lines), sessions: [], entering: undefined, settled: false };
}

/** Hundredths as the companion's API takes them: two decimals. */
export function amountOf(hundredths: bigint): string {
  const text = hundredths.toString().padStart(3, '0');
  return `${text.slice(0, -2)}.${text.slice(-2)}`;
}
