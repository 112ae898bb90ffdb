import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DeclineCode } from '../../../shared/contract/outcome.ts';
import { TRANSITIONS } from '../../payments/transition-table.ts';
import { DECLINE_REASONS, STATE_FILTERS, stateLabel } from './states.ts';
import { timelineDetail, timelineText } from './timeline.ts';

const entry = (kind: string, detail = {}, to = 'paid') => ({ kind, from: 'submitting', to, detail });

test.each([
  [entry('submitted'), 'Payment submitted'],
  [entry('queried', { result_info: '0000:OK' }), 'Gateway query: paid'],
  [entry('approve_requested'), 'Approval requested'],
  [entry('cancel_unknown'), 'Cancellation sent, outcome unknown'],
  [entry('refunded', { refund_amount: '4.00' }), 'Refund of €4.00 accepted by the gateway'],
  [entry('refund_completed', { refund_amount: '4.00' }), 'Refund of €4.00 completed'],
  [
    entry('contradicted', { source: 'query', reported: 'declined' }),
    'Contradicting result: the gateway query reports declined',
  ],
  [entry('something_new'), 'something new'],
])('the timeline entry %j has a text', (line, sentence) => {
  expect(timelineText(line, 'EUR')).toBe(sentence);
});

test('the detail of a timeline entry is its reason and the gateway’s code', () => {
  expect(timelineDetail(entry('resolved', { reason: 'Seen', result_info: '0000:OK' }))).toBe('Seen · 0000:OK');
  expect(timelineDetail(entry('returned'))).toBe('');
});

test('every timeline kind that the server writes has a text', () => {
  const root = new URL('../../', import.meta.url).pathname;
  const code = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !/^(gateway|sandbox|console)\//.test(path))
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .join('\n');
  const named = [...code.matchAll(/(?:\bkind: |version, at, kind: )'(\w+)',(?=\s*(?:detail\b|from_status))/g)].map(
    (match) => match[1]!,
  );
  const kinds = [
    ...new Set([
      ...named,
      'submitted',
      'renewed',
      'refunded',
      'refund_completed',
      'refund_failed',
      'answered',
      'operation_confirmed',
    ]),
  ];
  expect(kinds.length).toBeGreaterThan(9);
  expect(kinds).toContain('promoted');
  const bare = kinds.filter(
    (kind) => timelineText(entry(kind, { refund_amount: '1.00' }), 'EUR') === kind.replaceAll('_', ' '),
  );
  expect(bare).toEqual([]);
});

test('every state and every decline code has a text', () => {
  for (const status of [...Object.keys(TRANSITIONS), ...Object.values(STATE_FILTERS).flat()]) {
    if (status !== 'Active') expect(stateLabel(status).label, status).not.toBe(status);
  }
  expect(Object.keys(DECLINE_REASONS).sort()).toEqual(Object.keys(DeclineCode.def.entries).sort());
});
