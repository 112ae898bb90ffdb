import { expect, test } from 'vitest';
import { createTillgateClient } from './index.ts';

const PAGES: Readonly<Record<string, object>> = {
  '': { payments: [{ id: 'pay_1' }, { id: 'pay_2' }], next_cursor: 'c2' },
  c2: { payments: [], next_cursor: 'c3' },
  c3: { payments: [{ id: 'pay_3' }], next_cursor: null },
};

function createShop(): { client: ReturnType<typeof createTillgateClient>; searches: string[] } {
  const searches: string[] = [];
  const client = createTillgateClient({
    url: 'https://pay.example',
    apiKey: 'key',
    fetch: (input) => {
      const { search, searchParams } = new URL(input as string);
      searches.push(search);
      return Promise.resolve(Response.json(PAGES[searchParams.get('cursor') ?? '']));
    },
  });
  return { client, searches };
}

test('an awaited list is its first page', async () => {
  const { client, searches } = createShop();
  expect(await client.payments.list({ limit: 2 })).toEqual(PAGES['']);
  expect(searches).toEqual(['?limit=2']);
});

test('an iterated list yields the entries of every page, and keeps the filters', async () => {
  const { client, searches } = createShop();
  const ids: string[] = [];
  for await (const payment of client.payments.list({ status: 'paid' })) ids.push(payment.id);
  expect(ids).toEqual(['pay_1', 'pay_2', 'pay_3']);
  expect(searches).toEqual(['?status=paid', '?status=paid&cursor=c2', '?status=paid&cursor=c3']);
});

test('a loop that ends early requests no further page', async () => {
  const { client, searches } = createShop();
  for await (const payment of client.payments.list()) if (payment.id === 'pay_2') break;
  expect(searches).toHaveLength(1);
});

test('a list that is awaited and iterated requests its first page once, and nothing before that', async () => {
  const { client, searches } = createShop();
  const list = client.payments.list();
  expect(searches).toEqual([]);
  await list;
  for await (const payment of list) expect(payment.id).toMatch(/^pay_/);
  expect(searches).toHaveLength(3);
});

test('a list that fails rejects where it is awaited and where it is iterated', async () => {
  const client = createTillgateClient({
    url: 'https://pay.example',
    apiKey: 'key',
    fetch: () => Promise.resolve(Response.json({ code: 'forbidden', detail: 'no', request_id: 'r' }, { status: 403 })),
  });
  await expect(client.payments.list()).rejects.toMatchObject({ code: 'forbidden' });
  const iterate = async (): Promise<void> => {
    for await (const payment of client.payments.list()) expect(payment).toBeUndefined();
  };
  await expect(iterate()).rejects.toMatchObject({ code: 'forbidden' });
});
