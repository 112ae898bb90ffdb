import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { isPlainCssValue, isThemeToken, THEME_TOKENS } from './theme-tokens.ts';

describe('theme tokens', () => {
  test('are those that the element documents', () => {
    const source = readFileSync(new URL('../widget/tillgate-checkout.ts', import.meta.url), 'utf8');
    const documented = [...source.matchAll(/@cssproperty \[?(--[a-z-]+)/g)].map(([, name]) => name);
    expect([...THEME_TOKENS].sort()).toEqual(documented.sort());
    expect(isThemeToken('--tillgate-radius')).toBe(true);
    expect(isThemeToken('--tillgate-radius ')).toBe(false);
    expect(isThemeToken('constructor')).toBe(false);
  });

  test.each([
    '#2440d6',
    'rgb(36 64 214 / 50%)',
    'light-dark(#fff, oklch(20% 0.1 250))',
    'calc((1rem + 2px) * 2)',
    '"Söhne", system-ui, sans-serif',
    '0',
  ])('%s is a plain value', (value) => {
    expect(isPlainCssValue(value)).toBe(true);
  });

  test.each([
    '',
    'red; background: blue',
    'red} body{display:none',
    'url(https://evil.example/x)',
    'URL("//evil.example")',
    'image-set("a.png" 1x)',
    'u\\72l(x)',
    'u/**/rl(x)',
    'xrgb(1 2 3)',
    '-rgb(1 2 3)',
    'ürgb(1 2 3)',
    'rgb(url(x))',
    'calc(1px + src("x"))',
    'var(--other)',
    'attr(data-x)',
    'env(x)',
    'red !important',
    '"a\nb"',
    'a'.repeat(301),
    7,
    null,
  ])('%s is none', (value) => {
    expect(isPlainCssValue(value)).toBe(false);
  });
});
