// The companion as it runs in production, on the database that the environment names.
import { createCheckoutServer, serve } from '../../dist/server/index.js';

const companion = createCheckoutServer({
  publicUrl: 'http://localhost:8787',
  gatewayUrl: process.env.GATEWAY,
  merchantId: '70519',
  accountId: '984747105',
  signKey: 'bench',
  apiKeys: `${process.env.API_KEY}:pay+read`,
  allowedOrigins: ['http://shop.localhost'],
  databaseUrl: process.env.DATABASE_URL || undefined,
  dataDir: process.env.DATA_DIR,
  logLevel: 'error',
});
await companion.ready;
const served = await serve({ fetch: companion.fetch, port: 0 });
process.once('SIGTERM', () => process.exit(0));
process.send({ url: served.url.replace('localhost', '127.0.0.1') });
