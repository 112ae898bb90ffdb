// The least that any companion has to do: read, sign, forward over the same transport, parse, answer. Keeps nothing.
import { createServer } from 'node:http';
import { createAcquiringClient } from '../../dist/server/gateway/index.js';

const client = createAcquiringClient({
  baseUrl: process.env.GATEWAY,
  merchantId: '70519',
  accountId: '984747105',
  signKeys: ['bench'],
});

const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => (body += chunk));
  request.on('end', async () => {
    const { kind } = await client.authorise(JSON.parse(body));
    const answer = JSON.stringify({ status: kind });
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': answer.length }).end(answer);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send({ url: `http://127.0.0.1:${server.address().port}` }));
