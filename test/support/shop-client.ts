import { expect } from 'vitest';
import type { Demo } from '../../demo/start-demo.ts';

export interface ShopClient {
  get(path: string): Promise<Response>;
  read(path: string): Promise<string>;
  post(path: string, fields: Record<string, string>): Promise<Response>;
}

/** A visitor of the demo shop without a browser, who keeps its cookie. */
export function createShopClient({ shopUrl }: Demo): ShopClient {
  let cookie = '';
  const send = async (path: string, init: RequestInit): Promise<Response> => {
    const response = await fetch(`${shopUrl}${path}`, { ...init, headers: { cookie }, redirect: 'manual' });
    cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie;
    return response;
  };
  return {
    get: (path) => send(path, {}),
    read: async (path) => (await send(path, {})).text(),
    post: (path, fields) => send(path, { method: 'POST', body: new URLSearchParams(fields) }),
  };
}

/** The session's token on a checkout page. */
export const tokenOf = (page: string): string => /session="([^"]+)"/.exec(page)?.[1] ?? 'none';
/** The order number on a page. */
export const orderOf = (page: string): string => /KP-\d{10}/.exec(page)?.[0] ?? 'none';

/** Pays as the element on the checkout page does. */
export async function payAtShop(demo: Demo, checkout: string, number: string): Promise<void> {
  const response = await fetch(`${demo.companionUrl}/checkout/payments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokenOf(checkout)}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      attempt_id: crypto.randomUUID(),
      method: 'card',
      card: { number, expiry_month: '12', expiry_year: '2031', security_code: '737', holder_name: 'Ana Souza' },
      shopper: { email: 'ana@example.com' },
      device: {},
    }),
  });
  expect(response.status).toBe(200);
}
