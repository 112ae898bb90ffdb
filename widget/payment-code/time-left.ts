/** Seconds left at which screen readers announce the time, besides the visible clock. */
const TOLD_AT = [3_600, 1_800, 900, 600, 300, 120, 60];

/** The longest time that is counted down; further off than that the date says more. In seconds. */
export const MAX_COUNTDOWN_SECONDS = 2 * 3_600;

/** Whole seconds until a time, in ms, never below zero. */
export function secondsLeft(end: number, now: number): number {
  return Math.max(0, Math.ceil((end - now) / 1_000));
}

/** `m:ss`, or `h:mm:ss` from an hour on. */
export function formatCountdown(seconds: number): string {
  const clock = new Date(seconds * 1_000).toISOString().slice(11, 19);
  return clock.replace(/^0(0:0?)?/, '');
}

/** The minutes to say out loud: the last of the moments that matter, so that a screen reader is not kept talking. */
export function minutesToAnnounce(seconds: number): number | undefined {
  const moment = TOLD_AT.findLast((told) => seconds <= told);
  return moment === undefined || seconds === 0 ? undefined : moment / 60;
}

/** A code in groups of four, as people read numbers. */
export function groupCodeByFour(value: string): string {
  const plain = /^[\d .-]+$/.test(value) ? value.replace(/[ .-]/g, '') : value;
  return plain.replace(/(\S{4})(?=\S)/g, '$1 ');
}
