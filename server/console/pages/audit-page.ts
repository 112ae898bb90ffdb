import { html } from 'lit';
import type * as z from 'zod/mini';
import type { AuditBody } from '../../../shared/contract/merchant/audit.ts';
import { texts } from '../i18n/en.ts';
import { ListPage, type Column } from '../list-page.ts';
import { timestamp } from '../components/templates.ts';

type Entry = z.infer<typeof AuditBody>;

const t = texts.audit;

/** The audit log: every changing request with its API key. */
export class AuditPage extends ListPage<Entry> {
  protected readonly texts = t;
  protected readonly icon = 'audit';
  protected readonly screenPath = 'audit';

  protected columns(): readonly Column<Entry>[] {
    return [
      { label: t.action, area: 'main', cell: (entry) => html`<code>${entry.action}</code>` },
      { label: t.response, area: 'end', cell: (entry) => entry.status ?? t.interrupted },
      {
        label: t.target,
        cell: (entry) => (entry.target === null ? '' : html`<code class="muted">${entry.target}</code>`),
      },
      {
        label: t.key,
        cell: (entry) =>
          html`<code class="muted">${entry.key_id}</code
            >${entry.key_id === this.shell.session.key_id ? ` (${t.currentKey})` : ''}`,
      },
      { label: texts.common.date, cell: (entry) => timestamp(entry.at) },
    ];
  }

  protected async fetchPage(cursor: string | undefined): Promise<{ entries: Entry[]; next: string | null }> {
    const page = await this.shell.api.get<{ entries: Entry[]; next_cursor: string | null }>('/audit', { cursor });
    return { entries: page.entries, next: page.next_cursor };
  }
}

customElements.define('console-audit', AuditPage);

export const create = (): AuditPage => new AuditPage();
