import { describe, expect, test } from 'vitest';
import { createRequestFingerprints } from './request-fingerprints.ts';

const payout = (account: string): Record<string, unknown> => ({ amount: '9.00', to: { account, name: 'Ana' } });
const OURS = payout('1111222233334444');
const OTHER = payout('9999888877774444');

describe('a fingerprint of a whole request', () => {
  const before = createRequestFingerprints(['old']);
  const kept = before.make('payout', OURS);

  test('differs for any changed value, and is equal for another order of fields', () => {
    expect(before.fits(kept, 'payout', { to: { name: 'Ana', account: '1111222233334444' }, amount: '9.00' })).toBe(
      true,
    );
    expect(before.fits(kept, 'payout', OTHER)).toBe(false);
    expect(before.fits(kept, 'createCard', OURS)).toBe(false);
  });

  test.each([
    ['while both keys are known', ['new', 'old']],
    ['while the old key still comes first', ['old', 'new']],
  ] as [string, [string, string]][])('fits its own request and no other %s', (_name, keys) => {
    const during = createRequestFingerprints(keys);
    expect(during.fits(kept, 'payout', OURS)).toBe(true);
    expect(during.fits(kept, 'payout', OTHER)).toBe(false);
  });

  test('fits every request once its key is removed, and so does a missing fingerprint', () => {
    const after = createRequestFingerprints(['new']);
    expect(after.fits(kept, 'payout', OURS)).toBe(true);
    expect(after.fits(null, 'payout', OURS)).toBe(true);
  });

  test('differs under another key, so that card numbers cannot be tried without the key', () => {
    const [one, other] = [kept, createRequestFingerprints(['new']).make('payout', OURS)].map((text) => text.split(':'));
    expect(one?.[0]).not.toBe(other?.[0]);
    expect(one?.[1]).not.toBe(other?.[1]);
    expect(kept).not.toContain('old');
  });
});
