import { html, nothing, type TemplateResult } from 'lit';
import type { Dispute } from '../../shared/contract/merchant/disputes.ts';
import type { Payment } from '../../shared/contract/merchant/payments.ts';
import type { AttentionBody } from '../../shared/contract/merchant/reports.ts';
import { formatSumsByCurrency } from './amounts.ts';
import { icon, type IconName } from './components/icons.ts';
import type { TemplateContent } from './components/templates.ts';
import type { ConsoleApi } from './console-api.ts';
import { sortDisputesByDeadline } from './dispute-deadline.ts';
import { texts } from './i18n/texts.ts';
import { hrefOf } from './route.ts';
import { formatRelativeDay, formatRelativeTime } from './times.ts';

const t = texts.overview;

/** The most entries that are summed; of more, only the count is shown. */
const SUMMED_MAX = 100;

/** The payments and disputes that wait for a person; empty lists where there are more than {@link SUMMED_MAX}. */
export interface WaitingPaymentsAndDisputes {
  unknown: readonly Payment[];
  held: readonly Payment[];
  disputes: readonly Dispute[];
}

/** Reads what the attention report counts, to name its money and its deadlines. @throws ApiError */
export async function readWaitingPaymentsAndDisputes(
  api: ConsoleApi,
  { payments, disputes }: AttentionBody,
): Promise<WaitingPaymentsAndDisputes> {
  const list = async <T>(path: string, status: string, count: number): Promise<T[]> => {
    if (count === 0 || count > SUMMED_MAX) return [];
    const page = await api.get<Record<string, T[]>>(path, { status, limit: String(SUMMED_MAX) });
    return page[path.slice(1)] ?? [];
  };
  const [unknown, held, open] = await Promise.all([
    list<Payment>('/payments', 'unknown', payments.unknown),
    list<Payment>('/payments', 'held', payments.held),
    list<Dispute>('/disputes', 'received', disputes.received),
  ]);
  return { unknown, held, disputes: sortDisputesByDeadline(open) };
}

interface AttentionItem {
  count: number;
  tone: 'alert' | 'wait';
  symbol: IconName;
  title: string;
  /** The money at stake. */
  sums?: string;
  /** What is to do; one line each. */
  about: readonly string[];
  href: string;
}

/** What needs a person, the most urgent first. */
export function attentionList(
  attention: AttentionBody,
  waiting: WaitingPaymentsAndDisputes | undefined,
): TemplateContent {
  const open = attentionItems(attention, waiting).filter(({ count }) => count > 0);
  if (open.length === 0) {
    return html`<div class="all-clear">
      <span class="emblem good">${icon('check')}</span>
      <div>
        <p class="strong">${t.allClear}</p>
        <p class="muted">${t.allClearAbout}</p>
      </div>
    </div>`;
  }
  return html`<ul class="attention-list">
    ${open.map(attentionItem)}
  </ul>`;
}

function attentionItem({ count, tone, symbol, title, sums = '', about, href }: AttentionItem): TemplateResult {
  return html`<li>
    <a href=${href}>
      <span class="emblem ${tone}">${icon(symbol)}</span>
      <span class="row-text"
        ><span class="strong">${title}</span>${sums === '' ? nothing : html`<span>${sums}</span>`}
        ${about.map((line) => html`<span class="muted small">${line}</span>`)}</span
      >
      <span class="count">${count >= 1_000 ? '1000+' : count}</span>
      ${icon('right')}
    </a>
  </li>`;
}

function attentionItems(
  { payments, refunds, operations, disputes, events }: AttentionBody,
  waiting: WaitingPaymentsAndDisputes | undefined,
): AttentionItem[] {
  const age = payments.oldest_unknown_at === null ? '' : formatRelativeTime(payments.oldest_unknown_at);
  const alert = (symbol: IconName, count: number, title: string, ...about: string[]) =>
    ({ tone: 'alert', symbol, count, title, about }) as const;
  return [
    {
      ...alert('alert', payments.unknown, t.unknown, t.unknownAbout(age)),
      sums: formatSumsByCurrency(waiting?.unknown ?? []),
      href: hrefOf('payments', '', { status: 'unknown' }),
    },
    {
      ...alert('disputes', disputes.received, t.disputes, ...deadlineLines(waiting?.disputes ?? [])),
      sums: formatSumsByCurrency(waiting?.disputes ?? []),
      href: hrefOf('disputes', '', { status: 'received' }),
    },
    {
      ...alert('payments', payments.held, t.held, t.heldAbout),
      sums: formatSumsByCurrency(waiting?.held ?? []),
      href: hrefOf('payments', '', { status: 'held' }),
    },
    {
      ...alert('alert', payments.alerted - payments.unknown, t.alerts, t.alertsAbout),
      href: hrefOf('payments', '', { attention: 'true' }),
    },
    {
      ...alert('refunds', refunds.unknown, t.refunds, t.refundsAbout),
      href: hrefOf('refunds', '', { status: 'unknown' }),
    },
    {
      ...alert('payouts', operations.unknown, t.operations, t.operationsAbout),
      href: hrefOf('payouts', '', { status: 'unknown', all: 'yes' }),
    },
    {
      ...alert('events', events.given_up, t.failedEvents, t.failedEventsAbout),
      href: hrefOf('events', '', { state: 'given_up' }),
    },
    {
      ...alert('events', events.waiting, t.pendingEvents, t.pendingEventsAbout),
      tone: 'wait',
      href: hrefOf('events', '', { state: 'waiting' }),
    },
  ];
}

/** The earliest deadline, and how many are not known. */
function deadlineLines(disputes: readonly Dispute[]): string[] {
  if (disputes.length === 0) return [t.disputesAbout];
  const known = disputes.find(({ due_at: dueAt }) => dueAt !== null)?.due_at ?? null;
  const without = disputes.filter(({ due_at: dueAt }) => dueAt === null).length;
  return [
    ...(known === null ? [] : [Date.parse(known) < Date.now() ? t.answerLate : t.nextAnswer(formatRelativeDay(known))]),
    ...(without === 0 ? [] : [t.noDeadline(without)]),
  ];
}
