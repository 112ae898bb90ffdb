import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { gatewayPageLabelFor } from './gateway-page-label.ts';

const LOCALES = readdirSync(new URL('../../widget/i18n/locales', import.meta.url))
  .filter((file) => !file.includes('-more'))
  .map((file) => file.replace('.ts', ''));

test('every language of the element has a name of its own, as short as a label may be', () => {
  const labels = ['en', ...LOCALES].map(gatewayPageLabelFor);
  expect(labels.length).toBe(18);
  expect(new Set(labels).size).toBe(18);
  for (const label of labels) {
    expect(label).not.toBe('Card');
    expect(label.length, label).toBeLessThanOrEqual(60);
  }
});

test.each([
  ['de-AT', 'Karte, auf der Seite des Zahlungsanbieters'],
  ['iw', gatewayPageLabelFor('he')],
  ['sv', gatewayPageLabelFor('en')],
  [undefined, 'Card'],
])('%s: %s', (locale, label) => expect(gatewayPageLabelFor(locale)).toBe(label));
