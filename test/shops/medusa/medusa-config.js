// A Medusa server with the provider. Its settings are in the environment, as JSON in SHOP.
const { existsSync, rmSync } = require('node:fs');
const { defineConfig } = require('@medusajs/framework/utils');

const shop = JSON.parse(process.env.SHOP);

// Ends the server once at the worst moment: the order is stored, and its payment is asked for.
const { fetch } = globalThis;
globalThis.fetch = (...given) => {
  if (existsSync(shop.dieFile)) {
    rmSync(shop.dieFile);
    process.kill(process.pid, 'SIGKILL');
  }
  return fetch(...given);
};

module.exports = defineConfig({
  admin: { disable: true },
  projectConfig: {
    databaseUrl: shop.databaseUrl,
    databaseDriverOptions: { connection: { ssl: false } },
    http: {
      storeCors: shop.storefrontUrl,
      adminCors: shop.storefrontUrl,
      authCors: shop.storefrontUrl,
      jwtSecret: 'a secret of a test',
      cookieSecret: 'a secret of a test',
    },
  },
  modules: [
    {
      resolve: '@medusajs/medusa/payment',
      options: {
        providers: [
          {
            resolve: 'tillgate/medusa',
            id: 'tillgate',
            options: {
              url: shop.companionUrl,
              apiKey: shop.apiKey,
              webhookSecret: shop.webhookSecret,
              returnUrl: `${shop.storefrontUrl}/return`,
              session: () => ({ methods: shop.methods }),
              ...shop.options,
            },
          },
        ],
      },
    },
  ],
});
