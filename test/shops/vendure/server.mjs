// A Vendure server with the plugin, from npm's packages. Its settings are in the environment, as JSON in SHOP.
import { existsSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { TillgatePlugin, UnplacedPaymentEvent } from 'tillgate/vendure';

const require = createRequire(import.meta.url);
const { bootstrap, DefaultLogger, EventBus, LogLevel, ProductVariantService } = require('@vendure/core');
const { populate } = require('@vendure/core/cli');

const shop = JSON.parse(process.env.SHOP);
let variants;

/** The shop's own rule: an order is placed only while all of it is in stock. */
const inStock = {
  init: (injector) => {
    variants = injector.get(ProductVariantService);
  },
  async onTransitionStart(_from, to, { ctx, order }) {
    if (to !== 'PaymentSettled' && to !== 'PaymentAuthorized') return undefined;
    // The database's transaction is open: the worst moment to end.
    if (existsSync(shop.dieFile)) {
      rmSync(shop.dieFile);
      process.kill(process.pid, 'SIGKILL');
    }
    if (order.orderPlacedAt) return undefined;
    for (const { productVariant, quantity } of order.lines) {
      if ((await variants.getSaleableStockLevel(ctx, productVariant)) < quantity) return 'It is out of stock.';
    }
    return undefined;
  },
};

const config = {
  apiOptions: { port: shop.port, hostname: '127.0.0.1', shopApiPath: 'shop-api', adminApiPath: 'admin-api' },
  authOptions: {
    tokenMethod: ['bearer'],
    superadminCredentials: { identifier: 'owner', password: shop.password },
    requireVerification: false,
  },
  dbConnectionOptions: { ...shop.database, synchronize: true, logging: false },
  logger: new DefaultLogger({ level: LogLevel.Warn, timestamp: false }),
  orderOptions: { process: [require('@vendure/core').defaultOrderProcess, inStock] },
  paymentOptions: { paymentMethodHandlers: [] },
  plugins: [
    TillgatePlugin.init({
      url: shop.companionUrl,
      apiKey: shop.apiKey,
      webhookSecret: shop.webhookSecret,
      returnUrl: `${shop.storefrontUrl}/return/{code}`,
      ...shop.options,
      session: () => ({ methods: shop.methods, expires_in: 3600 }),
    }),
  ],
};

const FIRST = {
  defaultLanguage: 'en',
  defaultZone: 'Europe',
  countries: [{ name: 'Germany', code: 'DE', zone: 'Europe' }],
  taxRates: [{ name: 'Standard', percentage: 19 }],
  shippingMethods: [{ name: 'Parcel', price: 490 }],
  paymentMethods: [{ name: 'Tillgate', handler: { code: 'tillgate', arguments: [] } }],
  collections: [],
};

const start = () => bootstrap(config);
const products = new URL('products.csv', import.meta.url).pathname;
const app = shop.isNew ? await populate(start, FIRST, products) : await start();
app
  .get(EventBus)
  .ofType(UnplacedPaymentEvent)
  .subscribe(({ payment, orderCode, reason, action }) => {
    process.send({ unplaced: { payment: payment.id, orderCode, reason, action } });
  });
process.on('disconnect', () => process.exit(0));
process.send({ ready: true });
