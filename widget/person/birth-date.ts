const EARLIEST = Date.UTC(1900);

/**
 * Reads a day as a browser's date field has it, YYYY-MM-DD.
 * @returns the interface's DD-MM-YYYY; undefined where it is no real day, or none that a living person was born on
 */
export function toAcquiringBirthDate(day: string, now = Date.now()): string | undefined {
  const time = Date.parse(day);
  // Some browsers roll 31 April over to 1 May.
  const isBorn = time >= EARLIEST && time <= now && new Date(time).toISOString().startsWith(day);
  return isBorn && day.length === 10 ? reverseDateParts(day) : undefined;
}

/** Turns DD-MM-YYYY into YYYY-MM-DD, and the other way round. */
export function reverseDateParts(day: string): string {
  return day.split('-').reverse().join('-');
}
