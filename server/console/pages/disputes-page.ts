import { html } from 'lit';
import type { Dispute } from '../../../shared/contract/merchant/payments.ts';
import { w } from '../i18n/en.ts';
import { FILTERS } from '../i18n/states.ts';
import { ListPage, type Column } from '../list-page.ts';
import { badge, moment, type Content } from '../parts/parts.ts';
import { hrefOf } from '../route.ts';

const t = w.disputes;

/** Disputes of all payments. */
export class DisputesPage extends ListPage<Dispute> {
  protected readonly words = t;
  protected readonly symbol = 'disputes';
  protected readonly place = 'disputes';

  protected columns(): readonly Column<Dispute>[] {
    return [
      {
        label: w.common.reason,
        place: 'main',
        cell: (dispute) => html`<span class="strong">${dispute.reason ?? dispute.transaction_id}</span>`,
      },
      { label: w.common.status, place: 'end', cell: (dispute) => badge(dispute.status) },
      { label: t.code, cell: (dispute) => dispute.code ?? '' },
      { label: t.transaction, cell: (dispute) => dispute.transaction_id },
      { label: w.common.date, cell: (dispute) => moment(dispute.created_at) },
    ];
  }

  protected override rowHref(dispute: Dispute): string {
    return hrefOf('payments', dispute.payment_id);
  }

  protected override filters(): Content {
    return this.stateFilter(FILTERS.disputes);
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
