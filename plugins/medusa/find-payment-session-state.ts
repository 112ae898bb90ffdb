import type { MedusaContainer, RemoteQueryFunction } from '@medusajs/framework/types';
import { ContainerRegistrationKeys } from '@medusajs/framework/utils';

/** Where a payment session stands in the shop. */
export interface PaymentSessionState {
  amount: number;
  currency: string;
  /** What is to be paid is another amount by now. */
  isOutdated: boolean;
  payment: ShopPayment | undefined;
  /** Undefined for a payment collection of an order, which has no cart. */
  cartId: string | undefined;
  orderId: string | undefined;
  /** The payment is captured, and the order, if there is one, counts it. */
  isBooked: boolean;
}

interface ShopPayment {
  id: string;
  canceled_at: unknown;
  captured_at: unknown;
  data: Record<string, unknown> | null;
  captures: { id: string }[];
}

interface SessionRow {
  amount: number;
  currency_code: string;
  payment_collection_id: string;
  payment_collection: { amount: number };
  payment: ShopPayment | null;
}

/** Undefined if the payment session is deleted. */
export async function findPaymentSessionState(
  scope: MedusaContainer,
  sessionId: string,
): Promise<PaymentSessionState | undefined> {
  const find = <Row>(entity: string, fields: string[], filters: object): Promise<Row | undefined> =>
    findFirst(scope, entity, fields, filters);
  const session = await find<SessionRow>(
    'payment_session',
    [
      'amount',
      'currency_code',
      'payment_collection_id',
      'payment_collection.amount',
      'payment.*',
      'payment.captures.id',
    ],
    { id: sessionId },
  );
  if (session === undefined) return undefined;
  const collection = { payment_collection_id: session.payment_collection_id };
  const cart = await find<{ cart_id: string }>('cart_payment_collection', ['cart_id'], collection);
  const link = await find<{ order_id: string }>('order_payment_collection', ['order_id'], collection);
  const order = link && (await find<OrderRow>('order', ['id', 'transactions.reference_id'], { id: link.order_id }));
  const payment = session.payment ?? undefined;
  const booked = order?.transactions?.map((transaction) => transaction?.reference_id);
  return {
    amount: session.amount,
    currency: session.currency_code,
    isOutdated: session.amount !== session.payment_collection.amount,
    payment,
    cartId: cart?.cart_id,
    orderId: order?.id,
    isBooked:
      Boolean(payment?.captured_at) && (payment?.captures ?? []).every(({ id }) => booked?.includes(id) ?? true),
  };
}

interface OrderRow {
  id: string;
  transactions?: ({ reference_id: string } | null)[];
}

/** Whether Medusa counts a refund. */
export async function isRefundKnownToMedusa(scope: MedusaContainer, id: string): Promise<boolean> {
  return (await findFirst(scope, 'refund', ['id'], { id })) !== undefined;
}

async function findFirst<Row>(
  scope: MedusaContainer,
  entity: string,
  fields: string[],
  filters: object,
): Promise<Row | undefined> {
  const query = scope.resolve<RemoteQueryFunction>(ContainerRegistrationKeys.QUERY);
  const { data } = await query.graph({ entity, fields, filters });
  return (data as Row[])[0];
}
