import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { Payment } from '../../../shared/contract/merchant/payments.ts';
import type { AttentionBody, GrossVolume } from '../../../shared/contract/merchant/reports.ts';
import { texts } from '../i18n/texts.ts';
import { IN_PROGRESS } from '../i18n/states.ts';
import { ConsolePage } from '../console-page.ts';
import { icon, type IconName } from '../components/icons.ts';
import { errorNotice, paymentLinks, skeleton, type Content } from '../components/templates.ts';
import { PollingController, isEqualResponse } from '../polling-controller.ts';
import { hrefOf } from '../route.ts';
import { readDailyGrossVolume, readHourlyGrossVolume } from '../gross-volume.ts';
import { PERIOD_DAYS, volumeComparison, type PeriodDays } from '../overview-volume.ts';
import { relativeTime } from '../times.ts';

const t = texts.overview;

/** The gross volume, what needs attention, and the latest payments. */
export class OverviewPage extends ConsolePage {
  static override properties = {
    ...ConsolePage.properties,
    volumeByDay: { state: true },
    volumeByHour: { state: true },
    attention: { state: true },
    recent: { state: true },
    error: { state: true },
    period: { state: true },
  };

  declare private volumeByDay: GrossVolume | undefined;
  declare private volumeByHour: GrossVolume | undefined;
  declare private attention: AttentionBody | undefined;
  declare private recent: readonly Payment[] | undefined;
  declare private error: unknown;
  declare private period: PeriodDays;

  constructor() {
    super();
    this.period = 7;
    new PollingController(this, {
      isActive: () => this.isInProgress(),
      isReady: () => this.error === undefined && this.recent !== undefined,
      poll: () => this.poll(),
    });
  }

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('route')) void this.load();
  }

  private isInProgress(): boolean {
    const { payments, refunds, operations, events } = this.attention ?? {};
    const waiting = [payments?.unknown, payments?.held, refunds?.unknown, operations?.unknown, events?.waiting];
    return (
      waiting.some((count) => count !== undefined && count > 0) ||
      this.recent?.some(({ status }) => IN_PROGRESS.payments.has(status)) === true
    );
  }

  private async load(): Promise<void> {
    this.error = undefined;
    const [failed] = (await Promise.allSettled(this.read())).filter((part) => part.status === 'rejected');
    this.error = failed?.reason;
  }

  private async poll(): Promise<boolean> {
    const before = this.shownData();
    await Promise.all(this.read());
    return !isEqualResponse(before, this.shownData());
  }

  private shownData(): unknown[] {
    return [this.attention, this.recent, this.volumeByDay, this.volumeByHour];
  }

  /** Loads the sections independently. */
  private read(): Promise<void>[] {
    const { api } = this.shell;
    return [
      api.get<AttentionBody>('/reports/attention').then((attention) => {
        this.attention = attention;
      }),
      api.get<{ payments: Payment[] }>('/payments', { limit: '6' }).then(({ payments }) => {
        this.recent = payments;
      }),
      this.readVolume(),
    ];
  }

  /** Loads the volume of the chosen period only: today by hour, longer periods by day. */
  private async readVolume(): Promise<void> {
    const { api } = this.shell;
    if (this.period === 1) this.volumeByHour = await readHourlyGrossVolume(api);
    else this.volumeByDay = await readDailyGrossVolume(api);
  }

  private choosePeriod(period: PeriodDays): void {
    this.period = period;
    this.readVolume().catch((error: unknown) => {
      this.error = error;
    });
  }

  override render(): TemplateResult {
    return html`<header class="page-header"><h1>${t.title}</h1></header>
      ${this.error === undefined ? nothing : errorNotice(this.error, () => void this.load())}
      <div class="overview">
        <section class="panel volume" aria-labelledby="volume">${this.volumeSection()}</section>
        <section class="panel attention" aria-labelledby="attention">
          <h2 id="attention">${t.attention}</h2>
          ${this.attention === undefined ? skeleton(3) : attentionList(this.attention)}
        </section>
        <section class="panel recent" aria-labelledby="recent">
          <div class="row">
            <h2 id="recent">${t.recent}</h2>
            <a href=${hrefOf('payments')}>${t.allPayments}</a>
          </div>
          ${this.recentPayments()}
        </section>
      </div>`;
  }

  private recentPayments(): Content {
    if (this.recent === undefined) return skeleton(4);
    if (this.recent.length === 0) return html`<p class="muted nothing">${texts.payments.emptyAbout}</p>`;
    return paymentLinks(this.recent);
  }

  private volumeSection(): Content {
    const volume = this.period === 1 ? this.volumeByHour : this.volumeByDay;
    return html`<div class="row">
        <h2 id="volume">${t.volume}</h2>
        <div class="segments" role="group" aria-label=${t.volume}>
          ${PERIOD_DAYS.map(
            (period) =>
              html`<button
                type="button"
                aria-pressed=${String(period === this.period)}
                @click=${() => this.choosePeriod(period)}
              >
                ${t.periods[period]}
              </button>`,
          )}
        </div>
      </div>
      ${volume === undefined ? skeleton(4) : volumeComparison(volume, this.period)}`;
  }
}

type AttentionItem = [
  count: number,
  tone: 'alert' | 'wait',
  symbol: IconName,
  title: string,
  about: string,
  href: string,
];

function attentionList({ payments, refunds, operations, disputes, events }: AttentionBody): Content {
  const age = payments.oldest_unknown_at === null ? '' : relativeTime(payments.oldest_unknown_at);
  const others = payments.alerted - payments.unknown;
  const points: AttentionItem[] = [
    [payments.unknown, 'alert', 'alert', t.unknown, t.unknownAbout(age), hrefOf('payments', '', { status: 'unknown' })],
    [payments.held, 'alert', 'payments', t.held, t.heldAbout, hrefOf('payments', '', { status: 'held' })],
    [others, 'alert', 'alert', t.alerts, t.alertsAbout, hrefOf('payments', '', { attention: 'true' })],
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
    [
      events.given_up,
      'alert',
      'events',
      t.failedEvents,
      t.failedEventsAbout,
      hrefOf('events', '', { state: 'given_up' }),
    ],
    [
      events.waiting,
      'wait',
      'events',
      t.pendingEvents,
      t.pendingEventsAbout,
      hrefOf('events', '', { state: 'waiting' }),
    ],
  ];
  const open = points.filter(([count]) => count > 0);
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
    ${open.map(
      ([count, tone, symbol, title, about, href]) =>
        html`<li>
          <a href=${href}>
            <span class="emblem ${tone}">${icon(symbol)}</span>
            <span class="row-text"><span class="strong">${title}</span><span class="muted small">${about}</span></span>
            <span class="count">${count >= 1_000 ? '1000+' : count}</span>
            ${icon('right')}
          </a>
        </li>`,
    )}
  </ul>`;
}

customElements.define('console-overview', OverviewPage);

export const createPage = (): OverviewPage => new OverviewPage();
