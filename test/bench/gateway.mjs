// A gateway in a process of its own that takes every payment at once: what is measured is in front of it.
import { createServer } from 'node:http';

const MERCHANT = { merchant_id: '70519', account_id: '984747105' };
const element = ([name, value]) => `<${name}>${value}</${name}>`;

/** The answer to a payment. */
function authorise(body) {
  const { merchant_id, account_id, order_no, amount, currency } = JSON.parse(body);
  const result = {
    merchant_id,
    account_id,
    order_no,
    amount,
    currency,
    transaction_id: `${order_no}-00001`,
    card: '424242***4242',
    order_status: '1',
    result_info: '0000:Success',
  };
  const elements = Object.entries(result).map(element).join('');
  return ['application/xml', `<?xml version="1.0" encoding="UTF-8"?><respon>${elements}</respon>`];
}

/** Every queried order is paid. */
function query(body) {
  const orders = (new URLSearchParams(body).get('orders') ?? '').split(',');
  const orders_list = orders.map((order_no) => ({
    order_no,
    currency: 'EUR',
    amount: '24.00',
    payment_status: '3000',
    query_result: '1',
    transaction_id: `${order_no}-00001`,
    transaction_date: '20300101000000',
  }));
  return ['application/json', JSON.stringify({ ...MERCHANT, return_status: '1', orders_list })];
}

const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => (body += chunk));
  request.on('end', () => {
    const [type, text] = request.url.endsWith('/retrievalTrans') ? query(body) : authorise(body);
    response.writeHead(200, { 'content-type': type, 'content-length': Buffer.byteLength(text) }).end(text);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send({ url: `http://127.0.0.1:${server.address().port}` }));
