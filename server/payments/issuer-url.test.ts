import { expect, test } from 'vitest';
import { describeRefusedIssuerUrl, parseIssuerUrl } from './issuer-url.ts';

const rules = { issuerHosts: ['acs.example', '*.bank.example', 'localhost:4002'], allowLoopbackIssuer: true };

test.each([
  'https://acs.example/challenge?id=1',
  'https://ACS.example/',
  'https://pay.bank.example/',
  'https://a.b.bank.example/x',
  'http://localhost:4002/issuer/challenge?visit=x',
])('%s is allowed', (address) => {
  expect(parseIssuerUrl(address, rules)).toBeInstanceOf(URL);
});

test.each([
  'http://acs.example/',
  'https://acs.example.evil.example/',
  'https://evil.example/?x=acs.example',
  'https://acs.example@evil.example/',
  'https://user:pass@acs.example/',
  'https://bank.example/',
  'https://evilbank.example/',
  'https://acs.example:8443/',
  'http://localhost:4003/',
  'https://acs.example\\@evil.example/',
  'https://acs.example/\n',
  '//acs.example/',
  'javascript:alert(1)//acs.example',
  'data:text/html,acs.example',
  'file:///etc/passwd',
  '',
  'acs.example',
])('%s is refused', (address) => {
  expect(parseIssuerUrl(address, rules)).toBeUndefined();
});

test('plain http is for a gateway on this machine only', () => {
  expect(parseIssuerUrl('http://localhost:4002/', { ...rules, allowLoopbackIssuer: false })).toBeUndefined();
});

test.each([
  ['https://acs.other.example/x?y=1', 'issuer_url is not allowed: acs.other.example'],
  ['http://acs.example/', 'issuer_url is not allowed: acs.example'],
  ['https://user:pass@evil.example:8443/', 'issuer_url is not allowed: evil.example:8443'],
  ['https://4242424242424242.evil.example/', 'issuer_url is not allowed: 424242***4242.evil.example'],
  ['javascript:alert(1)', 'issuer_url is not allowed'],
  ['//acs.example/', 'issuer_url is not allowed'],
  ['', 'issuer_url is not allowed'],
])('of %s no more is told than its host', (address, told) => {
  expect(describeRefusedIssuerUrl(address)).toBe(told);
});
