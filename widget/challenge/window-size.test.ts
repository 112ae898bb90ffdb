import { describe, expect, test } from 'vitest';
import { bestWindow, fits } from './window-size.ts';

describe('the best window', () => {
  test.each([
    [1280, 800, '03'],
    [768, 1024, '03'],
    [1024, 600, '04'],
    [640, 480, '04'],
    [600, 500, '02'],
    [430, 932, '02'],
    [407, 932, '05'],
    [360, 640, '05'],
    [844, 390, '05'],
    [320, 256, '05'],
  ] as const)('of a screen of %i x %i is %s', (width, height, size) => {
    expect(bestWindow(width, height)).toBe(size);
  });
});

test('a window fits with the dialog around it, the whole screen always', () => {
  expect(fits('01', 268, 464)).toBe(true);
  expect(fits('01', 267, 464)).toBe(false);
  expect(fits('01', 268, 463)).toBe(false);
  expect(fits('05', 1, 1)).toBe(true);
});
