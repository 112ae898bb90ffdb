// The companion as it runs in production, on the database that the environment names.
import { randomBytes } from 'node:crypto';
import { limitHeapAfterStart, limitHeapDuringStart } from '../../dist/server/heap-growth.js';

// As `tillgate serve` starts.
limitHeapDuringStart();
const { createCheckoutServer, serve } = await import('../../dist/server/index.js');

const companion = createCheckoutServer({
  publicUrl: 'http://localhost:8787',
  gatewayUrl: process.env.GATEWAY,
  merchantId: '70519',
  accountId: '984747105',
  signKey: 'bench',
  apiKeys: `${randomBytes(32).toString('base64url')}:pay+read`,
  allowedOrigins: ['http://shop.localhost'],
  databaseUrl: process.env.DATABASE_URL || undefined,
  dataDir: process.env.DATA_DIR,
  logLevel: 'error',
  // Every shopper of the load comes from an address of their own.
  trustProxy: 1,
});
await companion.ready;
const served = await serve({ fetch: companion.fetch, port: 0 });
limitHeapAfterStart();
process.once('SIGTERM', () => process.exit(0));
process.send({ url: served.url.replace('localhost', '127.0.0.1') });
