import { takeEvent } from '../../shop.mjs';

export async function POST(request) {
  return new Response(null, { status: takeEvent(await request.text(), request.headers) });
}
