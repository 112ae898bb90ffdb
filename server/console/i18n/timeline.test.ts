import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DeclineCode } from '../../../shared/contract/outcome.ts';
import { MOVES } from '../../payments/states.ts';
import { DECLINE_REASONS, STATE_FILTERS, stateLabel } from './states.ts';
import { alarmText, timelineDetail, timelineText } from './timeline.ts';

const entry = (kind: string, detail = {}, to = 'paid') => ({ kind, from: 'submitting', to, detail });

test.each([
  [entry('submitted'), 'Payment submitted'],
  [entry('queried', { result_info: '0000:OK' }), 'Gateway query: paid'],
  [entry('approve_requested'), 'Approval requested'],
  [entry('cancel_unknown'), 'Cancellation sent, outcome unknown'],
  [entry('refunded', { refund_amount: '4.00' }), 'Refund of €4.00'],
  [
    entry('conflict', { source: 'query', says: 'declined' }),
    'Contradicting result: the gateway query reports declined',
  ],
  [entry('something_new'), 'something new'],
])('the timeline entry %j has a text', (line, sentence) => {
  expect(timelineText(line, 'EUR')).toBe(sentence);
});

test('an alert has an explanation', () => {
  expect(alarmText({ status: 'unknown', alarm: 'UND_ERR_SOCKET' })).toMatch(/^The outcome is unknown/);
  expect(alarmText({ status: 'paid', alarm: 'query says declined after paid' })).toBe(
    'Contradicting result: the gateway query reports declined, but the payment was paid. Check the gateway’s portal, then resolve it.',
  );
  const charged = 'notification says paid after cancelled; transaction A-00002 was paid as well';
  expect(alarmText({ status: 'cancelled', alarm: charged })).toMatch(/reports paid, but the payment was cancelled/);
  const held = 'notification says held after abandoned';
  expect(alarmText({ status: 'abandoned', alarm: held })).toMatch(/Reject or cancel it/);
  expect(alarmText({ status: 'declined', alarm: held })).toMatch(/reports held, but the payment was abandoned/);
  expect(alarmText({ status: 'paid', alarm: 'something else' })).toBe('');
});

test('the detail of a timeline entry is its reason and the gateway’s code', () => {
  expect(timelineDetail(entry('resolved', { reason: 'Seen', result_info: '0000:OK' }))).toBe('Seen · 0000:OK');
  expect(timelineDetail(entry('returned'))).toBe('');
});

test('every timeline kind that the server writes has a text', () => {
  const root = new URL('../../', import.meta.url).pathname;
  const code = ['payments', 'merchant', 'store']
    .flatMap((folder) => readdirSync(join(root, folder)).map((name) => join(root, folder, name)))
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
  const named = [...code.matchAll(/(?:event: \{ kind: |note\(deps, \w+, \{ kind: |\bat,\s+kind: )'(\w+)'/g)].map(
    (match) => match[1]!,
  );
  const kinds = [...new Set([...named, 'submitted', 'deducted', 'refunded', 'refund_failed', 'answered', 'decided'])];
  expect(kinds.length).toBeGreaterThan(9);
  expect(kinds).toContain('stands_in');
  const bare = kinds.filter(
    (kind) => timelineText(entry(kind, { refund_amount: '1.00' }), 'EUR') === kind.replaceAll('_', ' '),
  );
  expect(bare).toEqual([]);
});

test('every state and every decline code has a text', () => {
  for (const status of [...Object.keys(MOVES), ...Object.values(STATE_FILTERS).flat()]) {
    if (status !== 'Active') expect(stateLabel(status).label, status).not.toBe(status);
  }
  expect(Object.keys(DECLINE_REASONS).sort()).toEqual(Object.keys(DeclineCode.def.entries).sort());
});
