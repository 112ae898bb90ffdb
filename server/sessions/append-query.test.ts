import { describe, expect, test } from 'vitest';
import type { SessionRecord } from '../store/store.ts';
import { appendQuery } from './append-query.ts';
import { toShopReturnUrl } from './session-view.ts';

describe('what is added to an address', () => {
  test.each([
    ['', '?a=%2Fx'],
    ['?', '?a=%2Fx'],
    ['?QUJDRA==', '?QUJDRA==&a=%2Fx'],
    ['?s=a%20b~*&x', '?s=a%20b~*&x&a=%2Fx'],
    ['?name=%E4%BD&t=a+b%2B;c', '?name=%E4%BD&t=a+b%2B;c&a=%2Fx'],
    ['?a=1&', '?a=1&a=%2Fx'],
    ['?t=1#/frag?x=1', '?t=1&a=%2Fx#/frag?x=1'],
  ])('leaves %s as it is written', (before, after) => {
    expect(appendQuery(new URL(`https://a.b/p${before}`), { a: '/x' })).toBe(`https://a.b/p${after}`);
  });
});

describe('where the shopper ends', () => {
  const addressOf = (address: string): string =>
    toShopReturnUrl({ id: 'ses_1', request: { return_url: address } } as SessionRecord);

  test.each([
    ['', '?session_id=ses_1'],
    ['?x=%E4&y=a%20b~&flag', '?x=%E4&y=a%20b~&flag&session_id=ses_1'],
    ['?session_id=mine', '?session_id=ses_1'],
    ['?a=1&session_id=mine&my_session_id=2&session_id#top', '?a=1&my_session_id=2&session_id=ses_1#top'],
  ])('is the shop’s own address, with one session_id: %s', (before, after) => {
    expect(addressOf(`https://shop.example/t${before}`)).toBe(`https://shop.example/t${after}`);
  });
});
