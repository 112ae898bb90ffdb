import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DeclineCode } from '../../../shared/contract/outcome.ts';
import { TRANSITIONS } from '../../payments/states.ts';
import { DECLINES, FILTERS, stateOf } from './states.ts';
import { alarmOf, remarkOf, sentenceOf } from './timeline.ts';

const entry = (kind: string, detail = {}, to = 'paid') => ({ kind, from: 'submitting', to, detail });

test.each([
  [entry('submitted'), 'The shopper submitted the payment'],
  [entry('queried', { result_info: '0000:OK' }), 'We asked the gateway: paid'],
  [entry('approve_requested'), 'The shop asked for an approval'],
  [entry('cancel_unknown'), 'Nobody can say whether the cancellation arrived'],
  [entry('refunded', { refund_amount: '4.00' }), '€4.00 goes back to the shopper'],
  [entry('conflict', { source: 'query', says: 'declined' }), 'Contradiction: The gateway’s books say declined'],
  [entry('something_new'), 'something new'],
])('%j reads as a sentence', (line, sentence) => {
  expect(sentenceOf(line, 'EUR')).toBe(sentence);
});

test('an alarm is told in words', () => {
  expect(alarmOf({ status: 'unknown', alarm: 'UND_ERR_SOCKET' })).toMatch(/^No usable answer came/);
  expect(alarmOf({ status: 'paid', alarm: 'query says declined after paid' })).toBe(
    'The gateway’s books say declined, but it was paid before. Look it up in the gateway’s portal, then resolve it.',
  );
  const charged = 'notification says paid after cancelled; transaction A-00002 was paid as well';
  expect(alarmOf({ status: 'cancelled', alarm: charged })).toMatch(/say paid, but it was cancelled before/);
  const held = 'notification says held after abandoned';
  expect(alarmOf({ status: 'abandoned', alarm: held })).toMatch(/Reject or cancel it/);
  expect(alarmOf({ status: 'declined', alarm: held })).toMatch(/say held, but it was abandoned before/);
  expect(alarmOf({ status: 'paid', alarm: 'something else' })).toBe('');
});

test('a remark is the reason and the gateway’s code', () => {
  expect(remarkOf(entry('resolved', { reason: 'Seen', result_info: '0000:OK' }))).toBe('Seen · 0000:OK');
  expect(remarkOf(entry('returned'))).toBe('');
});

test('every kind of line that the server writes has a sentence of its own', () => {
  const root = new URL('../../', import.meta.url).pathname;
  const code = ['payments', 'merchant', 'store']
    .flatMap((folder) => readdirSync(join(root, folder)).map((name) => join(root, folder, name)))
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
  const named = [...code.matchAll(/(?:event: \{ kind: |note\(deps, \w+, \{ kind: |version, at, kind: )'(\w+)'/g)].map(
    (match) => match[1]!,
  );
  const kinds = [...new Set([...named, 'submitted', 'deducted', 'refunded', 'refund_failed', 'answered', 'decided'])];
  expect(kinds.length).toBeGreaterThan(9);
  expect(kinds).toContain('stands_in');
  const bare = kinds.filter(
    (kind) => sentenceOf(entry(kind, { refund_amount: '1.00' }), 'EUR') === kind.replaceAll('_', ' '),
  );
  expect(bare).toEqual([]);
});

test('every state and every reason of a decline has a word', () => {
  for (const status of [...Object.keys(TRANSITIONS), ...Object.values(FILTERS).flat()]) {
    if (status !== 'Active') expect(stateOf(status).word, status).not.toBe(status);
  }
  expect(Object.keys(DECLINES).sort()).toEqual(Object.keys(DeclineCode.def.entries).sort());
});
