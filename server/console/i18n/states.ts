import { language, texts } from './texts.ts';

/** The colour of a state: success, failure, in progress, needs attention, or neutral. */
export type StateTone = 'good' | 'bad' | 'wait' | 'alert' | 'still';

const TONES: Readonly<Record<keyof typeof texts.states, StateTone>> = {
  submitting: 'wait',
  not_sent: 'still',
  action_required: 'wait',
  pending: 'wait',
  held: 'alert',
  unknown: 'alert',
  abandoned: 'still',
  paid: 'good',
  declined: 'bad',
  cancelled: 'still',
  in_progress: 'wait',
  accepted: 'wait',
  refunded: 'good',
  partly_refunded: 'wait',
  disputed: 'alert',
  refused: 'bad',
  received: 'alert',
  won: 'good',
  lost: 'bad',
  invited: 'wait',
  active: 'good',
  disabled: 'still',
  Active: 'good',
  Inactived: 'still',
  open: 'wait',
  processing: 'wait',
  expired: 'still',
  waiting: 'wait',
  delivered: 'good',
  given_up: 'bad',
  none: 'still',
  succeeded: 'good',
  created: 'still',
  frozen: 'wait',
};

/** The text of a name in a table; undefined for an unknown name. */
export function findText<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** The label and tone of a state; an unknown state is its own label. */
export function stateLabelAndTone(name: string): { label: string; tone: StateTone } {
  return { label: findText(texts.states, name) ?? name, tone: findText<StateTone>(TONES, name) ?? 'still' };
}

/** The label of a state inside a sentence. */
export function stateLabelInSentence(state: string): string {
  const { label } = stateLabelAndTone(state === 'active' ? 'Active' : state);
  return language === 'de' ? label : label.toLowerCase();
}

/** The states that each list can filter by. */
export const STATE_FILTERS = {
  /** `disputed` and `refunded` are no statuses of a payment: it stays paid. */
  payments: [
    'paid',
    'held',
    'pending',
    'disputed',
    'refunded',
    'declined',
    'unknown',
    'action_required',
    'cancelled',
    'abandoned',
    'not_sent',
  ],
  refunds: ['in_progress', 'accepted', 'refunded', 'refused', 'not_sent', 'unknown'],
  disputes: ['received', 'won', 'lost'],
  subscriptions: ['Active', 'Inactived'],
  sessions: ['open', 'processing', 'held', 'paid', 'expired'],
  events: ['given_up', 'waiting', 'delivered', 'none'],
  operations: ['succeeded', 'in_progress', 'unknown', 'refused', 'not_sent'],
} as const;

/** States that may change without the console's user: their lists poll. */
export const IN_PROGRESS_STATES: Readonly<Record<keyof typeof STATE_FILTERS, ReadonlySet<string>>> = {
  payments: new Set(['submitting', 'action_required', 'pending', 'unknown', 'held']),
  refunds: new Set(['in_progress', 'unknown']),
  disputes: new Set(),
  subscriptions: new Set(),
  sessions: new Set(['open', 'processing']),
  events: new Set(['waiting']),
  operations: new Set(['in_progress', 'unknown']),
};
