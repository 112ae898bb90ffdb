import { describe, expect, test } from 'vitest';
import { en } from './en.ts';
import { deferredEnglish } from './locales/en-more.ts';
import { LANGUAGE_LOADERS } from './language.ts';

type Texts = Readonly<Record<string, string>>;

const ENGLISH: Texts = { ...en, ...deferredEnglish };
const LOCALES: { tag: string; messages: Texts }[] = await Promise.all(
  Object.entries(LANGUAGE_LOADERS).map(async ([tag, load]) => ({ tag, messages: (await load()).messages })),
);

/** Counts that a payment in parts can have. */
const COUNTS = Array.from({ length: 400 }, (_, index) => index + 1);
const FORM = /\.(zero|two|few|many)$/;
const COUNTED = Object.keys(ENGLISH).flatMap((key) =>
  key.endsWith('.other') && `${key.slice(0, -5)}one` in ENGLISH ? [key.slice(0, -6)] : [],
);

/** Words that are the same in English, or a pattern of letters that a language keeps. */
const COGNATES: Readonly<Record<string, readonly string[]>> = {
  '*': ['card.expiry.hint'],
  ar: ['terms.each'],
  de: ['terms.each', 'place.region'],
  es: ['terms.each'],
  fr: ['terms.each', 'place.province', 'place.district'],
  he: ['place.eircode'],
  id: ['place.eircode'],
  it: ['terms.each'],
  ja: ['place.eircode'],
  ko: ['place.eircode'],
  nl: ['terms.each', 'place.district'],
  pl: ['terms.each', 'place.region'],
  'pt-BR': ['terms.each'],
  th: ['place.eircode'],
  tr: ['terms.each'],
  vi: ['place.eircode'],
  'zh-Hans': ['place.eircode'],
  'zh-Hant': ['place.eircode'],
};

const placeholders = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();
const formsOf = (tag: string): Set<string> => {
  const rules = new Intl.PluralRules(tag);
  return new Set(COUNTS.map((count) => (count === 1 ? 'one' : rules.select(count))));
};
const wrongIn = (messages: Texts, isWrong: (text: string, key: string) => boolean): string[] =>
  Object.entries(messages).flatMap(([key, text]) => (isWrong(text, key) ? [`${key}: ${text}`] : []));

test('the languages are all there', () => {
  expect(LOCALES).toHaveLength(17);
  expect(COUNTED).toContain('installments.amount');
});

describe.each(LOCALES)('$tag', ({ tag, messages }) => {
  test('has every key, the forms of its counts, and nothing else', () => {
    const extra = [...formsOf(tag)].filter((form) => FORM.test(`.${form}`));
    const needed = [...Object.keys(ENGLISH), ...COUNTED.flatMap((key) => extra.map((form) => `${key}.${form}`))];
    // Arabic says zero in its own way as well, though nobody pays in no parts.
    const given = Object.keys(messages).filter((key) => !key.endsWith('.zero'));
    expect(given.sort()).toEqual(needed.sort());
  });

  test('puts in the same values as English', () => {
    expect(
      wrongIn(messages, (text, key) => {
        const base = key.replace(/\.\w+$/, '');
        const counted = COUNTED.includes(base);
        // A field's name stands within a sentence as `word`, after a colon as `label`.
        const drop = (list: string[]): string =>
          list
            .filter((name) => !counted || name !== '{count}')
            .join()
            .replace('{word}', '{label}');
        return drop(placeholders(text)) !== drop(placeholders(ENGLISH[counted ? `${base}.other` : key] ?? ''));
      }),
    ).toEqual([]);
  });

  test('says the count wherever a form stands for several', () => {
    const rules = new Intl.PluralRules(tag);
    for (const key of COUNTED.filter((base) => placeholders(ENGLISH[`${base}.other`] ?? '').includes('{count}'))) {
      for (const form of formsOf(tag)) {
        const several = COUNTS.filter((count) => rules.select(count) === form).length > 1 && form !== 'one';
        if (several) expect(messages[`${key}.${form}`], `${key}.${form}`).toContain('{count}');
      }
    }
  });

  test('has no text that is empty or still English', () => {
    const known = [...(COGNATES['*'] ?? []), ...(COGNATES[tag] ?? [])];
    expect(
      wrongIn(messages, (text, key) => text.trim() === '' || (ENGLISH[key] === text && !known.includes(key))),
    ).toEqual([]);
  });

  test('is typeset: own quotation marks, one space, none at the ends, an ellipsis in one piece', () => {
    expect(wrongIn(messages, (text) => /["'`]|\s{2}|^\s|\s$|\.\.\./.test(text))).toEqual([]);
  });

  test('never lets a shopper believe that money was taken, or pay twice', () => {
    const charged = Object.keys(ENGLISH).filter((key) => ENGLISH[key]?.includes('Nothing was charged'));
    // The sentence is the same in all of them, so that it is known when it comes again.
    const sentence = messages['error.other']?.split(/(?<=[.。])\s*|(?<=เรา) /).at(-1) ?? '';
    expect(sentence.length).toBeGreaterThan(5);
    expect(charged.filter((key) => !messages[key]?.includes(sentence.replace(/\.$/, '')))).toEqual([]);
  });
});
