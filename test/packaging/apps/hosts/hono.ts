import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { tillgate } from './tillgate.ts';

const shop = new Hono();
shop.get('/', (c) => c.text('The shop'));
shop.route('/pay', tillgate.app);

serve({ fetch: shop.fetch, port: Number(process.env.PORT) }, () => console.log('listening'));
