import express from 'express';
import { checkoutPage, checkoutScript, policy, startPage, thankYouPage } from './pages.mjs';
import { openOrder, takeEvent } from './shop.mjs';

const { SHOP_URL = 'http://localhost:3000' } = process.env;
const app = express();

app.use((_request, response, next) => {
  response.set('content-security-policy', policy);
  next();
});

app.get('/', (_request, response) => response.send(startPage()));

app.post('/orders', async (_request, response) => response.redirect(303, `/checkout/${await openOrder()}`));

app.get('/checkout/:orderNo', (request, response) => {
  const html = checkoutPage(request.params.orderNo);
  if (html === undefined) response.status(404).send('Not found');
  else response.send(html);
});

app.get('/checkout.js', (_request, response) => response.type('text/javascript').send(checkoutScript));

app.get('/thank-you', async (request, response) => response.send(await thankYouPage(request.query.order)));

// The signature covers the bytes as they came: express.json() must not read them first.
app.post('/webhooks', express.raw({ type: 'application/json' }), (request, response) => {
  response.status(takeEvent(request.body, request.headers)).end();
});

// The shopper learns that it did not work, and the log why.
app.use((error, _request, response, _next) => {
  console.error(error);
  response.status(500).send('The checkout cannot be opened now. Please try again later.');
});

app.listen(new URL(SHOP_URL).port || 3000, (error) => {
  if (error) throw error;
  console.log(`shop on ${SHOP_URL}`);
});
