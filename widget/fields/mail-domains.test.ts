import { describe, expect, test } from 'vitest';
import { suggestEmail } from './mail-domains.ts';

describe('a suggestion for a mistyped mail domain', () => {
  test.each([
    ['ana@gmial.com', 'ana@gmail.com'],
    ['ana@gmai.com', 'ana@gmail.com'],
    ['ana@gmaill.com', 'ana@gmail.com'],
    ['ana@gnail.com', 'ana@gmail.com'],
    ['ana@gmail.con', 'ana@gmail.com'],
    ['Ana.B@Hotnail.com', 'Ana.B@hotmail.com'],
    ['ana@yahoo.fr', undefined],
    ['ana@gmail.com', undefined],
    ['ana@company.example', undefined],
    ['ana@', undefined],
    ['', undefined],
  ])('%s: %s', (address, suggestion) => {
    expect(suggestEmail(address)).toBe(suggestion);
  });
});
