import { html, nothing, type TemplateResult } from 'lit';
import type { Dispute } from '../../shared/contract/merchant/disputes.ts';
import type { ActionForm } from './components/action-dialog.ts';
import { texts } from './i18n/texts.ts';
import type { TemplateContent } from './components/templates.ts';
import { localDayOf, formatShortDate, formatRelativeDay, startOfDay } from './times.ts';

const t = texts.disputes;
const DAY = 86_400_000;
/** Days before a deadline from which it stands out. */
const SOON = 3;

/** When the answer to a dispute is due; how soon only while the dispute is open. */
export function disputeDeadlineCell(
  { due_at: dueAt, due_by: dueBy, status }: Dispute,
  now = Date.now(),
): TemplateContent {
  if (dueAt === null) {
    return status === 'received' ? labelled(html`<span class="alert strong">${t.noDue}</span>`) : nothing;
  }
  const left = Date.parse(dueAt) - now;
  const day = html`<time datetime=${dueAt}>${formatShortDate(dueAt, now)}</time>`;
  if (status !== 'received') return html`${day}`;
  const soon = left < 0 ? t.late : formatRelativeDay(dueAt, now);
  const tone = left < SOON * DAY ? 'bad strong' : 'muted';
  return labelled(
    html`${day} <span class="narrow">·</span>
      <span class="small soon ${tone}">${soon}</span>
      ${dueBy === 'estimated' ? html`<span class="small muted">${t.estimated}</span>` : nothing}`,
  );
}

/** With a label where the table has no head. */
function labelled(deadline: TemplateResult): TemplateResult {
  return html`<span class="due"><span class="narrow">${t.due}:</span> ${deadline}</span>`;
}

/** Open disputes by deadline, those without one first: they may be the most urgent. */
export function sortDisputesByDeadline(disputes: readonly Dispute[]): Dispute[] {
  return disputes.toSorted((a, b) => Date.parse(a.due_at ?? '1970-01-01') - Date.parse(b.due_at ?? '1970-01-01'));
}

/** The reason of a dispute, with the network's code. */
export function disputeReason({ reason, code }: Dispute): string {
  return reason === null ? (code ?? '') : `${reason}${code === null ? '' : ` (${code})`}`;
}

/** The form that records the deadline of a dispute. */
export function disputeDeadlineForm(dispute: Dispute): ActionForm {
  return {
    title: t.dueTitle(dispute.order_no),
    about: t.dueAbout,
    fields: [
      {
        name: 'due',
        label: t.dueField,
        kind: 'date',
        optional: true,
        value: dispute.due_at === null ? '' : localDayOf(dispute.due_at),
      },
    ],
    submitLabel: () => t.setDue,
    request: ({ due = '' }) => ({
      path: `/disputes/${dispute.id}/deadline`,
      body: { due_at: lastMomentOf(due) },
    }),
    resultOf: () => ({ ok: true, text: t.dueSaved }),
  };
}

/** The last second of a day in the viewer's time zone. */
function lastMomentOf(day: string): string | null {
  const next = startOfDay(day, 1);
  return next === undefined ? null : new Date(Date.parse(next) - 1_000).toISOString();
}

/** The button that opens the form of a deadline; it stands out where no deadline is known. */
export function disputeDeadlineButton({ due_at: dueAt, due_by: dueBy }: Dispute, onClick: () => void): TemplateResult {
  return html`<button type="button" class="small ${dueAt === null ? 'primary' : ''}" @click=${onClick}>
    ${dueBy === 'recorded' ? t.editDue : t.setDue}
  </button>`;
}
