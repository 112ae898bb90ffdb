import { createHash, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { generateApiKey } from '../http/api-keys.ts';
import { API_KEY_MIN_BITS, estimateKeyBits } from './key-strength.ts';

/** The same draws in each run (xorshift), so that a share of refused keys is a fact and no chance. */
let state = 20_260_101;
function randomInt(below: number): number {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) % below;
}
const randomBytes = (length: number): Buffer => Buffer.from(Array.from({ length }, () => randomInt(256)));

const drawn = (alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const DIGITS = '0123456789';

describe('an API key that looks guessable has fewer than 128 bits', () => {
  test.each([
    ['an empty text', ''],
    ['one letter, forty times', 'k'.repeat(40)],
    ['two letters in turns', 'ab'.repeat(30)],
    ['digits in their order', '0123456789'.repeat(5)],
    ['hex digits in their order', '0123456789abcdef'.repeat(3)],
    ['a hex word, repeated', 'deadbeef'.repeat(8)],
    ['a row of the keyboard', 'qwertyuiopasdfghjklzxcvbnm1234567890'],
    ['words with underscores', 'demo_key_for_the_demo_shop_only'],
    ['words and a row', 'test_key_0123456789abcdef'],
    ['words without separators', 'thisisthesecretkeyoftheshopforpayments'],
    ['words in camel case', 'ThisIsTheSecretKeyOfTheShopForPayments'],
    ['words and a year', 'our-shop-api-key-production-2026'],
    ['a long sentence with dashes', 'correct-horse-battery-staple-and-some-more-words'],
    ['a placeholder', 'change_me_change_me_change_me_change_me'],
    ['a name with a short random part', 'live_shop_backend_7f3a9c'],
    ['a random UUID, which has 122 bits', randomUUID()],
    ['a UUID made of the time', '8c5a1b2e-6f1d-11ee-b962-0242ac120002'],
    ['fifteen random bytes in hex', randomBytes(15).toString('hex')],
    ['fifteen random bytes in base64url', randomBytes(15).toString('base64url')],
    ['thirty random digits', drawn(DIGITS, 30)],
    ['twenty random small letters', drawn(LOWER, 20)],
  ])('%s', (_name, key) => {
    expect(estimateKeyBits(key)).toBeLessThan(API_KEY_MIN_BITS);
  });
});

describe('a random API key of any alphabet is accepted', () => {
  test.each([
    ['16 bytes in hex', () => randomBytes(16).toString('hex')],
    ['16 bytes in capital hex', () => randomBytes(16).toString('hex').toUpperCase()],
    ['16 bytes in base64', () => randomBytes(16).toString('base64')],
    ['16 bytes in base64url', () => randomBytes(16).toString('base64url')],
    ['32 bytes in base64', () => randomBytes(32).toString('base64')],
    ['32 bytes in hex', () => randomBytes(32).toString('hex')],
    ['a SHA-256', () => createHash('sha256').update(randomBytes(8)).digest('base64url')],
    ['40 digits', () => drawn(DIGITS, 40)],
    ['28 small letters', () => drawn(LOWER, 28)],
    ['26 small letters and digits', () => drawn(LOWER + DIGITS, 26)],
    ['a prefix of words and 32 bytes', () => `shop_live_key_${randomBytes(32).toString('base64url')}`],
    ['the one that the command makes', generateApiKey],
  ])('%s', (_name, make) => {
    const refused = Array.from({ length: 4_000 }, make).filter((key) => estimateKeyBits(key) < API_KEY_MIN_BITS);
    // By chance a random key may look like words: at most one in a hundred.
    expect(refused.length, refused.slice(0, 5).join(' ')).toBeLessThan(40);
  });

  test('no key that the command makes is ever refused, and each begins with tgk_', () => {
    for (let round = 0; round < 2_000; round += 1) {
      const key = generateApiKey();
      expect(key).toMatch(/^tgk_[A-Za-z0-9_-]{43}$/);
      expect(estimateKeyBits(key)).toBeGreaterThan(API_KEY_MIN_BITS);
    }
  });
});
