import { money } from '../amounts.ts';
import { stateText } from './states.ts';

interface Entry {
  kind: string;
  from: string | null;
  to: string;
  detail: Readonly<Record<string, string | number | boolean | null>>;
}

/** Where a result comes from; its text ends with the payment's new state. */
const RESULT_SOURCES: Readonly<Record<string, string>> = {
  answered: 'Gateway response',
  notified: 'Gateway notification',
  queried: 'Gateway query',
  resolved: 'Resolved manually',
  operation_confirmed: 'Request completed',
  renewed: 'Renewal charge',
};

const ACTION_NAMES = { approve: 'Approval', reject: 'Rejection', capture: 'Capture', cancel: 'Cancellation' } as const;

const ACTION_OUTCOMES = {
  requested: 'requested',
  refused: 'refused by the gateway',
  not_sent: 'not sent',
  in_progress: 'in progress at the gateway',
  unknown: 'sent, outcome unknown',
} as const;

/** Entries of review, capture and cancel requests: `approve_requested`, `cancel_unknown`, ... */
const ACTION_ENTRIES: ReadonlyMap<string, string> = new Map(
  Object.entries(ACTION_NAMES).flatMap(([action, name]) =>
    Object.entries(ACTION_OUTCOMES).map(([outcome, text]) => [`${action}_${outcome}`, `${name} ${text}`] as const),
  ),
);

const ENTRY_TEXTS: Readonly<Record<string, (entry: Entry, currency: string) => string>> = {
  submitted: () => 'Payment submitted',
  returned: () => 'Shopper returned from the issuer',
  abandoned: () => 'Shopper chose another payment method',
  promoted: () => 'Promoted: this payment pays the order, the earlier one was cancelled',
  completed: () => 'Gateway sent missing details',
  outcome_overdue: () => 'No result within a day: resolve it manually',
  contradicted: ({ detail }) =>
    `Contradicting result: ${sourceOf(detail['source'])} reports ${stateText(textOf(detail['reported']))}`,
  alerted: () => 'Alert raised',
  alert_cleared: () => 'Alert cleared: the reported change took effect',
  disputed: ({ detail }) =>
    detail['status'] === 'received' ? 'Dispute received' : `Dispute ${textOf(detail['status'])}`,
  reviewed: ({ detail }) => (detail['decision'] === 'approve' ? 'Approved in review' : 'Rejected in review'),
  refunded: ({ detail }, currency) =>
    `Refund of ${money(textOf(detail['refund_amount']), currency)} ${detail['status'] === 'refunded' ? 'completed' : 'accepted by the gateway'}`,
  refund_completed: ({ detail }, currency) => `Refund of ${money(textOf(detail['refund_amount']), currency)} completed`,
  refund_failed: ({ detail }, currency) => `Refund of ${money(textOf(detail['refund_amount']), currency)} failed`,
};

/** The text of one entry of a payment's timeline. */
export function timelineText(entry: Entry, currency: string): string {
  const { kind, to } = entry;
  const text = ENTRY_TEXTS[kind]?.(entry, currency) ?? ACTION_ENTRIES.get(kind);
  if (text !== undefined) return text;
  if (kind === 'answered' && to === 'unknown') return 'No usable response from the gateway';
  const source = RESULT_SOURCES[kind];
  return source === undefined ? kind.replaceAll('_', ' ') : `${source}: ${stateText(to)}`;
}

/** The reason and the gateway's code of a timeline entry. */
export function timelineDetail({ detail }: Entry): string {
  const parts = [detail['reason'], detail['result_info']].filter(
    (part): part is string => typeof part === 'string' && part !== '',
  );
  return parts.join(' · ');
}

function sourceOf(source: unknown): string {
  return source === 'query' ? 'the gateway query' : `the ${textOf(source)}`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
