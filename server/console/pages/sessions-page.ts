import { html, nothing, type TemplateResult } from 'lit';
import type { Payment } from '../../../shared/contract/merchant/payments.ts';
import type { Session } from '../../../shared/contract/merchant/sessions.ts';
import { texts } from '../i18n/texts.ts';
import { STATE_FILTERS, IN_PROGRESS_STATES } from '../i18n/states.ts';
import { toCreatedRangeQuery } from '../list-filters.ts';
import { ListPage } from '../list-page.ts';
import type { ListColumn } from '../list-table.ts';
import { icon } from '../components/icons.ts';
import { stateBadge, timestamp, amountCell, orderNumberCell, type TemplateContent } from '../components/templates.ts';
import { isPaymentLink, paymentLinkForm } from '../payment-link-form.ts';
import { hrefOf } from '../route.ts';
import { formatDateAndTime } from '../times.ts';

const t = texts.links;

/** The checkout sessions of the shop, and new payment links. */
export class SessionsPage extends ListPage<Session> {
  /** The IDs of the held payments. */
  private held: ReadonlySet<string> = new Set();
  protected readonly texts = t;
  protected readonly icon = 'sessions';
  protected readonly screenPath = 'sessions';

  protected columns(): readonly ListColumn<Session>[] {
    return [
      {
        label: texts.common.amount,
        area: 'main',
        isNumeric: true,
        cell: (session) => html`<span class="strong">${amountCell(session.amount, session.currency)}</span>`,
      },
      { label: texts.common.status, area: 'end', cell: (session) => this.statusCell(session) },
      { label: texts.common.customer, area: 'clip', cell: (session) => session.shopper_email ?? '' },
      { label: texts.common.order, cell: orderCell },
      { label: t.item, area: 'clip wide', cell: itemNames },
      { label: texts.common.date, cell: (session) => timestamp(session.created_at) },
      {
        label: texts.common.details,
        area: 'tail',
        cell: (session) =>
          session.status === 'open' && this.shell.can('pay')
            ? html`<button type="button" class="quiet small" @click=${() => void this.expire(session)}>
                ${t.expire}
              </button>`
            : nothing,
      },
    ];
  }

  /** The status, or that a person must look at its payment; and until when an open one is open. */
  private statusCell({ status, outcome, payment_id: payment, expires_at: expires }: Session): TemplateResult {
    const isHeld = payment !== null && this.held.has(payment);
    const shown =
      status !== 'processing' ? status : isHeld ? 'held' : outcome.status === 'unknown' ? 'unknown' : status;
    return html`${stateBadge(shown)}${
      status === 'open'
        ? html`<span class="under muted small">${t.openUntil(formatDateAndTime(expires))}</span>`
        : nothing
    }`;
  }

  protected override isInProgress(session: Session): boolean {
    return IN_PROGRESS_STATES.sessions.has(session.status);
  }

  protected override rowHref(session: Session): string | undefined {
    return session.payment_id === null ? undefined : hrefOf('payments', session.payment_id);
  }

  protected override headerActions(): TemplateContent {
    return html`<div class="tools">
      ${this.csvLink('sessions')}
      ${
        this.shell.can('pay')
          ? html`<button type="button" class="primary" @click=${() => void this.create()}>
              ${icon('plus')}<span class="long">${t.create}</span><span class="short">${t.createShort}</span>
            </button>`
          : nothing
      }
    </div>`;
  }

  protected override filters(): TemplateContent {
    if (!this.shell.can('read')) return nothing;
    const { order_no: order, ...others } = this.route.query;
    return html`<div class="filters">${this.stateFilter(STATE_FILTERS.sessions)} ${this.dateFilter()}</div>
      ${
        order === undefined
          ? nothing
          : html`<div class="chips">
              <a
                class="chip"
                aria-current="true"
                aria-label="${texts.payments.removeSearch}: ${order}"
                href=${hrefOf('sessions', '', others)}
                >${order} ✕</a
              >
            </div>`
      }`;
  }

  protected override apiFilter(): Record<string, string | undefined> {
    const { status, order_no } = this.route.query;
    const isHeld = status === 'held';
    return {
      status: isHeld ? undefined : status,
      held: isHeld ? 'true' : undefined,
      order_no,
      ...toCreatedRangeQuery(this.route.query),
    };
  }

  protected async fetchPage(cursor: string | undefined): Promise<{ entries: Session[]; next: string | null }> {
    if (!this.shell.can('read')) return { entries: [], next: null };
    const page = await this.shell.api.get<{ sessions: Session[]; next_cursor: string | null }>('/sessions', {
      ...this.apiFilter(),
      cursor,
    });
    if (page.sessions.some(({ outcome }) => outcome.status === 'pending')) await this.readHeld();
    return { entries: page.sessions, next: page.next_cursor };
  }

  /** A session tells its shopper's view, which does not name a review. Without it the list says `Pending`. */
  private async readHeld(): Promise<void> {
    const query = { status: 'held', limit: '100' };
    this.held = await this.shell.api.get<{ payments: Payment[] }>('/payments', query).then(
      ({ payments }) => new Set(payments.map(({ id }) => id)),
      () => this.held,
    );
  }

  private async create(): Promise<void> {
    if (await this.shell.confirm(paymentLinkForm(this.shell.session.shop_url))) await this.load();
  }

  private async expire(session: Session): Promise<void> {
    const isDone = await this.shell.confirm({
      title: t.expireTitle(session.order_no),
      about: t.expireAbout,
      isDestructive: true,
      submitLabel: () => t.expireDo,
      request: () => ({ path: `/sessions/${session.id}/expire` }),
      resultOf: () => ({ ok: true, text: t.expired }),
    });
    if (isDone) await this.load();
  }
}

function itemNames({ items }: Session): string {
  return items.map(({ name }) => name).join(', ');
}

/** The order number, and whether a payment link was made for it; with the items where they have no column. */
function orderCell(session: Session): TemplateResult {
  return html`${orderNumberCell(session.order_no)}<span class="under muted small"
      >${isPaymentLink(session) ? html`<span class="tag still">${t.link}</span> ` : nothing}<span class="in-table"
        >${itemNames(session)}</span
      ></span
    >`;
}

customElements.define('console-sessions', SessionsPage);

export const createConsolePage = (): SessionsPage => new SessionsPage();
