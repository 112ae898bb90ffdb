// Node's own import: in a bundle the package would not find its files.
const { createCheckoutServer } = await import(/* webpackIgnore: true */ /* turbopackIgnore: true */ 'tillgate/server');

/** A companion inside the shop's own server, beside the one that the page uses. */
export const tillgate = createCheckoutServer({
  publicUrl: `${process.env.SHOP_URL}/pay`,
  gatewayUrl: process.env.GATEWAY_URL ?? '',
  merchantId: '70519',
  accountId: '984747105',
  signKey: process.env.SIGN_KEY ?? '',
  apiKeys: process.env.API_KEYS ?? '',
  allowedOrigins: [process.env.SHOP_URL ?? ''],
  dataDir: ':memory:',
});
