import { expect, test } from 'vitest';
import { AlertCode } from '../../../shared/contract/merchant/alerts.ts';
import { alertText } from './alerts.ts';

test.each([
  [
    'contradicting_result',
    { source: 'query', reported: 'declined', status: 'paid' },
    'The gateway query reports declined, but the payment was paid. Check the gateway’s portal, then resolve the payment.',
  ],
  [
    'outcome_unknown',
    { reason: 'UND_ERR_SOCKET' },
    'The outcome is unknown. The companion queries the gateway automatically.',
  ],
  ['notification_waits', {}, 'An unverified notification needs acceptance.'],
] as const)('the alert %s has the text of its code and detail', (code, detail, text) => {
  expect(alertText({ code, detail })).toBe(text);
});

test('an abandoned payment that the gateway holds has to be rejected or cancelled', () => {
  const detail = { source: 'notification', reported: 'held', status: 'abandoned' };
  expect(alertText({ code: 'contradicting_result', detail })).toMatch(/Reject or cancel it/);
});

test.each(AlertCode.options)('the alert %s has a sentence without gaps', (code) => {
  const detail = {
    reason: 'r',
    source: 'query',
    reported: 'paid',
    status: 'declined',
    transaction_id: 't',
    payment_id: 'p',
  };
  expect(alertText({ code, detail })).toMatch(/^[A-Z][^]*\.$/);
  expect(alertText({ code, detail })).not.toMatch(/undefined|\(\)| {2}/);
});
