import { html, nothing, type TemplateResult } from 'lit';
import type * as z from 'zod/mini';
import type { AuditEntryBody } from '../../../shared/contract/merchant/audit.ts';
import { texts } from '../i18n/texts.ts';
import { textIn } from '../i18n/states.ts';
import { ListPage, type ListColumn } from '../list-page.ts';
import { hrefOf } from '../route.ts';
import { timestamp } from '../components/templates.ts';

type Entry = z.infer<typeof AuditEntryBody>;

const t = texts.audit;

/** The audit log: every changing request with its person or API key. */
export class AuditPage extends ListPage<Entry> {
  protected readonly texts = t;
  protected readonly icon = 'audit';
  protected readonly screenPath = 'audit';

  protected columns(): readonly ListColumn<Entry>[] {
    return [
      {
        label: t.action,
        area: 'main',
        cell: (entry) =>
          html`<span class="strong" title=${entry.action}>${textIn(t.actions, entry.action) ?? t.read}</span>`,
      },
      { label: t.response, area: 'end', cell: (entry) => responseBadge(entry.status) },
      {
        label: t.target,
        area: 'clip',
        cell: (entry) =>
          entry.target?.startsWith('pay_') === true
            ? html`<a href=${hrefOf('payments', entry.target)}>${entry.target}</a>`
            : (entry.target ?? ''),
      },
      {
        label: t.key,
        cell: (entry) =>
          html`${entry.user_name ?? html`<code class="muted">${entry.key_id}</code>`}${entry.key_id === this.shell.session.key_id ? ` (${t.currentKey})` : ''}`,
      },
      { label: texts.common.date, cell: (entry) => timestamp(entry.at) },
    ];
  }

  protected async fetchPage(cursor: string | undefined): Promise<{ entries: Entry[]; next: string | null }> {
    const page = await this.shell.api.get<{ entries: Entry[]; next_cursor: string | null }>('/audit', { cursor });
    return { entries: page.entries, next: page.next_cursor };
  }
}

/** What became of a call; its HTTP status is the title. */
function responseBadge(status: number | null): TemplateResult {
  const [label, tone] =
    status === null
      ? [t.interrupted, 'alert']
      : status < 300
        ? [t.succeeded, 'good']
        : status < 500
          ? [t.refused, 'still']
          : [t.failed, 'bad'];
  return html`<span class="badge ${tone}" title=${status === null ? nothing : `HTTP ${String(status)}`}
    >${label}</span
  >`;
}

customElements.define('console-audit', AuditPage);

export const createPage = (): AuditPage => new AuditPage();
