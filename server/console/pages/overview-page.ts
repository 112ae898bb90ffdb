import { html, nothing, svg, type PropertyValues, type TemplateResult } from 'lit';
import type { Payment } from '../../../shared/contract/merchant/payments.ts';
import type { AttentionBody, GrossVolume, GrossVolumeDay } from '../../../shared/contract/merchant/reports.ts';
import { differenceOf, money, sumOf } from '../amounts.ts';
import { w } from '../i18n/en.ts';
import { UNDER_WAY } from '../i18n/states.ts';
import { ConsolePage } from '../page.ts';
import { icon, type IconName } from '../parts/icons.ts';
import { badge, errorNotice, moment, skeleton, sum, type Content } from '../parts/parts.ts';
import { Refresh, isSame } from '../refresh.ts';
import { hrefOf } from '../route.ts';
import { currenciesOf, paidCountOf, readGrossVolume } from '../gross-volume.ts';
import { dayHere, lastDays, since } from '../times.ts';

const t = w.overview;
const SPANS = [1, 7, 30] as const;
type Span = (typeof SPANS)[number];

/** What came in, and what waits for a person: the one screen to open in the morning. */
export class OverviewPage extends ConsolePage {
  static override properties = {
    ...ConsolePage.properties,
    volume: { state: true },
    attention: { state: true },
    recent: { state: true },
    error: { state: true },
    span: { state: true },
  };

  declare private volume: GrossVolume | undefined;
  declare private attention: AttentionBody | undefined;
  declare private recent: readonly Payment[] | undefined;
  declare private error: unknown;
  declare private span: Span;

  constructor() {
    super();
    this.span = 7;
    new Refresh(this, { isNeeded: () => this.isUnderWay(), read: () => this.readAgain() });
  }

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('route')) void this.load();
  }

  private isUnderWay(): boolean {
    const { payments, refunds, operations, events } = this.attention ?? {};
    const waiting = [payments?.unknown, payments?.held, refunds?.unknown, operations?.unknown, events?.waiting];
    return (
      this.error === undefined &&
      (waiting.some((count) => count !== undefined && count > 0) ||
        this.recent?.some(({ status }) => UNDER_WAY.payments.has(status)) === true)
    );
  }

  private async load(): Promise<void> {
    this.error = undefined;
    const [failed] = (await Promise.allSettled(this.read())).filter((part) => part.status === 'rejected');
    this.error = failed?.reason;
  }

  private async readAgain(): Promise<boolean> {
    const before = [this.attention, this.recent, this.volume];
    await Promise.all(this.read());
    return !isSame(before, [this.attention, this.recent, this.volume]);
  }

  /** Each part comes when it is there: none waits for another. */
  private read(): Promise<void>[] {
    const { api } = this.shell;
    return [
      api.get<AttentionBody>('/reports/attention').then((attention) => {
        this.attention = attention;
      }),
      api.get<{ payments: Payment[] }>('/payments', { limit: '6' }).then(({ payments }) => {
        this.recent = payments;
      }),
      readGrossVolume(api).then((volume) => {
        this.volume = volume;
      }),
    ];
  }

  override render(): TemplateResult {
    return html`<header class="head"><h1>${t.title}</h1></header>
      ${this.error === undefined ? nothing : errorNotice(this.error, () => void this.load())}
      <div class="overview">
        <section class="sheet volume" aria-labelledby="volume">${this.volumeSection()}</section>
        <section class="sheet attention" aria-labelledby="attention">
          <h2 id="attention">${t.attention}</h2>
          ${this.attention === undefined ? skeleton(3) : attentionList(this.attention)}
        </section>
        <section class="sheet recent" aria-labelledby="recent">
          <div class="row">
            <h2 id="recent">${t.recent}</h2>
            <a href=${hrefOf('payments')}>${t.allPayments}</a>
          </div>
          ${this.recent === undefined ? skeleton(4) : recentList(this.recent)}
        </section>
      </div>`;
  }

  private volumeSection(): Content {
    return html`<div class="row">
        <h2 id="volume">${t.volume}</h2>
        <div class="segments" role="group" aria-label=${t.volume}>
          ${SPANS.map(
            (span) =>
              html`<button
                type="button"
                aria-pressed=${String(span === this.span)}
                @click=${() => {
                  this.span = span;
                }}
              >
                ${t.spans[span]}
              </button>`,
          )}
        </div>
      </div>
      ${this.volume === undefined ? skeleton(4) : volumeOf(this.volume, this.span)}`;
  }
}

function volumeOf(volume: GrossVolume, span: Span): Content {
  const days = lastDays(span, volume.to);
  const shown = volume.days.filter(({ day }) => days.includes(day));
  const currencies = currenciesOf(shown);
  if (currencies.length === 0) return html`<p class="soft nothing">${t.nothing}</p>`;
  return html`<div class="currencies">
    ${currencies.map((currency) => {
      const own = shown.filter((entry) => entry.currency === currency);
      const month = volume.days.filter((entry) => entry.currency === currency);
      return currencyPart(currency, own, { month, to: volume.to, span });
    })}
  </div>`;
}

