import { waitUntil } from '@open-wc/testing';

/** The longest wait, in ms: for a busy machine, where a good one takes a few. */
const PATIENCE = 8_000;

/** Waits until something holds, which a busy machine may take seconds for. Rejects with the message where it never does. */
export function until(holds: () => boolean, message = 'it comes'): Promise<void> {
  return waitUntil(holds, message, { timeout: PATIENCE, interval: 10 });
}
