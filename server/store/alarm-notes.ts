/** What an alarm of a payment says is a list of notes, the newest first. */
const BETWEEN = '; ';

/** The note of a payment that is a duplicate, as long as nobody has looked at it and not all of it was given back. */
export const PAID_TWICE = 'the order is paid by another payment as well';

/** Whether an alarm says something already. */
export function hasNote(alarm: string | null, note: string): boolean {
  return alarm?.split(BETWEEN).includes(note) === true;
}

/** An alarm that says one thing more, once. */
export function withNote(alarm: string | null, note: string): string {
  if (alarm === null || hasNote(alarm, note)) return alarm ?? note;
  return `${note}${BETWEEN}${alarm}`;
}

/** What is left of an alarm where only some of its notes are kept; null where nothing is. */
export function keepNotes(alarm: string | null, isKept: (note: string) => boolean): string | null {
  const kept = alarm?.split(BETWEEN).filter(isKept) ?? [];
  return kept.length === 0 ? null : kept.join(BETWEEN);
}

const REPORTED = 'reported: ';

/** The note of something that was reported and did not act; it stays until a person looks, whatever the payment does. */
export function reported(note: string): string {
  return `${REPORTED}${note}`;
}

export function isReported(note: string): boolean {
  return note.startsWith(REPORTED);
}
