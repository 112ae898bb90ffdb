import type { Outcome } from '../../../shared/contract/index.ts';
import { payLikeElement } from './element-calls.ts';
import type { VendureShop } from './vendure-shop.ts';

/** What `openTillgateCheckout` returns. */
export interface OpenedVendureCheckout {
  orderCode: string;
  sessionId: string;
  token: string;
  server: string;
  status: string;
}

/** A shopper without a browser: the calls that the storefront and the element make. */
export interface VendureShopper {
  ask<T>(query: string, variables?: object): Promise<T>;
  add(sku: string): Promise<void>;
  /** Gives customer, address and delivery, and opens the session. */
  checkout(): Promise<OpenedVendureCheckout>;
  /** The order may be placed by now; then it is undefined. */
  open(): Promise<OpenedVendureCheckout | undefined>;
  pay(opened: OpenedVendureCheckout, number?: string): Promise<Outcome>;
}

const VARIANTS: Readonly<Record<string, string>> = { 'MUG-1': '1', 'TOWEL-1': '2', 'VASE-1': '3' };

export function createVendureShopper(shop: VendureShop): VendureShopper {
  let visitor = '';
  const ask = async <T>(query: string, variables: object = {}): Promise<T> => {
    const response = await fetch(shop.shopApi, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(visitor && { authorization: `Bearer ${visitor}` }) },
      body: JSON.stringify({ query, variables }),
    });
    visitor = response.headers.get('vendure-auth-token') ?? visitor;
    const { data, errors } = (await response.json()) as { data: T; errors?: { message: string }[] };
    if (errors !== undefined) throw new Error(errors[0]?.message);
    const failed = Object.values(data as object).find((value) => (value as { errorCode?: string } | null)?.errorCode);
    if (failed !== undefined) throw new Error(JSON.stringify(failed));
    return data;
  };
  const error = '__typename ... on ErrorResult { errorCode message }';
  const open = async (): Promise<OpenedVendureCheckout> =>
    (
      await ask<{ openTillgateCheckout: OpenedVendureCheckout }>(
        'mutation { openTillgateCheckout { orderCode sessionId token server status } }',
      )
    ).openTillgateCheckout;
  return {
    ask,
    async add(sku) {
      const { activeOrder } = await ask<{ activeOrder: { state: string } | null }>('{ activeOrder { state } }');
      if (activeOrder?.state === 'ArrangingPayment') {
        await ask(`mutation { transitionOrderToState(state: "AddingItems") { ${error} } }`);
      }
      await ask(`mutation ($id: ID!) { addItemToOrder(productVariantId: $id, quantity: 1) { ${error} } }`, {
        id: VARIANTS[sku],
      });
    },
    async checkout() {
      await ask(`mutation { setCustomerForOrder(input: {
        emailAddress: "ana@example.com", firstName: "Ana", lastName: "Souza" }) { ${error} } }`);
      await ask(`mutation { setOrderShippingAddress(input: { fullName: "Ana Souza", streetLine1: "Main street 1",
        city: "Berlin", postalCode: "10115", countryCode: "DE" }) { ${error} } }`);
      const { eligibleShippingMethods: methods } = await ask<{ eligibleShippingMethods: { id: string }[] }>(
        '{ eligibleShippingMethods { id } }',
      );
      await ask(`mutation ($id: [ID!]!) { setOrderShippingMethod(shippingMethodId: $id) { ${error} } }`, {
        id: [methods[0]?.id],
      });
      return open();
    },
    open: () =>
      open().catch((caught: unknown) => {
        if (caught instanceof Error && caught.message === 'There is no active order.') return undefined;
        throw caught;
      }),
    pay: ({ token }, number) => payLikeElement(shop, token, number),
  };
}
