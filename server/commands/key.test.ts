import { expect, test } from 'vitest';
import { parseOptions } from '../settings/parse-options.ts';
import { keyCommand } from './key.ts';

async function print(values: Record<string, unknown>): Promise<string[]> {
  const lines: string[] = [];
  expect(await keyCommand.run(values, (line) => lines.push(line), [])).toBe(0);
  return lines;
}

const startWith = (apiKeys: string): unknown =>
  parseOptions({
    publicUrl: 'https://pay.shop.example',
    gatewayUrl: 'https://gateway.example',
    merchantId: '70519',
    accountId: '984747105',
    signKey: 'a sign key',
    apiKeys,
  });

test('tillgate key prints one new key each time, with which a companion starts', async () => {
  const [first = '', ...rest] = await print({});
  const [second = ''] = await print({});
  expect(rest).toEqual([]);
  expect(first).not.toBe(second);
  expect(() => startWith(`${first}:pay,${second}:read`)).not.toThrow();
});

test('tillgate key --scopes prints an entry for TILLGATE_API_KEYS', async () => {
  const [entry = ''] = await print({ scopes: 'payout+resolve' });
  expect(entry).toMatch(/^tgk_[\w-]{43}:payout\+resolve$/);
  expect(startWith(entry)).toMatchObject({ apiKeys: [{ scopes: new Set(['payout', 'resolve']) }] });
});

test('tillgate key with a scope that does not exist is refused and names those that do', () => {
  expect(() => keyCommand.run({ scopes: 'pay+money' }, () => undefined, [])).toThrow(
    '--scopes: one or more of pay, refund, payout, resolve, issue, users, read, joined by +.',
  );
});