function currencyPart(
  currency: string,
  own: readonly GrossVolumeDay[],
  { month, to, span }: { month: readonly GrossVolumeDay[]; to: string; span: Span },
): TemplateResult {
  const paid = sumOf(own.map((day) => day.paid_amount));
  const refunded = sumOf(own.map((day) => day.refunded_amount));
  const cancelled = sumOf(own.map((day) => day.cancelled_amount));
  const net = differenceOf(differenceOf(paid, refunded), cancelled);
  const isWhole = net === paid;
  return html`<div class="currency">
    <p class="figure">${money(net, currency)}</p>
    <p class="soft">
      ${t.payments(paidCountOf(own, currency))}${isWhole ? nothing : html` · ${money(paid, currency)} ${t.paid.toLowerCase()}`}
      ${refunded === '0.00' ? nothing : html` · ${money(refunded, currency)} ${t.refunded.toLowerCase()}`}
      ${cancelled === '0.00' ? nothing : html` · ${money(cancelled, currency)} ${t.cancelled.toLowerCase()}`}
    </p>
    ${chart(currency, month, { to, span })}
  </div>`;
}

/** A bar for each day of the chosen time; today's stands out among those of a week. */
function chart(
  currency: string,
  month: readonly GrossVolumeDay[],
  { to, span }: { to: string; span: Span },
): TemplateResult {
  const days = lastDays(Math.max(span, 7), to);
  const amounts = days.map((day) => month.find((entry) => entry.day === day)?.paid_amount ?? '0.00');
  const most = Math.max(...amounts.map(Number));
  return html`<svg
      class="chart"
      role="img"
      aria-label=${t.chart(currency, days.length)}
      viewBox="0 0 ${days.length * 10} 64"
      preserveAspectRatio="none"
    >
      ${days.map((day, index) => {
        const amount = amounts[index] ?? '0.00';
        const height = most === 0 ? 0 : (Number(amount) / most) * 60;
        const shown = Math.max(height, 1.5);
        const kind = height === 0 ? 'bar none' : index >= days.length - span ? 'bar now' : 'bar';
        return svg`<rect class=${kind} x=${index * 10 + 1.5} y=${64 - shown} width="7" height=${shown} rx="1"><title>${dayHere(day)}: ${money(amount, currency)}</title></rect>`;
      })}
    </svg>
    <p class="axis soft small"><span>${dayHere(days[0] ?? to)}</span><span>${dayHere(to)}</span></p>`;
}

type Point = [count: number, tone: 'alert' | 'wait', symbol: IconName, title: string, about: string, href: string];

function attentionList({ payments, refunds, operations, disputes, events }: AttentionBody): Content {
  const age = payments.oldest_unknown_at === null ? '' : since(payments.oldest_unknown_at);
  const others = payments.alarmed - payments.unknown;
  const points: Point[] = [
    [payments.unknown, 'alert', 'alert', t.unknown, t.unknownAbout(age), hrefOf('payments', '', { status: 'unknown' })],
    [payments.held, 'alert', 'payments', t.held, t.heldAbout, hrefOf('payments', '', { status: 'held' })],
    [others, 'alert', 'alert', t.alarmed, t.alarmedAbout, hrefOf('payments', '', { attention: 'true' })],
    [
      disputes.received,
      'alert',
      'disputes',
      t.disputes,
      t.disputesAbout,
      hrefOf('disputes', '', { status: 'received' }),
    ],
    [refunds.unknown, 'alert', 'refunds', t.refunds, t.refundsAbout, hrefOf('refunds', '', { status: 'unknown' })],
    [
      operations.unknown,
      'alert',
      'payouts',
      t.operations,
      t.operationsAbout,
      hrefOf('payouts', '', { status: 'unknown', all: 'yes' }),
    ],
    [events.given_up, 'alert', 'events', t.givenUp, t.givenUpAbout, hrefOf('events', '', { state: 'given_up' })],
    [events.waiting, 'wait', 'events', t.waiting, t.waitingAbout, hrefOf('events', '', { state: 'waiting' })],
  ];
  const open = points.filter(([count]) => count > 0);
  if (open.length === 0) {
    return html`<div class="calm">
      <span class="emblem good">${icon('check')}</span>
      <div>
        <p class="strong">${t.calm}</p>
        <p class="soft">${t.calmAbout}</p>
      </div>
    </div>`;
  }
  return html`<ul class="points">
    ${open.map(
      ([count, tone, symbol, title, about, href]) =>
        html`<li>
          <a href=${href}>
            <span class="emblem ${tone}">${icon(symbol)}</span>
            <span class="words"><span class="strong">${title}</span><span class="soft small">${about}</span></span>
            <span class="count">${count >= 1_000 ? '1000+' : count}</span>
            ${icon('right')}
          </a>
        </li>`,
    )}
  </ul>`;
}

function recentList(payments: readonly Payment[]): Content {
  if (payments.length === 0) return html`<p class="soft nothing">${w.payments.emptyAbout}</p>`;
  return html`<ul class="rows">
    ${payments.map(
      (payment) =>
        html`<li>
          <a href=${hrefOf('payments', payment.id)}>
            <span class="words"
              ><span class="strong">${sum(payment.amount, payment.currency)}</span
              ><span class="soft small">${payment.order_no} · ${moment(payment.created_at)}</span></span
            >
            ${badge(payment.status)}
          </a>
        </li>`,
    )}
  </ul>`;
}

customElements.define('console-overview', OverviewPage);

export const create = (): OverviewPage => new OverviewPage();
