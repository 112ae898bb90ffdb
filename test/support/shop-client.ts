import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { startDemo, type Demo, type DemoOptions } from '../../demo/start-demo.ts';

export const FREE_PORTS = { shop: 0, companion: 0, gateway: 0 };

/** A folder with an element that is not loaded: what a shop's pages need of it without a build. */
export function createWidgetFolder(): { widgetDir: string; remove: () => void } {
  const widgetDir = mkdtempSync(join(tmpdir(), 'tillgate-demo-widget-'));
  writeFileSync(join(widgetDir, 'tillgate.js'), '');
  writeFileSync(join(widgetDir, 'integrity.json'), JSON.stringify({ 'tillgate.js': 'sha384-AAAA' }));
  return { widgetDir, remove: () => rmSync(widgetDir, { recursive: true, force: true }) };
}

/** The demo on free ports, without a built element. */
export function startUnbuiltDemo(widgetDir: string, options: DemoOptions = {}): Promise<Demo> {
  return startDemo({ ports: FREE_PORTS, companion: { widgetDir }, ...options });
}

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
