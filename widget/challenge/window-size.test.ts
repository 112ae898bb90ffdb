import { afterEach, describe, expect, test, vi } from 'vitest';
import { largestFittingWindow, chooseChallengeWindow, challengeWindowFits } from './window-size.ts';

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
    expect(largestFittingWindow(width, height)).toBe(size);
  });
});

describe('the window', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  test.each([
    ['01', '01'],
    ['05', '05'],
    ['', '03'],
    ['5', '03'],
    ['06', '03'],
    ['toString', '03'],
  ])('for a page that asks for "%s" is %s', (asked, size) => {
    vi.stubGlobal('innerWidth', 1280);
    vi.stubGlobal('innerHeight', 800);
    expect(chooseChallengeWindow(asked)).toBe(size);
  });
});

test('a window fits with the dialog around it, the whole screen always', () => {
  expect(challengeWindowFits('01', 268, 464)).toBe(true);
  expect(challengeWindowFits('01', 267, 464)).toBe(false);
  expect(challengeWindowFits('01', 268, 463)).toBe(false);
  expect(challengeWindowFits('05', 1, 1)).toBe(true);
});
