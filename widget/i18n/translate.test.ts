import { describe, expect, test } from 'vitest';
import { en } from './en.ts';
import { deferredEnglish } from './locales/en-more.ts';
import { loadLanguage } from './language.ts';
import { createTranslate, type Translate } from './translate.ts';

const ENGLISH = createTranslate({ ...en, ...deferredEnglish }, {}, 'en');

async function speak(tag: string, labels: Readonly<Record<string, string>> = {}): Promise<Translate> {
  return createTranslate((await loadLanguage(tag)).messages, labels, tag);
}

describe('counts', () => {
  test('in English', () => {
    expect([1, 2].map((count) => ENGLISH('installments.count', { count }))).toEqual(['1 payment', '2 payments']);
  });

  test('in Polish, by few and many', async () => {
    const t = await speak('pl');
    expect([1, 2, 5, 22].map((count) => t('installments.count', { count }))).toEqual([
      '1 rata',
      '2 raty',
      '5 rat',
      '22 raty',
    ]);
  });

  test('in Arabic, with a word of its own for two', async () => {
    const t = await speak('ar');
    const texts = [1, 2, 3, 11, 100].map((count) => t('installments.count', { count }));
    expect(new Set(texts.map((text) => text.replace(/\d+/, '#'))).size).toBeGreaterThan(3);
    expect(texts[1]).not.toContain('2');
  });

  test('one is one, also where a language has a single form', async () => {
    const t = await speak('ja');
    expect([1, 2].map((count) => t('installments.count', { count }))).toEqual(['1回払い', '2回払い']);
  });

  test('a million falls back to the common form', async () => {
    const t = await speak('es');
    expect(t('installments.count', { count: 1_000_000 })).toBe('1000000 cuotas');
  });
});

describe('the shop’s own words', () => {
  test('win by key', async () => {
    expect((await speak('fr', { pay: 'Régler {amount}' }))('pay', { amount: '5 €' })).toBe('Régler 5 €');
  });

  test('win for one form of a count, and leave the others', async () => {
    const t = await speak('pl', { 'installments.count.few': 'w {count} ratach' });
    expect([2, 5].map((count) => t('installments.count', { count }))).toEqual(['w 2 ratach', '5 rat']);
  });
});

test('from right to left, names and numbers of orders keep their own direction', async () => {
  const t = await speak('he');
  expect(t('paid.text', { amount: '5 €', order: '#12-A' })).toContain('\u2068#12-A\u2069');
  expect(ENGLISH('paid.text', { amount: '5 €', order: '#12-A' })).toBe('You paid 5 € for order #12-A.');
});
