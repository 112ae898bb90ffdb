import { expect, test } from 'vitest';
import { generateApiKey } from '../http/api-keys.ts';
import { parseApiKeys } from './api-keys.ts';

const KEY = generateApiKey();
const ACCOUNTS = ['default', 'eu', 'us'];
const OTHER = `${generateApiKey()}:with:colons`;

test('an API key has scopes, and a name where the entry gives one', () => {
  expect(parseApiKeys(`${KEY}:pay+read, ${OTHER}:refund:Support desk`, ACCOUNTS)).toEqual([
    { key: KEY, scopes: ['pay', 'read'], accounts: null, name: null },
    { key: OTHER, scopes: ['refund'], accounts: null, name: 'Support desk' },
  ]);
});

test('a key with colons needs no name', () => {
  expect(parseApiKeys(`${OTHER}:read`, ACCOUNTS)).toEqual([
    { key: OTHER, scopes: ['read'], accounts: null, name: null },
  ]);
});

test.each([
  ['no scopes', KEY],
  ['an unknown scope and no name', `${KEY}:write`],
  ['an unknown scope and a name', `${KEY}:write:Support`],
  ['an empty name', `${KEY}:read:`],
  ['a name of 41 characters', `${KEY}:read:${'n'.repeat(41)}`],
])('an entry with %s is refused, and the error does not contain the key', (_name, entry) => {
  expect(() => parseApiKeys(entry, ACCOUNTS)).toThrow('TILLGATE_API_KEYS: key:scope+scope');
  expect(() => parseApiKeys(entry, ACCOUNTS)).not.toThrow(KEY);
});

test('a key is bound to the accounts behind the @ of its scopes, with a name or without one', () => {
  expect(parseApiKeys(`${KEY}:pay+read@eu+us:Shop of Europe, ${OTHER}:read@default`, ACCOUNTS)).toEqual([
    { key: KEY, scopes: ['pay', 'read'], accounts: ['eu', 'us'], name: 'Shop of Europe' },
    { key: OTHER, scopes: ['read'], accounts: ['default'], name: null },
  ]);
});

test.each([
  ['an account that is not configured', `${KEY}:read@asia`, /an account of default, eu, us behind the @ of number 1/],
  ['accounts and the scope users', `${KEY}:read+users@eu`, /no scope users for number 1/],
  ['an @ without an account', `${KEY}:read@`, /^TILLGATE_API_KEYS: key:scope\+scope/],
])('a key with %s is refused, and the error does not contain the key', (_name, entry, message) => {
  expect(() => parseApiKeys(entry, ACCOUNTS)).toThrow(message);
  expect(() => parseApiKeys(entry, ACCOUNTS)).not.toThrow(KEY);
});
