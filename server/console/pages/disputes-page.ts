import { html } from 'lit';
import type { Dispute } from '../../../shared/contract/merchant/disputes.ts';
import { texts } from '../i18n/en.ts';
import { STATE_FILTERS } from '../i18n/states.ts';
import { ListPage, type Column } from '../list-page.ts';
import { badge, timestamp, type Content } from '../components/templates.ts';
import { hrefOf } from '../route.ts';

const t = texts.disputes;

/** The disputes of all payments. */
export class DisputesPage extends ListPage<Dispute> {
  protected readonly texts = t;
  protected readonly icon = 'disputes';
  protected readonly screenPath = 'disputes';

  protected columns(): readonly Column<Dispute>[] {
    return [
      {
        label: texts.common.reason,
        area: 'main',
        cell: (dispute) => html`<span class="strong">${dispute.reason ?? dispute.transaction_id}</span>`,
      },
      { label: texts.common.status, area: 'end', cell: (dispute) => badge(dispute.status) },
      { label: t.code, cell: (dispute) => dispute.code ?? '' },
      { label: t.transaction, cell: (dispute) => dispute.transaction_id },
      { label: texts.common.date, cell: (dispute) => timestamp(dispute.created_at) },
    ];
  }

  protected override rowHref(dispute: Dispute): string {
    return hrefOf('payments', dispute.payment_id);
  }

  protected override filters(): Content {
    return this.stateFilter(STATE_FILTERS.disputes);
  }

  protected async fetchPage(cursor: string | undefined): Promise<{ entries: Dispute[]; next: string | null }> {
    const { status } = this.route.query;
    const page = await this.shell.api.get<{ disputes: Dispute[]; next_cursor: string | null }>('/disputes', {
      status,
      cursor,
    });
    return { entries: page.disputes, next: page.next_cursor };
  }
}

customElements.define('console-disputes', DisputesPage);

export const create = (): DisputesPage => new DisputesPage();
