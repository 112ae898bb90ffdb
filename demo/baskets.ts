import { randomBytes } from 'node:crypto';
import { findProduct, type Product } from './products.ts';

export interface Line {
  product: Product;
  quantity: number;
}

/** What one visitor wants, and the order that became of it. */
export interface Visitor {
  id: string;
  basket: Map<string, number>;
  order: Order | undefined;
}

/** An order at the checkout: fixed once the shopper goes there. */
export interface Order {
  order_no: string;
  lines: Line[];
  total: bigint;
  session: { id: string; token: string } | undefined;
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
      const visitor: Visitor = { id: randomBytes(18).toString('base64url'), basket: new Map(), order: undefined };
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

/** Sets how many of a product are wanted; 0 takes it out. A changed basket is another order. */
export function setQuantity(visitor: Visitor, sku: string, quantity: number): void {
  if (findProduct(sku) === undefined) return;
  if (quantity < 1) visitor.basket.delete(sku);
  else visitor.basket.set(sku, Math.min(quantity, MAX_QUANTITY));
  visitor.order = undefined;
}

/** The visitor's order; made of the basket the first time. */
export function orderOf(visitor: Visitor): Order {
  visitor.order ??= newOrder(linesOf(visitor));
  return visitor.order;
}

function newOrder(lines: Line[]): Order {
  const order_no = `KP-${randomBytes(4).readUInt32BE().toString().padStart(10, '0')}`;
  return { order_no, lines, total: totalOf(lines), session: undefined };
}

/** Hundredths as the companion's API takes them: two decimals. */
export function amountOf(hundredths: bigint): string {
  const text = hundredths.toString().padStart(3, '0');
  return `${text.slice(0, -2)}.${text.slice(-2)}`;
}
