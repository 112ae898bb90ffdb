import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { signIssuingRequest, verifyIssuingSign } from './issuing-sign.ts';

const file = JSON.parse(readFileSync(new URL('../../test/vectors/digests.json', import.meta.url), 'utf8')) as {
  sign_key: string;
  vectors: { operation: string; fields: Record<string, unknown>; digest: string }[];
};
const issuing = file.vectors.filter((vector) => vector.operation === 'issuing');

describe('issuing vectors', () => {
  test('are there', () => expect(issuing.length).toBeGreaterThanOrEqual(6));

  test.each(issuing.map((vector, index) => [index, vector] as const))('row %i', (_index, vector) => {
    expect(signIssuingRequest(vector.fields, file.sign_key)).toBe(vector.digest);
    expect(verifyIssuingSign(vector.digest.toUpperCase(), vector.fields, ['other', file.sign_key])).toBe(true);
    expect(verifyIssuingSign(vector.digest, vector.fields, ['other'])).toBe(false);
  });
});

test('the order of keys does not matter, nested ones included; sign itself does not count', () => {
  const one = signIssuingRequest({ b: { y: 1, x: [2, 1] }, a: 'é' }, 'k');
  expect(signIssuingRequest({ a: 'é', b: { x: [2, 1], y: 1 }, sign: 'anything' }, 'k')).toBe(one);
  expect(signIssuingRequest({ a: 'é', b: { x: [1, 2], y: 1 } }, 'k')).not.toBe(one);
});
