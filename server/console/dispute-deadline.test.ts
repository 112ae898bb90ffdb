import { afterEach, expect, test, vi } from 'vitest';
import type { Dispute } from '../../shared/contract/merchant/disputes.ts';
import { sortDisputesByDeadline, disputeDeadlineForm, disputeReason } from './dispute-deadline.ts';

const disputeDue = (dueAt: string | null): Dispute => ({ id: 'dis_1', order_no: 'A-1', due_at: dueAt }) as Dispute;

afterEach(() => {
  vi.unstubAllEnvs();
});

test.each(['America/Los_Angeles', 'UTC', 'Pacific/Auckland'])(
  'the form of a deadline shows the day that was recorded, in %s',
  (zone) => {
    vi.stubEnv('TZ', zone);
    const body = disputeDeadlineForm(disputeDue(null)).request?.({ due: '2026-12-22' }).body as { due_at: string };
    expect(disputeDeadlineForm(disputeDue(body.due_at)).fields?.[0]?.value).toBe('2026-12-22');
  },
);

test('disputes without a deadline come first, then the earliest deadline', () => {
  const [late, unknown, soon] = [
    disputeDue('2026-12-30T00:00:00Z'),
    disputeDue(null),
    disputeDue('2026-12-01T00:00:00Z'),
  ];
  expect(sortDisputesByDeadline([late, unknown, soon])).toEqual([unknown, soon, late]);
});

test('the reason of a dispute names the code', () => {
  expect(disputeReason({ reason: 'Fraud', code: '10.4' } as Dispute)).toBe('Fraud (10.4)');
  expect(disputeReason({ reason: null, code: '10.4' } as Dispute)).toBe('10.4');
  expect(disputeReason({ reason: 'Fraud', code: null } as Dispute)).toBe('Fraud');
});
