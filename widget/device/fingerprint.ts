import { FINGERPRINT_SIGNALS } from './signals.ts';

/**
 * An id of this browser, 32 hexadecimal digits, computed here from what it can do, and sent to the companion only. A
 * signal that a browser refuses counts as missing.
 * @throws where the page is no secure context, which has no digest
 */
export async function computeFingerprint(): Promise<string> {
  const values = await Promise.all(
    FINGERPRINT_SIGNALS.map(async (read) => {
      try {
        return await read();
      } catch {
        return undefined;
      }
    }),
  );
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(values)));
  return Array.from(new Uint8Array(digest, 0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
