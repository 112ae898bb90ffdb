import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { computeDigest, DEFAULT_PROFILE } from '../../server/gateway/index.ts';
import { verifyDigest } from '../../server/gateway/digest.ts';
import { parseStrictJson } from '../../server/http/strict-json.ts';
import { toCanonicalJson } from '../../server/context/ids.ts';
import { createDigestSigner } from '../../server/sandbox/sign.ts';
import { parseCookieField, encodeCookiePairs } from '../../shared/cookie-field.ts';
import {
  decodeAcquiringBirthDate,
  decodeCompactTime,
  decodeRecurringDeductionTime,
  decodeIssuingDate,
  encodeAcquiringBirthDate,
  encodeCompactTime,
  encodeRecurringDeductionTime,
} from '../../shared/dates.ts';
import { ERRORS, isCheckoutError } from '../../shared/errors.ts';
import { decodeResultInfo, encodeResultInfo } from '../../shared/interface/result-info.ts';
import { decodeItems, encodeItems, findItemSeparatorFaults } from '../../shared/items.ts';
import {
  orderTotalsDifference,
  encodeAmount,
  isAmount,
  isSameAmount,
  isSameGatewayAmount,
  parseAmount,
} from '../../shared/money.ts';
import { arbitraryAmount, checkProperty, arbitraryHostileText, fuzzTimeout } from '../support/fuzz.ts';

const money = fc.bigInt({ min: 0n, max: 99_999_999_999_999n });

