import { loadSources, sources } from '@fingerprintjs/fingerprintjs';

/**
 * Signals that are left out, and not shipped: those that insert frames with markup (refused by Trusted Types), write to
 * the page or warn in the console; those that tell nothing in browsers of today; and the costly ones, since the picture
 * of a canvas and the name of the graphics card tell the most. The library's own start-up, which reports home, is never
 * called.
 */
const LEFT_OUT = [
  'fonts',
  'domBlockers',
  'fontPreferences',
  'screenFrame',
  'openDatabase',
  'applePay',
  'privateClickMeasurement',
  'audio',
  'audioBaseLatency',
  'webGlExtensions',
  'cpuClass',
  'osCpu',
  'indexedDB',
  'sessionStorage',
  'localStorage',
  'plugins',
  'vendorFlavors',
  'monochrome',
] as const;

/**
 * An id of this browser, 32 hexadecimal digits, computed here from what it can do, and sent to the companion only.
 * @throws where the page is no secure context, which has no digest
 */
export async function fingerprint(): Promise<string> {
  const components = await loadSources(sources, { cache: {}, debug: false }, LEFT_OUT)();
  const values = Object.entries(components).map(([name, part]) => [name, 'value' in part ? part.value : null]);
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(values.sort())));
  return Array.from(new Uint8Array(digest).subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
