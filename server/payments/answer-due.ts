import type { Job } from '../store/store.ts';
import type { PaymentDeps } from './deps.ts';

/**
 * Until when the sender of a request may be waiting for its answer, in ms since the epoch; null once its time is over.
 * How old something is that a clock far ahead has sent, nobody can tell: its time runs from the first look at it.
 */
export function answerDueAt(deps: PaymentDeps, sentAt: number, { runs }: Job): number | null {
  const { answerDeadline } = deps.settings;
  const now = deps.now();
  if (sentAt > now) return runs > 1 ? null : now + answerDeadline;
  const due = sentAt + answerDeadline;
  return due > now ? due : null;
}
