import { createServer } from 'node:http';
import { toNodeHandler } from 'tillgate/server';
import { tillgate } from './tillgate.ts';

const handle = toNodeHandler(tillgate);

const shop = createServer((request, response) => {
  if (request.url?.startsWith('/pay/')) void handle(request, response);
  else response.end('The shop');
});

shop.listen(Number(process.env.PORT), () => console.log('listening'));
