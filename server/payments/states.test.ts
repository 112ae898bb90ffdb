import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { PaymentStatus } from '../store/store.ts';
import { nextCheckAt } from './schedule.ts';
import { MOVES, isHolding, isUnsettled, moveOf, type VerdictKind, type VerdictSource } from './states.ts';

const STATES = Object.keys(MOVES) as PaymentStatus[];
const VERDICTS = Object.keys(MOVES.submitting) as VerdictKind[];
const SOURCES: VerdictSource[] = ['answer', 'notification', 'query', 'person', 'shopper', 'merchant'];

describe('the state table', () => {
  test('names every verdict for every state, and leads to states only', () => {
    for (const state of STATES) {
      expect(Object.keys(MOVES[state])).toEqual(VERDICTS);
      for (const verdict of VERDICTS) expect([...STATES, 'stay', 'conflict']).toContain(MOVES[state][verdict]);
    }
  });

  test('has no dead end but the final states, and every state can be reached', () => {
    const reached = new Set<string>(STATES.flatMap((state) => VERDICTS.map((verdict) => MOVES[state][verdict])));
    for (const state of STATES) if (state !== 'submitting') expect(reached).toContain(state);
    for (const state of STATES) {
      const leads = VERDICTS.some((verdict) => STATES.includes(MOVES[state][verdict] as PaymentStatus));
      expect(leads).toBe(isUnsettled(state));
    }
  });

  test('never leads from paid to anything but the shop’s own cancellation, in 100,000 random orders of verdicts', () => {
    const verdict = fc.record({ kind: fc.constantFrom(...VERDICTS), source: fc.constantFrom(...SOURCES) });
    fc.assert(
      fc.property(fc.array(verdict, { maxLength: 12 }), (verdicts) => {
        let state: PaymentStatus = 'submitting';
        for (const { kind, source } of verdicts) {
          const move = moveOf(state, kind, source);
          if (state === 'paid') expect(['stay', 'conflict', 'cancelled']).toContain(move);
          if (state === 'paid' && move === 'cancelled')
            expect(kind === 'cancelled' && source !== 'notification').toBe(true);
          if (move !== 'stay' && move !== 'conflict') state = move;
        }
      }),
      { numRuns: 100_000 },
    );
  });

  test('takes money after a decline only from the gateway’s books or a person', () => {
    expect(moveOf('declined', 'paid', 'notification')).toBe('conflict');
    expect(moveOf('declined', 'paid', 'query')).toBe('paid');
    expect(moveOf('declined', 'paid', 'person')).toBe('paid');
    expect(moveOf('paid', 'declined', 'query')).toBe('conflict');
    expect(moveOf('paid', 'cancelled', 'notification')).toBe('conflict');
    expect(moveOf('paid', 'cancelled', 'merchant')).toBe('cancelled');
    expect(moveOf('cancelled', 'paid', 'query')).toBe('conflict');
    expect(moveOf('cancelled', 'paid', 'person')).toBe('paid');
  });

  test('calls a person to what is held although the shopper let go of it, and lets nobody capture it', () => {
    for (const source of SOURCES) {
      expect(moveOf('abandoned', 'held', source)).toBe('conflict');
      expect(moveOf('abandoned', 'cancelled', source)).toBe('cancelled');
      expect(moveOf('abandoned', 'declined', source)).toBe('declined');
    }
    expect(isHolding('abandoned')).toBe(false);
  });

  test('is the one that the documentation shows', () => {
    const text = readFileSync(new URL('../docs/payment-states.md', import.meta.url), 'utf8');
    const rows = text.split('\n').filter((line) => /^\| \w+\s*\| .*(stays|conflict)/.test(line));
    expect(rows).toHaveLength(STATES.length);
    const order: VerdictKind[] = [
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
      const expected = order.map((verdict) => MOVES[state as PaymentStatus][verdict].replace(/^stay$/, 'stays'));
      expect(cells, state).toEqual(expected);
    }
  });
});

test('only what holds a session or was abandoned is asked about, and only for a day', () => {
  for (const status of STATES) {
    expect(nextCheckAt({ status, created_at: 0 }, 0) !== null).toBe(isHolding(status) || status === 'abandoned');
    expect(nextCheckAt({ status, created_at: 0 }, 24 * 3_600_000)).toBeNull();
  }
});
