import type { Context, Hono } from 'hono';
import { deliveryAddressOf, setDeliveryAddress, type Visitor } from './baskets.ts';
import { findDeliveryFaults, readDeliveryAddress } from './delivery-address.ts';
import { deliveryPage } from './pages/delivery-page.ts';
import { pageVisitorOf } from './pages/shop-pages.ts';
import { MARKETS } from './products.ts';

/** The form of the delivery address, which the checkout links to. */
export function addDeliveryRoutes(app: Hono, visitorOf: (c: Context) => Visitor): void {
  app.get('/checkout/delivery', async (c) => {
    const visitor = visitorOf(c);
    const { countries, hasStates } = MARKETS[visitor.currency];
    const checkout = checkoutOf(visitor);
    const form = { address: deliveryAddressOf(visitor), faults: {}, countries, hasStates, checkout };
    return c.html(await deliveryPage(form, pageVisitorOf(visitor)));
  });
  app.post('/checkout/delivery', async (c) => {
    const visitor = visitorOf(c);
    const { countries, hasStates } = MARKETS[visitor.currency];
    const address = readDeliveryAddress(await c.req.parseBody());
    const faults = findDeliveryFaults(address, countries);
    const checkout = checkoutOf(visitor);
    if (Object.keys(faults).length > 0) {
      const form = { address, faults, countries, hasStates, checkout };
      return c.html(await deliveryPage(form, pageVisitorOf(visitor)), 422);
    }
    // The order ends with its address.
    setDeliveryAddress(visitor, address);
    return c.redirect(checkout, 303);
  });
}

function checkoutOf({ order }: Visitor): string {
  return order?.hasGatewayPage === true ? '/checkout?gateway=1' : '/checkout';
}
