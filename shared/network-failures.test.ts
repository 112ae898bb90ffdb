import { expect, test } from 'vitest';
import { toNetworkFailure } from './network-failures.ts';

const failed = (code: string): Error => Object.assign(new Error('connect'), { code });

test.each([
  ['an error of a socket', failed('ECONNREFUSED'), 'nothing listens at its host and port (ECONNREFUSED)'],
  [
    'the cause of a failed fetch',
    new TypeError('fetch failed', { cause: failed('CERT_HAS_EXPIRED') }),
    'its certificate has expired (CERT_HAS_EXPIRED)',
  ],
  [
    'a time limit',
    new DOMException('The operation was aborted', 'TimeoutError'),
    'its host does not answer (ETIMEDOUT)',
  ],
  ['a code without a meaning', failed('EMFILE'), 'EMFILE'],
  ['an error without a code', new RangeError('10.0.0.1 is wrong'), 'RangeError'],
  ['a value that is no error', 'text', 'failed'],
])('%s is told by its code, and without its message', (_what, error, reason) => {
  expect(toNetworkFailure(error).reason).toBe(reason);
});
