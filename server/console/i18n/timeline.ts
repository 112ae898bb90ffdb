import { money } from '../amounts.ts';
import { w } from './en.ts';
import { stateOf } from './states.ts';

interface Entry {
  kind: string;
  from: string | null;
  to: string;
  detail: Readonly<Record<string, string | number | boolean | null>>;
}

const DECISIONS: Readonly<Record<string, string>> = {
  approve: 'approval',
  reject: 'rejection',
  capture: 'capture',
  cancel: 'cancellation',
};

const SOURCES: Readonly<Record<string, string>> = {
  answered: 'The gateway answered',
  notified: 'The gateway notified us',
  queried: 'We asked the gateway',
  resolved: 'A person settled it',
  decided: 'The gateway did what the shop decided',
  deducted: 'The subscription deducted it',
};

const SENTENCES: Readonly<Record<string, (entry: Entry, currency: string) => string>> = {
  submitted: () => 'The shopper submitted the payment',
  returned: () => 'The shopper came back from their bank',
  abandoned: () => 'The shopper chose another way to pay',
  stands_in: () => 'It pays the order now: the payment before it was cancelled',
  completed: () => 'The gateway added what was missing',
  flagged: () => 'The gateway said nothing for too long: a person has to look',
  conflict: ({ detail }) => `Contradiction: ${sourceOf(detail['source'])} say ${wordOf(detail['says'])}`,
  alerted: () => 'An alert was raised: a person has to look',
  alert_cleared: () => 'What was reported took effect',
  disputed: ({ detail }) =>
    detail['status'] === 'received'
      ? 'The shopper disputed the payment'
      : `The dispute was ${textOf(detail['status'])}`,
  reviewed: ({ detail }) => (detail['decision'] === 'approve' ? 'The review approved it' : 'The review rejected it'),
  refunded: ({ detail }, currency) => `${money(textOf(detail['refund_amount']), currency)} goes back to the shopper`,
  refund_failed: ({ detail }, currency) => `The refund of ${money(textOf(detail['refund_amount']), currency)} failed`,
};

/** One line of a payment's timeline in plain words. */
export function sentenceOf(entry: Entry, currency: string): string {
  const whole = SENTENCES[entry.kind];
  if (whole !== undefined) return whole(entry, currency);
  if (entry.kind === 'answered' && entry.to === 'unknown') return 'No usable answer came from the gateway';
  const source = SOURCES[entry.kind];
  if (source !== undefined) return `${source}: ${stateOf(entry.to).word.toLowerCase()}`;
  const [, decision, outcome] = /^(approve|reject|capture|cancel)_(\w+)$/.exec(entry.kind) ?? [];
  if (decision === undefined || outcome === undefined) return entry.kind.replaceAll('_', ' ');
  const what = DECISIONS[decision] ?? decision;
  const ends: Readonly<Record<string, string>> = {
    requested: `The shop asked for ${decision === 'approve' ? 'an' : 'a'} ${what}`,
    refused: `The gateway refused the ${what}`,
    not_sent: `The ${what} could not be sent`,
    in_progress: `The gateway works on the ${what}`,
    unknown: `Nobody can say whether the ${what} arrived`,
  };
  return ends[outcome] ?? entry.kind.replaceAll('_', ' ');
}

/** What stands beneath a line: the reason, the gateway's own code. */
export function remarkOf({ detail }: Entry): string {
  const parts = [detail['reason'], detail['result_info']].filter(
    (part): part is string => typeof part === 'string' && part !== '',
  );
  return parts.join(' · ');
}

/** What an alarm means, where its words are for engineers. */
export function alarmOf({ status, alarm }: { status: string; alarm: string | null }): string {
  const [, source, said, before] = /^(\w+) says (\w+) after (\w+)(?:;|$)/.exec(alarm ?? '') ?? [];
  if (said === 'held' && status === 'abandoned') return w.payment.leftHeld;
  if (source !== undefined) return w.payment.contradiction(sourceOf(source), wordOf(said), wordOf(before));
  return status === 'unknown' || alarm?.includes('a person has to look') === true ? w.payment.noOutcome : '';
}

function sourceOf(source: unknown): string {
  return source === 'query' ? 'The gateway’s books' : `The words of the ${textOf(source)}`;
}

function wordOf(state: unknown): string {
  return stateOf(textOf(state)).word.toLowerCase();
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
