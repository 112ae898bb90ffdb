import { isReported, keepNotes, withNote } from '../store/alarm-notes.ts';
import type { PaymentRecord, PaymentStatus } from '../store/store.ts';
import type { VerdictSource } from './states.ts';

interface Word {
  source: VerdictSource;
  reason?: string | undefined;
}

const TAKEN_BESIDE = ' was paid as well';

/** The note of money that was taken beside a payment, and that is in no other book of ours. */
export function secondChargeOf(transactionId: string): string {
  return `transaction ${transactionId}${TAKEN_BESIDE}`;
}

/**
 * What a person should look at, once a verdict has moved a payment. What became of the payment itself is news; money that
 * was taken beside it is still to be given back.
 * @param keepsAll whether what was to be looked at before still is
 */
export function alarmAfter(
  payment: PaymentRecord,
  word: Word,
  status: PaymentStatus,
  keepsAll: boolean,
): string | null {
  const isKept = (note: string): boolean =>
    keepsAll || (word.source !== 'person' && (note.endsWith(TAKEN_BESIDE) || isReported(note)));
  const kept = keepNotes(payment.alarm, isKept);
  if (status === 'unknown') return withNote(kept, word.reason ?? 'no usable answer');
  return isReversal(payment.status, word, status)
    ? withNote(kept, `${word.source} says ${status} after ${payment.status}`)
    : kept;
}

/** The shop was told an end, and the gateway's books say another one. */
export function isReversal(before: PaymentStatus, { source }: Pick<Word, 'source'>, after: PaymentStatus): boolean {
  const wasOver = before === 'declined' || before === 'not_sent' || (before === 'paid' && after === 'cancelled');
  return wasOver && source === 'query' && after !== before;
}
