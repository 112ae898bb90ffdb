import { formatAmountForViewer } from '../amounts.ts';
import { stateLabelInSentence, findText } from './states.ts';
import { texts } from './texts.ts';

interface Entry {
  kind: string;
  from: string | null;
  to: string;
  detail: Readonly<Record<string, string | number | boolean | null>>;
}

const t = texts.timeline;

/** Entries of review, capture and void requests: `approve_requested`, `cancel_unknown`, ... */
const ACTION_ENTRIES: ReadonlyMap<string, string> = new Map(
  Object.entries(t.actions).flatMap(([action, name]) =>
    Object.entries(t.outcomes).map(([outcome, text]) => [`${action}_${outcome}`, text(name)] as const),
  ),
);

const amountOf = ({ detail }: Entry, currency: string): string =>
  formatAmountForViewer(textOf(detail['refund_amount']), currency);

const ENTRY_TEXTS: Readonly<Record<string, (entry: Entry, currency: string) => string | undefined>> = {
  contradicted: ({ detail }) =>
    t.contradicted(sourceOf(detail['source']), stateLabelInSentence(textOf(detail['reported']))),
  disputed: ({ detail }) => findText(t.disputed, textOf(detail['status'])) ?? t.disputed.received,
  reviewed: ({ detail }) => findText(t.reviewed, textOf(detail['decision'])) ?? t.reviewed.reject,
  refunded: (entry, currency) =>
    entry.detail['status'] === 'refunded'
      ? t.refund_completed(amountOf(entry, currency))
      : t.refunded(amountOf(entry, currency)),
  refund_completed: (entry, currency) => t.refund_completed(amountOf(entry, currency)),
  refund_failed: (entry, currency) => t.refund_failed(amountOf(entry, currency)),
  answered: ({ to }) => (to === 'unknown' ? t.noAnswer : findText(t.answers, to)),
};

/** The text of one entry of a payment's timeline. */
export function timelineEntryText(entry: Entry, currency: string): string {
  const { kind, to } = entry;
  const plain = findText<unknown>(t, kind);
  return (
    ENTRY_TEXTS[kind]?.(entry, currency) ??
    ACTION_ENTRIES.get(kind) ??
    (typeof plain === 'string' ? plain : undefined) ??
    findText(t.results, kind)?.(stateLabelInSentence(to)) ??
    kind.replaceAll('_', ' ')
  );
}

/** The reason that a person gave; undefined for any other entry. */
export function reasonGivenInEntry({ kind, detail }: Entry): string | undefined {
  return kind === 'resolved' ? textOf(detail['reason']) : undefined;
}

/** The reason and the gateway's code of an entry, for technicians. */
export function technicalTextOfEntry({ kind, detail }: Entry): string {
  const parts = [kind === 'resolved' ? '' : detail['reason'], detail['result_info']].filter(
    (part): part is string => typeof part === 'string' && part !== '',
  );
  return parts.join(' · ');
}

function sourceOf(source: unknown): string {
  return findText(texts.alerts.sources, textOf(source)) ?? texts.alerts.sources.other;
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
