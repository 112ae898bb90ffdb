import { type Finding, ok, skipped, warning } from './finding.ts';
import type { ProbeResult } from './probe-url.ts';

/** The greatest difference of two clocks that is not reported, in ms. */
const TOLERANCE = 30_000;

/** Compares this machine's clock with the `Date` header of answers. */
export function checkClock(visits: Readonly<Record<string, ProbeResult | undefined>>, now: () => number): Finding {
  const differences = Object.entries(visits).flatMap(([name, visit]) =>
    visit?.kind === 'answered' && visit.serverTime !== undefined ? [{ name, ms: visit.serverTime - now() }] : [],
  );
  if (differences.length === 0) return skipped('clock', 'nothing answered with its time');
  const wrong = differences.filter(({ ms }) => Math.abs(ms) > TOLERANCE);
  if (wrong.length === 0) return ok('clock', `as at ${differences.map(({ name }) => name).join(' and ')}`);
  const found = wrong.map(({ name, ms }) => `${name} is ${inSeconds(ms)}`).join('; ');
  return warning(
    'clock',
    found,
    'Set this machine’s clock by NTP: webhooks older than five minutes are refused, and sessions end by the clock.',
  );
}

function inSeconds(ms: number): string {
  return `${String(Math.round(Math.abs(ms) / 1_000))} s ${ms > 0 ? 'ahead' : 'behind'}`;
}
