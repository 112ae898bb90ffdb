import { expect, test } from 'vitest';
import { alertText } from './alerts.ts';

test.each([
  [
    'contradicting_result',
    { source: 'query', reported: 'declined', status: 'paid' },
    'The gateway query reports declined, but the payment was paid. Check the gateway’s portal, then resolve the payment.',
  ],
  ['notification_waits', {}, 'An unverified notification needs acceptance.'],
  ['a_new_code', {}, 'a_new_code'],
])('the alert %s has the text of its code and detail', (code, detail, text) => {
  expect(alertText({ code, detail })).toBe(text);
});
