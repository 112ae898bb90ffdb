import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { checkoutPage, checkoutScript, policy, startPage, thankYouPage } from './pages.mjs';
import { openOrder, takeEvent } from './shop.mjs';

const { SHOP_URL = 'http://localhost:3000' } = process.env;
const app = new Hono();

app.use(async (c, next) => {
  await next();
  c.header('content-security-policy', policy);
});

app.get('/', (c) => c.html(startPage()));

app.post('/orders', async (c) => c.redirect(`/checkout/${await openOrder()}`, 303));

app.get('/checkout/:orderNo', (c) => {
  const html = checkoutPage(c.req.param('orderNo'));
  return html === undefined ? c.notFound() : c.html(html);
});

app.get('/checkout.js', (c) => c.body(checkoutScript, 200, { 'content-type': 'text/javascript' }));

app.get('/thank-you', async (c) => c.html(await thankYouPage(c.req.query('order'))));

app.post('/webhooks', async (c) => c.body(null, takeEvent(await c.req.arrayBuffer(), c.req.raw.headers)));

// The shopper learns that it did not work, and the log why.
app.onError((error, c) => {
  console.error(error);
  return c.text('The checkout cannot be opened now. Please try again later.', 500);
});

serve({ fetch: app.fetch, port: Number(new URL(SHOP_URL).port || 3000) }, () => console.log(`shop on ${SHOP_URL}`));
