import { expect, test } from 'vitest';
import type { HeldNotificationBody } from '../../shared/contract/merchant/notifications.ts';
import { acceptanceEffectText } from './payment-notices.ts';

test.each([
  ['dispute_received', 'Dispute'],
  ['dispute_result', 'Dispute decided'],
  [null, 'CHARGEBACK'],
])('a notification of the kind %s reads as %s', (kind, text) => {
  expect(
    acceptanceEffectText({
      type: 'CHARGEBACK',
      kind,
      reports: ['webhooks_type'],
      recurring_id: null,
    } as unknown as HeldNotificationBody),
  ).toBe(text);
});
