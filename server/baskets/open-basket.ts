import { randomBytes } from 'node:crypto';
import * as z from '../../shared/zod.ts';
import { CheckoutError, isCheckoutError } from '../../shared/errors.ts';
import type { BasketSession, CreateBasketSession } from '../../shared/contract/index.ts';
import { CreateSession } from '../../shared/contract/create-session.ts';
import { toFieldErrors } from '../../shared/field-errors.ts';
import { createSession } from '../sessions/index.ts';
import type { PaymentDeps } from '../context/index.ts';
import { describeError } from '../observability/index.ts';
import { priceBasket, type PricedBasketOrder } from './price-basket.ts';
import type { PriceList } from './price-list.ts';

/**
 * The shop's own code that prices a basket.
 * @throws CheckoutError `invalid_request` with the basket's paths, for a basket that cannot be bought
 */
export type BasketPricer = (basket: CreateBasketSession) => PricedBasketOrder | Promise<PricedBasketOrder>;

/** How baskets of shops without a back end are priced. */
export interface BasketPricing {
  orderPrefix: string;
  price: BasketPricer;
}

const DEFAULT_PREFIX = 'W-';

export function pricingByPriceList(list: PriceList): BasketPricing {
  return { orderPrefix: list.order_prefix ?? DEFAULT_PREFIX, price: (basket) => priceBasket(list, basket) };
}

export function pricingByCallback(priceOrder: BasketPricer): BasketPricing {
  return { orderPrefix: DEFAULT_PREFIX, price: async (basket) => checkOrder(await priceOrder(basket)) };
}

/**
 * Opens a session for a basket. The page names products and quantities; prices come from the companion alone.
 * @param depsOf the dependencies of the account that an order is paid in
 * @throws CheckoutError `not_configured`, `invalid_request`, `store_unavailable`; `configuration_invalid` where the
 *   shop's own prices break a rule
 */
export async function openSessionForBasket(
  deps: Pick<PaymentDeps, 'log'>,
  { pricing, depsOf }: { pricing: BasketPricing | undefined; depsOf: (order: PricedBasketOrder) => PaymentDeps },
  basket: CreateBasketSession,
): Promise<BasketSession> {
  if (pricing === undefined) {
    throw new CheckoutError('not_configured', 'Baskets need TILLGATE_PRICE_LIST or the option priceOrder.');
  }
  const order = await priceSafely(deps, pricing, basket);
  const order_no = `${pricing.orderPrefix}${randomBytes(10).toString('hex').toUpperCase()}`;
  const { session, token } = await createSession(depsOf(order), { ...order, order_no });
  return { session_id: session.id, token, expires_at: new Date(session.expires_at).toISOString() };
}

/** Passes on our own errors only: other errors of a hook may contain any data. */
async function priceSafely(
  deps: Pick<PaymentDeps, 'log'>,
  { price }: BasketPricing,
  basket: CreateBasketSession,
): Promise<PricedBasketOrder> {
  try {
    return await price(basket);
  } catch (error) {
    if (isCheckoutError(error)) throw error;
    deps.log.error({ source: 'priceOrder', error: describeError(error) }, 'a basket could not be priced');
    throw new CheckoutError('internal_error', undefined, { cause: error });
  }
}

const Order = z.omit(CreateSession, { order_no: true });

function checkOrder(order: unknown): PricedBasketOrder {
  const parsed = Order.safeParse(order);
  if (parsed.success) return parsed.data;
  const [first] = toFieldErrors(parsed.error, order);
  throw new CheckoutError(
    'configuration_invalid',
    `priceOrder answered with an order that is wrong at ${first?.path ?? 'its root'}.`,
  );
}
