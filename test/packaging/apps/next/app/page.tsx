import { connection } from 'next/server';
import { callCompanion } from './companion';
import { Checkout } from './checkout';

export default async function Page() {
  await connection();
  const session = await callCompanion<{ token: string }>('/v1/sessions', {
    order_no: `NEXT-${Date.now()}`,
    currency: 'EUR',
    amount: '24.00',
    items: [{ name: 'Morning mug', sku: 'MUG-1', unit_price: '24.00', quantity: 1 }],
    return_url: process.env.SHOP_URL + '/thank-you',
    methods: ['card'],
    shopper: { email: 'ana@example.com' },
  });
  return <Checkout session={session.token} server={process.env.TILLGATE_URL!} />;
}
