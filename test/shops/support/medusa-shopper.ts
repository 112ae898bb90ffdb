import type { Outcome } from '../../../shared/contract/index.ts';
import { payLikeElement } from './element-calls.ts';
import type { MedusaShop } from './medusa-shop.ts';

/** The payment session of a cart. */
export interface OpenedPaymentSession {
  cartId: string;
  paymentSession: string;
  sessionId: string;
  token: string;
}

/** What `complete` returns: an order, or the cart with an error. */
export interface CartCompletion {
  type?: 'order' | 'cart';
  order?: { id: string };
  message?: string;
}

/** A shopper without a browser: the calls that the storefront and the element make. */
export interface MedusaShopper {
  cartId: string;
  ask<T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T>;
  add(sku: string): Promise<void>;
  /** Gives address and delivery, and opens the session. `data` is what a browser adds to its `data`. */
  checkout(data?: object): Promise<OpenedPaymentSession>;
  /** A new payment session. */
  open(data?: object): Promise<OpenedPaymentSession>;
  pay(opened: OpenedPaymentSession, number?: string): Promise<Outcome>;
  complete(): Promise<CartCompletion>;
}

interface Collection {
  id: string;
  payment_sessions?: { id: string; status: string; data: { tillgate_session: string; token: string } }[];
}

/** @param currency the currency of the shopper's region */
export async function createMedusaShopper(shop: MedusaShop, currency = 'usd'): Promise<MedusaShopper> {
  const send = async (method: string, path: string, body?: object): Promise<{ isOk: boolean; answer: unknown }> => {
    const response = await fetch(`${shop.shopUrl}/store${path}`, {
      method,
      headers: { 'content-type': 'application/json', 'x-publishable-api-key': shop.publishableKey },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { isOk: response.ok, answer: await response.json() };
  };
  const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const { isOk, answer } = await send(method, path, body);
    if (!isOk) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    return answer as T;
  };
  const regionId = shop.regions[currency]!;
  const { cart } = await ask<{ cart: { id: string } }>('POST', '/carts', { region_id: regionId });
  const { products } = await ask<{ products: { variants: { id: string; sku: string }[] }[] }>(
    'GET',
    `/products?region_id=${regionId}&fields=*variants`,
  );
  const variants = products.flatMap((product) => product.variants);
  const shopper: MedusaShopper = {
    cartId: cart.id,
    ask,
    async add(sku) {
      const variant = variants.find((one) => one.sku === sku)!;
      await ask('POST', `/carts/${cart.id}/line-items`, { variant_id: variant.id, quantity: 1 });
    },
    async checkout(data) {
      const country = currency === 'jpy' ? 'jp' : 'de';
      await ask('POST', `/carts/${cart.id}`, {
        email: 'ana@example.com',
        shipping_address: {
          first_name: 'Ana',
          last_name: 'Souza',
          address_1: 'Main street 1',
          city: 'Berlin',
          postal_code: '10115',
          country_code: country,
        },
      });
      const { shipping_options: methods } = await ask<{ shipping_options: { id: string }[] }>(
        'GET',
        `/shipping-options?cart_id=${cart.id}`,
      );
      await ask('POST', `/carts/${cart.id}/shipping-methods`, { option_id: methods[0]!.id });
      return shopper.open(data);
    },
    async open(data) {
      const { payment_collection: collection } = await ask<{ payment_collection: Collection }>(
        'POST',
        '/payment-collections',
        { cart_id: cart.id },
      );
      const path = `/payment-collections/${collection.id}/payment-sessions`;
      const created = await ask<{ payment_collection: Collection }>('POST', path, {
        provider_id: 'pp_tillgate_tillgate',
        data: { ...data, email: 'ana@example.com' },
      });
      const [session] = created.payment_collection.payment_sessions!;
      return {
        cartId: cart.id,
        paymentSession: session!.id,
        sessionId: session!.data.tillgate_session,
        token: session!.data.token,
      };
    },
    pay: ({ token }, number) => payLikeElement(shop, token, number),
    async complete() {
      return (await send('POST', `/carts/${cart.id}/complete`, {})).answer as CartCompletion;
    },
  };
  return shopper;
}