describe('codecs', () => {
  test(
    'promise 16: encoded items decode unchanged or are rejected, for any name',
    { timeout: fuzzTimeout(5_000, 1) },
    () =>
      checkProperty(
        16,
        5_000,
        fc.property(
          fc.array(
            fc.record({
              name: arbitraryHostileText(12),
              sku: arbitraryHostileText(6),
              unit_price: arbitraryAmount,
              quantity: fc.integer({ min: 1, max: 999_999 }),
            }),
            {
              minLength: 1,
              maxLength: 5,
            },
          ),
          (items) => {
            if (findItemSeparatorFaults(items).length === 0) {
              expect(decodeItems(encodeItems(items))).toEqual(items);
            } else {
              expect(() => encodeItems(items)).toThrow(RangeError);
            }
          },
        ),
      ),
  );

  test('promise 16: text that would be encoded otherwise does not decode as items', () =>
    checkProperty(
      16,
      5_000,
      fc.property(
        fc.array(fc.constantFrom('#,#', '#;#', '#', ',', ';', 'a', '1.00', '2'), { maxLength: 14 }),
        (parts) => {
          let items;
          try {
            items = decodeItems(parts.join(''));
          } catch (error) {
            expect(error).toBeInstanceOf(RangeError);
            return;
          }
          // What can be written again is what was read; parts that form separators cannot.
          if (findItemSeparatorFaults(items).length === 0) expect(encodeItems(items)).toBe(parts.join(''));
        },
      ),
    ));

  test('promise 18: cookies decode unchanged, and no name or value adds a pair', () =>
    checkProperty(
      18,
      3_000,
      fc.property(
        fc.array(fc.tuple(arbitraryHostileText(10), arbitraryHostileText(10)), { minLength: 1, maxLength: 6 }),
        (pairs) => {
          const whole = pairs.filter(([name, value]) => name.isWellFormed() && value.isWellFormed());
          if (whole.length > 0 && !(whole.length === 1 && encodeCookiePairs(whole) === ''))
            expect(parseCookieField(encodeCookiePairs(whole))).toEqual(whole);
        },
      ),
    ));

  test('promise 18: dates and times decode unchanged, and no other text decodes as one', () =>
    checkProperty(
      18,
      5_000,
      fc.property(
        fc.date({ min: new Date(Date.UTC(1000, 0, 1)), max: new Date(Date.UTC(9999, 11, 31)), noInvalidDate: true }),
        fc.string({ unit: fc.constantFrom(...'0123456789-: '.split('')), maxLength: 20 }),
        (date, text) => {
          const seconds = Math.floor(date.getTime() / 1_000) * 1_000;
          expect(decodeCompactTime(encodeCompactTime(seconds))).toBe(seconds);
          expect(decodeRecurringDeductionTime(encodeRecurringDeductionTime(seconds))).toBe(seconds);
          const day = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
          expect(decodeAcquiringBirthDate(encodeAcquiringBirthDate(day))).toEqual(day);
          const read = decodeAcquiringBirthDate(text);
          if (read !== undefined) expect(encodeAcquiringBirthDate(read)).toBe(text);
          const compact = decodeCompactTime(text);
          if (compact !== undefined) expect(encodeCompactTime(compact)).toBe(text);
          const deduction = decodeRecurringDeductionTime(text);
          if (deduction !== undefined) expect(encodeRecurringDeductionTime(deduction)).toBe(text);
          const issuing = decodeIssuingDate(text);
          if (issuing !== undefined) expect(Number.isNaN(Date.parse(`${text}T00:00:00Z`))).toBe(false);
        },
      ),
    ));

  test('promise 12: amounts are exact when encoded, parsed, compared and added', () =>
    checkProperty(
      12,
      5_000,
      fc.property(money, money, money, arbitraryHostileText(16), (a, b, c, text) => {
        expect(parseAmount(encodeAmount(a))).toBe(a);
        expect(isSameAmount(encodeAmount(a), encodeAmount(b))).toBe(a === b);
        expect(isSameGatewayAmount(encodeAmount(a), encodeAmount(b))).toBe(a === b);
        const parts = { item_total: encodeAmount(b), shipping: encodeAmount(c), discount: encodeAmount(a) };
        expect(orderTotalsDifference({ amount: encodeAmount(a), ...parts })).toBe(a - (b + c - a));
        // What is taken as an amount is written the same way again, so that no two texts are one sum.
        if (isAmount(text)) expect(encodeAmount(parseAmount(text))).toBe(text);
        else expect(() => parseAmount(text)).toThrow(RangeError);
      }),
    ));

  test('promise 6: an amount in another notation equals the same amount or none', () =>
    checkProperty(
      6,
      5_000,
      fc.property(
        fc.string({ unit: fc.constantFrom(...'0123456789.-+e '.split('')), maxLength: 9 }),
        money,
        (said, value) => {
          const expected = encodeAmount(value);
          if (isSameGatewayAmount(said, expected)) expect(Number(said)).toBe(Number(expected));
        },
      ),
    ));

  test('promise 6: result codes decode unchanged with any message', () =>
    checkProperty(
      6,
      2_000,
      fc.property(fc.stringMatching(/^[A-Za-z0-9_-]{1,32}$/), arbitraryHostileText(), (code, message) => {
        expect(decodeResultInfo(encodeResultInfo({ code, message }))).toEqual({ code, message: message.trim() });
      }),
    ));
});

describe('strict JSON', () => {
  test(
    'promise 18: strict JSON parses what JSON.parse parses, in NFC, or rejects it with an error code',
    { timeout: fuzzTimeout(5_000, 1) },
    () =>
      checkProperty(
        18,
        5_000,
        fc.property(
          fc.oneof(
            fc.json(),
            fc.jsonValue({ stringUnit: 'binary' }).map((value) => JSON.stringify(value)),
            brokenJson(),
          ),
          (text) => {
            let ours: unknown;
            try {
              ours = parseStrictJson(text);
            } catch (error) {
              expect(isCheckoutError(error) && ERRORS[error.code].status === 400).toBe(true);
              return;
            }
            expect(ours).toEqual(
              JSON.parse(text, (_key, value: unknown) => (typeof value === 'string' ? value.normalize('NFC') : value)),
            );
          },
        ),
      ),
  );

  test('promise 18: strict JSON rejects no plain JSON', () =>
    checkProperty(
      18,
      3_000,
      fc.property(fc.jsonValue({ stringUnit: 'grapheme-ascii', maxDepth: 15 }), (value) => {
        const text = JSON.stringify(value);
        if (!text.includes('__proto__')) expect(parseStrictJson(text)).toEqual(JSON.parse(text));
      }),
    ));

  test('promise 18: strict JSON rejects a repeated key at any depth and in any spelling', () =>
    checkProperty(
      18,
      3_000,
      fc.property(
        fc.stringMatching(/^[a-z_]{1,8}$/),
        fc.jsonValue(),
        fc.nat({ max: 3 }),
        fc.boolean(),
        (key, value, depth, escaped) => {
          const written = escaped ? `\\u${key.charCodeAt(0).toString(16).padStart(4, '0')}${key.slice(1)}` : key;
          let text = `{"${key}":1,"other-one":${JSON.stringify(value)},"${written}":2}`;
          for (let at = 0; at < depth; at += 1) text = at % 2 === 0 ? `[${text}]` : `{"x":${text}}`;
          expect(() => parseStrictJson(text)).toThrow();
        },
      ),
    ));

  test('promise 2: the canonical form ignores the order of keys and nothing else', () =>
    checkProperty(
      2,
      3_000,
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        expect(toCanonicalJson(reversed(a))).toBe(toCanonicalJson(a));
        expect(JSON.parse(toCanonicalJson(a))).toEqual(JSON.parse(JSON.stringify(a)));
        if (toCanonicalJson(a) === toCanonicalJson(b))
          expect(JSON.parse(JSON.stringify(a))).toEqual(JSON.parse(JSON.stringify(b)));
      }),
    ));
});

