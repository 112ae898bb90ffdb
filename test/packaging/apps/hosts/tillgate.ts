import { createCheckoutServer } from 'tillgate/server';

export const tillgate = createCheckoutServer({
  publicUrl: 'https://shop.example/pay',
  gatewayUrl: 'https://gateway.example',
  merchantId: '70519',
  accountId: '984747105',
  signKey: process.env.SIGN_KEY ?? '',
  apiKeys: process.env.API_KEYS ?? '',
  allowedOrigins: ['https://shop.example'],
  // So that the test of this app leaves nothing behind.
  dataDir: ':memory:',
});

process.once('SIGTERM', () => {
  void tillgate.close().then(() => process.exit(0));
});
