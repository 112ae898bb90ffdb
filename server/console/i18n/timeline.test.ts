import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DeclineCode } from '../../../shared/contract/outcome.ts';
import { TRANSITIONS } from '../../payments/transition-table.ts';
import { STATE_FILTERS, stateLabelAndTone } from './states.ts';
import { texts } from './texts.ts';
import { technicalTextOfEntry, reasonGivenInEntry, timelineEntryText } from './timeline.ts';

const entry = (kind: string, detail = {}, to = 'paid') => ({ kind, from: 'submitting', to, detail });

test.each([
  [entry('submitted'), 'Payment submitted'],
  [entry('answered'), 'Payment approved'],
  [entry('answered', {}, 'cancelled'), 'Gateway response: cancelled'],
  [entry('queried', { result_info: '0000:OK' }), 'Gateway query: paid'],
  [entry('approve_requested'), 'Approval requested'],
  [entry('cancel_unknown'), 'Void sent, outcome unknown'],
  [entry('refunded', { refund_amount: '4.00' }), 'Refund of €4.00 accepted by the gateway'],
  [entry('refund_completed', { refund_amount: '4.00' }), 'Refund of €4.00 completed'],
  [
    entry('contradicted', { source: 'query', reported: 'declined' }),
    'Contradicting result: The gateway query reports declined',
  ],
  [entry('something_new'), 'something new'],
])('the timeline entry %j has a text', (line, sentence) => {
  expect(timelineEntryText(line, 'EUR')).toBe(sentence);
});

test('a person’s reason is shown, and the gateway’s codes are technical details', () => {
  expect(reasonGivenInEntry(entry('resolved', { reason: 'Seen' }))).toBe('Seen');
  expect(reasonGivenInEntry(entry('answered', { reason: 'UND_ERR_SOCKET' }))).toBeUndefined();
  expect(technicalTextOfEntry(entry('answered', { reason: 'UND_ERR_SOCKET', result_info: '0000:OK' }))).toBe(
    'UND_ERR_SOCKET · 0000:OK',
  );
  expect(technicalTextOfEntry(entry('resolved', { reason: 'Seen' }))).toBe('');
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
    (kind) => timelineEntryText(entry(kind, { refund_amount: '1.00' }), 'EUR') === kind.replaceAll('_', ' '),
  );
  expect(bare).toEqual([]);
});

test('every state and every decline code has a text', () => {
  for (const status of [...Object.keys(TRANSITIONS), ...Object.values(STATE_FILTERS).flat()]) {
    if (status !== 'Active') expect(stateLabelAndTone(status).label, status).not.toBe(status);
  }
  expect(Object.keys(texts.declines).sort()).toEqual(Object.keys(DeclineCode.def.entries).sort());
});
