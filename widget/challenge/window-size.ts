import type { Action } from '../../shared/contract/index.ts';

/** The windows of EMV 3-D Secure: 250x400, 390x400, 500x600, 600x400 CSS pixels, and the whole screen. */
export type WindowSize = NonNullable<Action['window_size']>;

/** The largest window that fits the screen: a phone gets the whole of it. */
export function bestWindow(width: number): WindowSize {
  if (width < 480) return '05';
  return width < 700 ? '02' : '03';
}
