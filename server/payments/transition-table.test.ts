import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { PaymentStatus } from '../../shared/contract/merchant/payments.ts';
import { nextQueryAt } from './query-schedule.ts';
import {
  TRANSITIONS,
  blocksOtherPayments,
  isQueriedOnSchedule,
  type ReportedStatus,
  type ResultSource,
  lookUpTransition,
} from './transition-table.ts';

const STATES = Object.keys(TRANSITIONS) as PaymentStatus[];
const REPORTED = Object.keys(TRANSITIONS.submitting) as ReportedStatus[];
const SOURCES: ResultSource[] = ['response', 'notification', 'query', 'person', 'shopper', 'merchant'];

describe('the state table', () => {
  test('names every reported status for every state, and leads to states only', () => {
    for (const state of STATES) {
      expect(Object.keys(TRANSITIONS[state])).toEqual(REPORTED);
      for (const reported of REPORTED) expect([...STATES, 'stay', 'conflict']).toContain(TRANSITIONS[state][reported]);
    }
  });

  test('has no dead end but the final states, and every state can be reached', () => {
    const reached = new Set<string>(
      STATES.flatMap((state) => REPORTED.map((reported) => TRANSITIONS[state][reported])),
    );
    for (const state of STATES) if (state !== 'submitting') expect(reached).toContain(state);
    for (const state of STATES) {
      const leads = REPORTED.some((reported) => STATES.includes(TRANSITIONS[state][reported] as PaymentStatus));
      expect(leads).toBe(isQueriedOnSchedule(state));
    }
  });

  test('never leads from paid to anything but the shop’s own cancellation, in 100,000 random orders of results', () => {
    const result = fc.record({ status: fc.constantFrom(...REPORTED), source: fc.constantFrom(...SOURCES) });
    fc.assert(
      fc.property(fc.array(result, { maxLength: 12 }), (results) => {
        let state: PaymentStatus = 'submitting';
        for (const { status, source } of results) {
          const to = lookUpTransition(state, status, source);
          if (state === 'paid') expect(['stay', 'conflict', 'cancelled']).toContain(to);
          if (state === 'paid' && to === 'cancelled')
            expect(status === 'cancelled' && source !== 'notification' && source !== 'response').toBe(true);
          if (to !== 'stay' && to !== 'conflict') state = to;
        }
      }),
      { numRuns: 100_000 },
    );
  });

  test('takes money after a decline only from the gateway’s books or a person', () => {
    expect(lookUpTransition('declined', 'paid', 'notification')).toBe('conflict');
    expect(lookUpTransition('declined', 'paid', 'query')).toBe('paid');
    expect(lookUpTransition('declined', 'paid', 'person')).toBe('paid');
    expect(lookUpTransition('paid', 'declined', 'query')).toBe('conflict');
    expect(lookUpTransition('paid', 'cancelled', 'notification')).toBe('conflict');
    expect(lookUpTransition('paid', 'cancelled', 'merchant')).toBe('cancelled');
    expect(lookUpTransition('cancelled', 'paid', 'query')).toBe('conflict');
    expect(lookUpTransition('cancelled', 'paid', 'person')).toBe('paid');
  });

  test('calls a person to what is held although the shopper let go of it, and lets nobody capture it', () => {
    for (const source of SOURCES) {
      expect(lookUpTransition('abandoned', 'held', source)).toBe('conflict');
      expect(lookUpTransition('abandoned', 'cancelled', source)).toBe('cancelled');
      expect(lookUpTransition('abandoned', 'declined', source)).toBe('declined');
    }
    expect(blocksOtherPayments('abandoned')).toBe(false);
  });

  test('is the one that the documentation shows', () => {
    const text = readFileSync(new URL('../docs/payment-states.md', import.meta.url), 'utf8');
    const rows = text.split('\n').filter((line) => /^\| \w+\s*\| .*(stays|conflict)/.test(line));
    expect(rows).toHaveLength(STATES.length);
    const order: ReportedStatus[] = [
      'paid',
      'declined',
      'pending',
      'action_required',
      'unknown',
      'not_sent',
      'abandoned',
      'held',
      'cancelled',
    ];
    for (const row of rows) {
      const [state = '', ...cells] = row
        .split('|')
        .map((cell) => cell.trim().replace('*', ''))
        .slice(1, -1);
      const expected = order.map((reported) =>
        TRANSITIONS[state as PaymentStatus][reported].replace(/^stay$/, 'stays'),
      );
      expect(cells, state).toEqual(expected);
    }
  });
});

test('only what holds a session or was abandoned is asked about, and only for a day', () => {
  for (const status of STATES) {
    expect(nextQueryAt({ status, created_at: 0 }, 0) !== null).toBe(
      blocksOtherPayments(status) || status === 'abandoned',
    );
    expect(nextQueryAt({ status, created_at: 0 }, 24 * 3_600_000)).toBeNull();
  }
});
