import { openOrder } from '../../shop.mjs';

export async function POST() {
  return new Response(null, { status: 303, headers: { location: `/checkout/${await openOrder()}` } });
}
