import type { NextAction } from '../../shared/contract/index.ts';

/** The windows of EMV 3-D Secure: 250x400, 390x400, 500x600, 600x400 CSS pixels, and the whole screen. */
export type ChallengeWindowSize = NonNullable<NextAction['window_size']>;

/** Width and height that each needs with the dialog around it. */
const SPACE_NEEDED: Readonly<Record<ChallengeWindowSize, readonly [number, number]>> = {
  '01': [268, 464],
  '02': [408, 464],
  '03': [518, 664],
  '04': [618, 464],
  '05': [0, 0],
};

/** Whether a window and the dialog around it fit a screen of that many CSS pixels. */
export function challengeWindowFits(size: ChallengeWindowSize, width: number, height: number): boolean {
  const [wide, high] = SPACE_NEEDED[size];
  return width >= wide && height >= high;
}

/** The window that the page asks for, where there is one of that name, and else the best for the screen. */
export function chooseChallengeWindow(asked: string): ChallengeWindowSize {
  return Object.hasOwn(SPACE_NEEDED, asked) ? (asked as ChallengeWindowSize) : largestFittingWindow(innerWidth);
}

/** The largest window that fits the screen: a phone, upright or lying, gets the whole of it. */
export function largestFittingWindow(width: number, height = innerHeight): ChallengeWindowSize {
  return (['03', '04', '02'] as const).find((size) => challengeWindowFits(size, width, height)) ?? '05';
}
