import type { Page } from 'playwright-core';
import type { Demo } from '../../demo/start-demo.ts';
import { ORDER, nextOrder, submitOf } from './system.ts';

/** Calls of the merchant API and of shoppers, to give the console something to show. */
export interface ConsoleShop {
  call<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T>;
  /** A payment by a card of the sandbox; its id. */
  pay(card?: string, order?: object): Promise<string>;
}

export function openConsoleShop(demo: Demo): ConsoleShop {
  const call = async <T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> => {
    const response = await fetch(`${demo.companionUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${demo.apiKey}`,
        'content-type': 'application/json',
        ...(method === 'POST' ? { 'idempotency-key': crypto.randomUUID() } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as T;
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`);
    return answer;
  };
  return {
    call,
    async pay(card, order) {
      const session = await call<{ token: string }>('POST', '/v1/sessions', {
        ...ORDER,
        return_url: `${demo.shopUrl}/thank-you`,
        order_no: nextOrder(),
        ...order,
      });
      const response = await fetch(`${demo.companionUrl}/checkout/payments`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${session.token}`,
          'content-type': 'application/json',
          origin: new URL(demo.shopUrl).origin,
        },
        body: JSON.stringify(submitOf(card)),
      });
      return ((await response.json()) as { payment_id: string }).payment_id;
    },
  };
}

export async function signIn(page: Page, demo: Demo, key = demo.apiKey): Promise<void> {
  await page.goto(`${demo.companionUrl}/console`);
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
