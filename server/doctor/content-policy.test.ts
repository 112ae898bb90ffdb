import { describe, expect, test } from 'vitest';
import { allowsTrustedTypes, isAddressAllowed, isScriptAllowed, parsePolicies, sourcesOf } from './content-policy.ts';

const page = new URL('https://shop.example/checkout');
const pay = new URL('https://pay.shop.example/widget/tillgate.js');

describe('sources of a directive', () => {
  test.each([
    ["'self'", false],
    ['*', true],
    ['https:', true],
    ['http:', true],
    ['data:', false],
    ['https://pay.shop.example', true],
    ['HTTPS://Pay.Shop.Example', true],
    ['pay.shop.example', true],
    ['http://pay.shop.example', true],
    ['https://pay.shop.example:443', true],
    ['https://pay.shop.example:*', true],
    ['https://pay.shop.example:8443', false],
    ['https://pay.shop.example/widget/', true],
    ['https://pay.shop.example/widget/tillgate.js', true],
    ['https://pay.shop.example/other/', false],
    ['*.shop.example', true],
    ['*.example', true],
    ['*.pay.shop.example', false],
    ['https://shop.example', false],
    ["'none'", false],
    ["'unsafe-inline'", false],
  ])('%s on an https page allows the companion: %s', (source, expected) => {
    expect(isAddressAllowed([source], pay, page)).toBe(expected);
  });

  test('a source without a port allows only the standard one', () => {
    const other = new URL('http://localhost:4001/');
    const shop = new URL('http://localhost:3000/');
    expect(isAddressAllowed(['http://localhost'], other, shop)).toBe(false);
    expect(isAddressAllowed(['localhost:4001'], other, shop)).toBe(true);
    expect(isAddressAllowed(["'self'"], other, shop)).toBe(false);
    expect(isAddressAllowed(['https:'], other, shop)).toBe(false);
  });

  test('a missing directive falls back, and the first of a name counts', () => {
    const [policy] = parsePolicies(["default-src 'none'; script-src a.example; script-src b.example"]);
    expect(sourcesOf(policy!, 'script-src')).toEqual(['a.example']);
    expect(sourcesOf(policy!, 'frame-src')).toEqual(["'none'"]);
    expect(sourcesOf(policy!, 'form-action')).toBeUndefined();
    expect(sourcesOf(parsePolicies(['child-src c.example'])[0]!, 'frame-src')).toEqual(['c.example']);
  });

  test('a header with commas holds several policies', () => {
    expect(parsePolicies(["default-src 'self', script-src *", ''])).toHaveLength(2);
  });
});

describe('scripts and Trusted Types', () => {
  const tag = { address: pay, nonce: undefined, integrity: undefined };

  test('a nonce or an integrity allows a script whatever its address', () => {
    expect(isScriptAllowed(["'nonce-abc'"], tag, page)).toBe(false);
    expect(isScriptAllowed(["'nonce-abc'"], { ...tag, nonce: 'abc' }, page)).toBe(true);
    expect(isScriptAllowed(["'sha384-x'"], { ...tag, integrity: 'sha384-x' }, page)).toBe(true);
    expect(isScriptAllowed(["'sha384-x'"], { ...tag, integrity: 'sha384-y' }, page)).toBe(false);
  });

  test('strict-dynamic ignores addresses', () => {
    expect(isScriptAllowed(["'strict-dynamic'", 'https:'], tag, page)).toBe(false);
    expect(isScriptAllowed(["'strict-dynamic'", "'nonce-abc'"], { ...tag, nonce: 'abc' }, page)).toBe(true);
  });

  test('Trusted Types need the element’s policy by name', () => {
    const allows = (text: string): boolean => allowsTrustedTypes(parsePolicies([text])[0]!);
    expect(allows("require-trusted-types-for 'script'")).toBe(true);
    expect(allows('trusted-types shop')).toBe(false);
    expect(allows('trusted-types shop tillgate')).toBe(true);
  });
});
