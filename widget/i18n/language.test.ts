import { describe, expect, test } from 'vitest';
import { localizeAmount } from '../../shared/money.ts';
import {
  findLanguageTag,
  loadLanguage,
  loadRestOfEnglish,
  ENGLISH,
  LANGUAGE_LOADERS,
  toIntlLocale,
} from './language.ts';

describe('a tag is read in the nearest language', () => {
  test.each([
    ['de', 'de'],
    ['DE', 'de'],
    ['fr-CH', 'fr'],
    ['es-419', 'es'],
    ['pt', 'pt-BR'],
    ['pt-PT', 'pt-BR'],
    ['pt_BR', 'pt-BR'],
    ['de_AT.UTF-8', 'de'],
    ['zh', 'zh-Hans'],
    ['zh-CN', 'zh-Hans'],
    ['zh-SG', 'zh-Hans'],
    ['zh-TW', 'zh-Hant'],
    ['zh-HK', 'zh-Hant'],
    ['zh-MO', 'zh-Hant'],
    ['zh-Hant-CN', 'zh-Hant'],
    ['zh-Hans-HK', 'zh-Hans'],
    ['zh-Latn', 'zh-Hans'],
    ['iw', 'he'],
    ['iw-IL', 'he'],
    ['in', 'id'],
    ['in-ID', 'id'],
    ['ar-EG', 'ar'],
    ['vi-u-nu-latn', 'vi'],
  ])('%s in %s', (tag, language) => {
    expect(findLanguageTag(tag)).toBe(language);
  });

  test.each([
    'en',
    'en-GB',
    'en-IN',
    'nb',
    'no',
    'sv-SE',
    'yue',
    'x',
    'x-y',
    'english',
    '',
    ' ',
    '-',
    'toString',
    '日本',
  ])('%j in English', async (tag) => {
    expect(findLanguageTag(tag)).toBeUndefined();
    expect(await loadLanguage(tag)).toBe(ENGLISH);
  });
});

describe('a language', () => {
  test.each(Object.keys(LANGUAGE_LOADERS))('%s loads whole, under a tag that plurals know', async (tag) => {
    const language = await loadLanguage(tag);
    expect(language.tag).toBe(tag);
    expect(Intl.PluralRules.supportedLocalesOf(tag)).toHaveLength(1);
    expect(await loadRestOfEnglish(language)).toBe(language);
  });

  test('is read from right to left in Arabic and Hebrew only', async () => {
    const languages = await Promise.all(Object.keys(LANGUAGE_LOADERS).map(loadLanguage));
    expect(languages.filter(({ dir }) => dir === 'rtl').map(({ tag }) => tag)).toEqual(['ar', 'he']);
  });

  test('English gets what follows the form later', async () => {
    expect(ENGLISH.messages).not.toHaveProperty('paid.text');
    expect((await loadRestOfEnglish(ENGLISH)).messages).toMatchObject({
      'paid.text': 'You paid {amount} for order {order}.',
      card: 'Card',
    });
  });
});

describe('amounts keep the region that the texts do not have', () => {
  const amount = (tag: string): string => localizeAmount('1234.50', 'CHF', toIntlLocale(tag)).replace(/\s/g, ' ');

  test('Swiss and German write the same sum differently', () => {
    expect(amount('de-CH')).toMatch(/^CHF 1['’]234\.50$/);
    expect(amount('de_DE')).toBe('1.234,50 CHF');
    expect(amount('fr-FR')).toBe('1 234,50 CHF');
  });

  test('Arabic digits where the region uses them', () => {
    expect(amount('ar-EG')).toContain('١٬٢٣٤٫٥٠');
    expect(amount('ar-AE')).toContain('1,234.50');
  });

  test('an odd tag is written as English', () => {
    for (const tag of ['x', 'english', '', '日本', 'de-']) expect(amount(tag)).toMatch(/^CHF 1,234\.50$/);
    expect(toIntlLocale(undefined as unknown as string)).toBe('en');
    expect(toIntlLocale('iw-IL')).toBe('he-IL');
    expect(toIntlLocale('nb-NO')).toBe('nb-NO');
  });
});
