import { fastify } from 'fastify';
import { checkoutPage, checkoutScript, policy, startPage, thankYouPage } from './pages.mjs';
import { openOrder, takeEvent } from './shop.mjs';

const { SHOP_URL = 'http://localhost:3000' } = process.env;
const app = fastify();

const send = (reply, html) =>
  reply
    .code(html === undefined ? 404 : 200)
    .header('content-security-policy', policy)
    .type('text/html; charset=utf-8')
    .send(html ?? 'Not found');

// The shopper learns that it did not work, and the log why.
app.setErrorHandler((error, _request, reply) => {
  console.error(error);
  reply.code(500).type('text/plain').send('The checkout cannot be opened now. Please try again later.');
});

app.addContentTypeParser('application/x-www-form-urlencoded', (_request, _payload, done) => done(null));

app.get('/', (_request, reply) => send(reply, startPage()));

app.post('/orders', async (_request, reply) => reply.redirect(`/checkout/${await openOrder()}`, 303));

app.get('/checkout/:orderNo', (request, reply) => send(reply, checkoutPage(request.params.orderNo)));

app.get('/checkout.js', (_request, reply) => reply.type('text/javascript').send(checkoutScript));

app.get('/thank-you', async (request, reply) => send(reply, await thankYouPage(request.query.order)));

// The signature covers the bytes as they came: in this scope JSON is not parsed.
app.register(async (scope) => {
  scope.removeContentTypeParser('application/json');
  scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  scope.post('/webhooks', (request, reply) => reply.code(takeEvent(request.body, request.headers)).send());
});

await app.listen({ port: Number(new URL(SHOP_URL).port || 3000) });
console.log(`shop on ${SHOP_URL}`);
