import { fastify } from 'fastify';
import { toNodeHandler } from 'tillgate/server';
import { tillgate } from './tillgate.ts';

const shop = fastify();
const handle = toNodeHandler(tillgate);
await shop.register((scope, _options, done) => {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
  scope.all('/pay/*', (request, reply) => {
    reply.hijack();
    return handle(request.raw, reply.raw);
  });
  done();
});
shop.get('/', () => 'The shop');

await shop.listen({ port: Number(process.env.PORT) });
console.log('listening');
