import { CheckoutError } from '../../shared/errors.ts';
import type { Job, PaymentEvent, PaymentRecord } from '../store/store.ts';
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

/**
 * Keeps a person from settling what is still under way: whatever they saw, the gateway may do it after that.
 * @throws CheckoutError `wrong_state` as long as the answer to the submit, or to what the shop asked for since, may come
 */
export async function refuseUnderWay(deps: PaymentDeps, payment: PaymentRecord): Promise<void> {
  const isUnderWay = payment.status === 'submitting' || isAnswerOpen(deps, await deps.store.listEvents(payment.id));
  if (!isUnderWay) return;
  throw new CheckoutError('wrong_state', 'The gateway may still answer; look again in a minute or two.');
}

/** Whether a payment's timeline names a request whose sender may still be waiting for its answer. */
function isAnswerOpen(deps: PaymentDeps, timeline: readonly PaymentEvent[]): boolean {
  const open = new Map<string, number>();
  const count = (name: string, change: number): void => {
    open.set(name, Math.max(0, (open.get(name) ?? 0) + change));
  };
  for (const { kind, at, detail } of timeline) {
    const [, name, end] = /^(approve|reject|capture|cancel)_(\w+)$/.exec(kind) ?? [];
    // Of what a clock far ahead has asked for, nobody can tell the age, and the person is believed.
    const isYoung = Math.abs(deps.now() - at) < deps.settings.answerDeadline;
    if (kind === 'submitted' && isYoung) count('submit', 1);
    else if (kind === 'answered') count('submit', -1);
    else if (kind === 'decided') count(String(detail['reason']), -1);
    else if (name !== undefined && end !== 'requested') count(name, -1);
    else if (name !== undefined && isYoung) count(name, 1);
  }
  return [...open.values()].some((requests) => requests > 0);
}
