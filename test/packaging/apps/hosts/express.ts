import express from 'express';
import { toNodeHandler } from 'tillgate/server';
import { tillgate } from './tillgate.ts';

const shop = express();
// Before body parsers: the companion reads bodies itself.
shop.use('/pay', toNodeHandler(tillgate));
shop.use(express.json());
shop.get('/', (_request, response) => void response.send('The shop'));

shop.listen(Number(process.env.PORT), () => console.log('listening'));
