import { expect, test } from 'vitest';
import { generateApiKey } from '../http/api-keys.ts';
import { parseApiKeys } from './api-keys.ts';

const KEY = generateApiKey();
const OTHER = `${generateApiKey()}:with:colons`;

test('an API key has scopes, and a name where the entry gives one', () => {
  expect(parseApiKeys(`${KEY}:pay+read, ${OTHER}:refund:Support desk`)).toEqual([
    { key: KEY, scopes: ['pay', 'read'], name: null },
    { key: OTHER, scopes: ['refund'], name: 'Support desk' },
  ]);
});

test('a key with colons needs no name', () => {
  expect(parseApiKeys(`${OTHER}:read`)).toEqual([{ key: OTHER, scopes: ['read'], name: null }]);
});

test.each([
  ['no scopes', KEY],
  ['an unknown scope and no name', `${KEY}:write`],
  ['an unknown scope and a name', `${KEY}:write:Support`],
  ['an empty name', `${KEY}:read:`],
  ['a name of 41 characters', `${KEY}:read:${'n'.repeat(41)}`],
])('an entry with %s is refused, and the error does not contain the key', (_name, entry) => {
  expect(() => parseApiKeys(entry)).toThrow('TILLGATE_API_KEYS: key:scope+scope');
  expect(() => parseApiKeys(entry)).not.toThrow(KEY);
});
