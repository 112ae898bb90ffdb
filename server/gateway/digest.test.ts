import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { computeDigest, verifyDigest, type DigestRecipeValues } from './digest.ts';
import { DEFAULT_PROFILE, type DigestRecipeName } from './profile/index.ts';

interface Vector {
  operation: string;
  kind?: string;
  fields: DigestRecipeValues;
  digest: string;
}

const file = JSON.parse(readFileSync(new URL('../../test/vectors/digests.json', import.meta.url), 'utf8')) as {
  sign_key: string;
  vectors: Vector[];
};

/** The recipe that signs each of the vectors' operations. Issuing signs in another way and has a test of its own. */
function recipeOf(vector: Vector): readonly string[] {
  const name = vector.operation === 'authorise' ? vector.kind : vector.operation;
  return DEFAULT_PROFILE.recipes[name as DigestRecipeName];
}

const acquiring = file.vectors.filter((vector) => vector.operation !== 'issuing');

describe('digest vectors', () => {
  test('cover authorise, updateOrders, retrievalTrans and result', () => {
    const seen = new Set(acquiring.map((vector) => vector.operation));
    for (const name of ['authorise', 'updateOrders', 'retrievalTrans', 'result']) expect(seen).toContain(name);
  });

  test.each(acquiring.map((vector, index) => [index, vector.operation, vector] as const))(
    'row %i: %s',
    (_index, _operation, vector) => {
      expect(computeDigest(recipeOf(vector), vector.fields, file.sign_key)).toBe(vector.digest);
    },
  );
});

describe('verifying', () => {
  const recipe = ['merchant_id', 'order_no'];
  const values = { merchant_id: '70519', order_no: 'A-1' };
  const digest = computeDigest(recipe, values, 'old key');

  test('takes either case and any of several keys', () => {
    expect(verifyDigest(digest.toUpperCase(), recipe, values, ['new key', 'old key'])).toBe(true);
  });

  test('refuses another key, another value, a cut and an extended digest', () => {
    expect(verifyDigest(digest, recipe, values, ['new key'])).toBe(false);
    expect(verifyDigest(digest, recipe, { ...values, order_no: 'A-2' }, ['old key'])).toBe(false);
    expect(verifyDigest(digest.slice(0, 63), recipe, values, ['old key'])).toBe(false);
    expect(verifyDigest(`${digest}0`, recipe, values, ['old key'])).toBe(false);
    expect(verifyDigest('', recipe, values, ['old key'])).toBe(false);
  });
});

test('spaces count for nothing, other white space is refused', () => {
  expect(computeDigest(['name'], { name: 'a b' }, 'k')).toBe(computeDigest(['name'], { name: 'ab' }, 'k'));
  expect(() => computeDigest(['name'], { name: 'a\tb' }, 'k')).toThrow(/name cannot enter a digest/);
});

test('a name that only the prototype knows is absent', () => {
  expect(computeDigest(['constructor'], {}, 'k')).toBe(computeDigest([], {}, 'k'));
});

test('values that no digest can contain fail verification without an error', () => {
  for (const order_no of ['A\u007f', 'A\n1', 'x'.repeat(66_001)]) {
    expect(verifyDigest('0'.repeat(64), ['order_no'], { order_no }, ['key'])).toBe(false);
    expect(() => computeDigest(['order_no'], { order_no }, 'key')).toThrow();
  }
});

test('a number enters as the text that travels; what is neither is refused before anything leaves', () => {
  expect(computeDigest(['a', 'b'], { a: 'x', b: 50 }, 'k')).toBe(computeDigest(['a', 'b'], { a: 'x', b: '50' }, 'k'));
  const object = { beneficiary: { name: 'Ana' } } as unknown as DigestRecipeValues;
  expect(() => computeDigest(['beneficiary'], object, 'k')).toThrow(
    expect.objectContaining({ code: 'gateway_invalid_request' }) as Error,
  );
});
