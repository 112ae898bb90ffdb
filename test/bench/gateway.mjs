// A gateway in a process of its own that takes every payment at once: what is measured is in front of it.
import { createServer } from 'node:http';

const element = (name, value) => `<${name}>${value}</${name}>`;

const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => (body += chunk));
  request.on('end', () => {
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
    const xml = `<?xml version="1.0" encoding="UTF-8"?><respon>${Object.entries(result)
      .map(([name, value]) => element(name, value))
      .join('')}</respon>`;
    response.writeHead(200, { 'content-type': 'application/xml', 'content-length': Buffer.byteLength(xml) }).end(xml);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send({ url: `http://127.0.0.1:${server.address().port}` }));
