import { expect } from 'vitest';
import { nextOrderNo, TEST_SESSION_FIELDS } from '../../support/system.ts';
import { PACKED_API_KEY } from './packed-system.ts';

/**
 * A companion below a prefix opens a session and serves its page, its script and its preflights there.
 * @param origin of a page that it allows
 */
export async function expectMountedCompanionToWork(base: string, origin: string): Promise<void> {
  expect((await fetch(`${base}/healthz`)).status).toBe(200);
  const opened = await fetch(`${base}/v1/sessions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${PACKED_API_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...TEST_SESSION_FIELDS, order_no: nextOrderNo() }),
  });
  expect(opened.status).toBe(201);
  const { token, url } = (await opened.json()) as { token: string; url: string };
  expect(new URL(url).pathname).toBe(`${new URL(base).pathname}/pay/${token}`);
  const page = await fetch(`${base}/pay/${token}`, { headers: { accept: 'text/html' } });
  expect(await page.text()).toContain('<tillgate-checkout');
  const script = await fetch(`${base}/widget/tillgate.js`);
  expect(script.headers.get('content-type')).toContain('javascript');
  const preflight = await fetch(`${base}/checkout/session`, { method: 'OPTIONS', headers: { origin } });
  expect(preflight.headers.get('access-control-allow-origin')).toBe(origin);
}
