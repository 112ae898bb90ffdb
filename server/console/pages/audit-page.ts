import { html } from 'lit';
import type * as z from 'zod/mini';
import type { AuditBody } from '../../../shared/contract/merchant/operations.ts';
import { w } from '../i18n/en.ts';
import { ListPage, type Column } from '../list-page.ts';
import { moment } from '../parts/parts.ts';

type Entry = z.infer<typeof AuditBody>;

const t = w.audit;

/** Who did what. */
export class AuditPage extends ListPage<Entry> {
  protected readonly words = t;
  protected readonly symbol = 'audit';
  protected readonly place = 'audit';

  protected columns(): readonly Column<Entry>[] {
    return [
      { label: t.action, place: 'main', cell: (entry) => html`<code>${entry.action}</code>` },
      { label: t.answer, place: 'end', cell: (entry) => entry.status ?? t.cut },
      {
        label: t.target,
        cell: (entry) => (entry.target === null ? '' : html`<code class="soft">${entry.target}</code>`),
      },
      {
        label: t.key,
        cell: (entry) =>
          html`<code class="soft">${entry.key_id}</code>${entry.key_id === this.shell.who.key_id ? ` (${t.you})` : ''}`,
      },
      { label: w.common.date, cell: (entry) => moment(entry.at) },
    ];
  }

  protected async fetchPage(cursor: string | undefined): Promise<{ entries: Entry[]; next: string | null }> {
    const page = await this.shell.api.get<{ entries: Entry[]; next_cursor: string | null }>('/audit', { cursor });
    return { entries: page.entries, next: page.next_cursor };
  }
}

customElements.define('console-audit', AuditPage);

export const create = (): AuditPage => new AuditPage();
