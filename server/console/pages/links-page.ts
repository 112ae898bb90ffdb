import { html, nothing } from 'lit';
import type * as z from 'zod/mini';
import type { OpenedSession, Session } from '../../../shared/contract/merchant/payments.ts';
import { encodeAmount, parseAmount } from '../../../shared/money.ts';
import { money } from '../amounts.ts';
import { w } from '../i18n/en.ts';
import { FILTERS, UNDER_WAY } from '../i18n/states.ts';
import { ListPage, type Column } from '../list-page.ts';
import type { Ask } from '../parts/ask-dialog.ts';
import type { AskValues } from '../parts/fields.ts';
import { icon } from '../parts/icons.ts';
import { badge, copyable, moment, sum, type Content } from '../parts/parts.ts';
import { drawQr } from '../parts/qr.ts';
import { hrefOf } from '../route.ts';

const t = w.links;

/** Orders that wait to be paid, and new ones with an address to send. */
export class LinksPage extends ListPage<Session> {
  protected readonly words = t;
  protected readonly symbol = 'links';
  protected readonly place = 'links';

  protected columns(): readonly Column<Session>[] {
    return [
      {
        label: w.common.amount,
        place: 'main',
        cell: (session) => html`<span class="strong">${sum(session.amount, session.currency)}</span>`,
      },
      { label: w.common.status, place: 'end', cell: (session) => badge(session.status) },
      { label: w.common.order, cell: (session) => session.order_no },
      { label: t.what, cell: (session) => session.items.map(({ name }) => name).join(', ') },
      {
        label: t.expires,
        cell: (session) => html`<span class="narrow">${t.expires}</span> ${moment(session.expires_at)}`,
      },
      {
        label: w.common.details,
        place: 'tail',
        cell: (session) =>
          session.status === 'open' && this.shell.can('pay')
            ? html`<button type="button" class="small" @click=${() => void this.expire(session)}>${t.expire}</button>`
            : nothing,
      },
    ];
  }

  protected override isUnderWay(session: Session): boolean {
    return UNDER_WAY.sessions.has(session.status);
  }

  protected override rowHref(session: Session): string | undefined {
    return session.payment_id === null ? undefined : hrefOf('payments', session.payment_id);
  }

  protected override tools(): Content {
    return this.shell.can('pay')
      ? html`<div class="tools">
          <button type="button" class="primary" @click=${() => void this.create()}>${icon('plus')}${t.create}</button>
        </div>`
      : nothing;
  }

  protected override filters(): Content {
    return this.shell.can('read') ? this.stateFilter(FILTERS.sessions) : nothing;
  }

  protected async fetchPage(cursor: string | undefined): Promise<{ entries: Session[]; next: string | null }> {
    if (!this.shell.can('read')) return { entries: [], next: null };
    const { status } = this.route.query;
    const page = await this.shell.api.get<{ sessions: Session[]; next_cursor: string | null }>('/sessions', {
      status,
      cursor,
    });
    return { entries: page.sessions, next: page.next_cursor };
  }

  private async create(): Promise<void> {
    if (await this.shell.ask(askLink(this.shell.who.shop_url))) await this.load();
  }

  private async expire(session: Session): Promise<void> {
    const isDone = await this.shell.ask({
      title: t.expireTitle(session.order_no),
      about: t.expireAbout,
      grave: true,
      confirm: () => t.expireDo,
      call: () => ({ path: `/sessions/${session.id}/expire` }),
      end: () => ({ ok: true, text: t.expired }),
    });
    if (isDone) await this.load();
  }
}

function askLink(shopUrl: string): Ask {
  return {
    title: t.create,
    about: t.about,
    fields: [
      { name: 'what', label: t.what, maxLength: 200 },
      { name: 'price', label: t.price, kind: 'amount' },
      { name: 'quantity', label: t.quantity, kind: 'whole', value: '1' },
      { name: 'currency', label: t.currency, value: 'EUR', maxLength: 3 },
      { name: 'order', label: t.order, value: newOrderNo(), maxLength: 50 },
      { name: 'email', label: t.email, kind: 'email', optional: true, maxLength: 100 },
      {
        name: 'ends',
        label: t.ends,
        kind: 'choice',
        value: '86400',
        choices: Object.entries(t.hours),
      },
      { name: 'return_url', label: t.returnUrl, kind: 'url', value: shopUrl },
    ],
    confirm: (values) => {
      const amount = totalOf(values);
      const currency = currencyOf(values);
      return amount === undefined || !/^[A-Z]{3}$/.test(currency) ? t.makeEmpty : t.make(money(amount, currency));
    },
    call: (values) => ({ path: '/sessions', body: toSession(values) }),
    end: (session: z.infer<typeof OpenedSession>) => ({
      ok: true,
      text: t.made,
      show: html`<p class="soft">${t.madeAbout}</p>
        <p>${copyable(session.url, t.address)}</p>
        ${drawQr(session.url, t.qr)}
        <p class="soft small">${t.expires} ${moment(session.expires_at)}</p>`,
    }),
  };
}

function toSession(values: AskValues): object {
  const { what = '', price = '0.00', quantity = '1', order = '', email = '', ends = '', return_url = '' } = values;
  return {
    order_no: order,
    currency: currencyOf(values),
    amount: totalOf(values) ?? price,
    items: [{ name: what, sku: order, unit_price: price, quantity: Number(quantity) }],
    return_url,
    expires_in: Number(ends),
    ...(email === '' ? {} : { shopper: { email } }),
  };
}

/** Price times quantity; undefined while either cannot be read. */
function totalOf({ price = '', quantity = '' }: AskValues): string | undefined {
  if (!/^\d+\.\d{2}$/.test(price) || !/^[1-9]\d{0,5}$/.test(quantity)) return undefined;
  try {
    return encodeAmount(parseAmount(price) * BigInt(quantity));
  } catch {
    // More than an amount can hold: the companion says so.
    return undefined;
  }
}

function currencyOf({ currency = '' }: AskValues): string {
  return currency.toUpperCase();
}

/** A number that no other order has: day and five signs by chance. */
function newOrderNo(): string {
  const chance = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  const day = new Date().toISOString().slice(2, 10).replaceAll('-', '');
  return `L${day}-${chance.toString(36).toUpperCase().padStart(5, '0').slice(-5)}`;
}

customElements.define('console-links', LinksPage);

export const create = (): LinksPage => new LinksPage();
