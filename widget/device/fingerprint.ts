import { hashComponents, loadSources, sources } from '@fingerprintjs/fingerprintjs';

/**
 * Signals that are left out: those that insert frames with markup (refused by Trusted Types), write to the page, or
 * warn in the console. The library's own start-up, which reports home, is never called.
 */
const LEFT_OUT = [
  'fonts',
  'domBlockers',
  'fontPreferences',
  'screenFrame',
  'openDatabase',
  'applePay',
  'privateClickMeasurement',
] as const;

/** An id of this browser, computed here from what it can do, and sent to the companion only. */
export async function fingerprint(): Promise<string> {
  const read = loadSources(sources, { cache: {}, debug: false }, LEFT_OUT);
  return hashComponents(await read());
}
