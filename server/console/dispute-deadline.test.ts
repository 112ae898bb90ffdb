import { afterEach, expect, test, vi } from 'vitest';
import type { Dispute } from '../../shared/contract/merchant/disputes.ts';
import { disputeDeadlineForm } from './dispute-deadline.ts';

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