/** Good JSON with a cut, a flip or a splice. */
function brokenJson(): fc.Arbitrary<string> {
  return fc.tuple(fc.json(), fc.nat(), arbitraryHostileText(4)).map(([text, at, junk]) => {
    const place = at % (text.length + 1);
    return text.slice(0, place) + junk + text.slice(place + (at % 3));
  });
}

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  const turned: Record<string, unknown> = {};
  for (const [key, part] of Object.entries(value).reverse()) {
    Object.defineProperty(turned, key, { value: reversed(part), enumerable: true, configurable: true, writable: true });
  }
  return turned;
}

describe('digests', () => {
  const recipes = Object.keys(DEFAULT_PROFILE.recipes) as (keyof typeof DEFAULT_PROFILE.recipes)[];

  test('promise 16: the companion’s and the sandbox’s independent digests agree for every recipe', () => {
    const sandbox = createDigestSigner();
    return checkProperty(
      16,
      3_000,
      fc.property(
        fc.constantFrom(...recipes),
        fc.array(arbitraryHostileText(20), { minLength: 12, maxLength: 12 }),
        arbitraryHostileText(20),
        (recipe, texts, key) => {
          const names = DEFAULT_PROFILE.recipes[recipe];
          const values = Object.fromEntries(names.map((name, index) => [name, texts[index % 12]!]));
          const list = {
            ...values,
            ...(names.includes('transaction_ids') ? { transaction_ids: texts.slice(0, 3) } : {}),
          };
          let digest;
          try {
            digest = computeDigest(names, list, key);
          } catch (error) {
            // Control characters are in no field of the interface.
            expect(isCheckoutError(error) && error.code === 'gateway_invalid_request').toBe(true);
            return;
          }
          expect(digest).toBe(sandbox.sign(recipe, list, key));
          expect(verifyDigest(digest.toUpperCase(), names, list, ['another', key])).toBe(true);
          expect(verifyDigest(digest.slice(0, 63), names, list, [key])).toBe(false);
        },
      ),
    );
  });

  test('promise 16: a digest with one changed character is rejected', () =>
    checkProperty(
      16,
      3_000,
      fc.property(fc.nat({ max: 63 }), fc.integer({ min: 1, max: 15 }), arbitraryAmount, (at, by, amount) => {
        const values = { merchant_id: '70519', account_id: '1', order_no: 'A', currency: 'EUR', amount };
        const digest = computeDigest(DEFAULT_PROFILE.recipes.result, values, 'key');
        const flipped = ((parseInt(digest[at]!, 16) + by) % 16).toString(16);
        const forged = digest.slice(0, at) + flipped + digest.slice(at + 1);
        expect(verifyDigest(forged, DEFAULT_PROFILE.recipes.result, values, ['key'])).toBe(false);
      }),
    ));
});
