import { createServer } from 'node:http';
import { checkoutPage, checkoutScript, policy, startPage, thankYouPage } from './pages.mjs';
import { openOrder, takeEvent } from './shop.mjs';

const { SHOP_URL = 'http://localhost:3000' } = process.env;

async function answer(request) {
  const { pathname, searchParams } = new URL(request.url, SHOP_URL);
  const [, first, orderNo] = pathname.split('/');
  switch (`${request.method} /${first}`) {
    case 'GET /':
      return html(startPage());
    case 'POST /orders':
      return { status: 303, headers: { location: `/checkout/${await openOrder()}` } };
    case 'GET /checkout':
      return html(checkoutPage(orderNo));
    case 'GET /checkout.js':
      return { status: 200, headers: { 'content-type': 'text/javascript' }, body: checkoutScript };
    case 'GET /thank-you':
      return html(await thankYouPage(searchParams.get('order')));
    case 'POST /webhooks': {
      const chunks = [];
      for await (const chunk of request) chunks.push(chunk);
      return { status: takeEvent(Buffer.concat(chunks), request.headers) };
    }
    default:
      return html(undefined);
  }
}

function html(body) {
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy };
  return body === undefined ? { status: 404, headers, body: 'Not found' } : { status: 200, headers, body };
}

const server = createServer(async (request, response) => {
  try {
    const { status, headers, body } = await answer(request);
    response.writeHead(status, headers).end(body);
  } catch (error) {
    // The shopper learns that it did not work, and the log why.
    console.error(error);
    response.writeHead(500).end('The checkout cannot be opened now. Please try again later.');
  }
});
server.listen(new URL(SHOP_URL).port || 3000, () => console.log(`shop on ${SHOP_URL}`));
