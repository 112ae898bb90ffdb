import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { Payment } from '../../../shared/contract/merchant/payments.ts';
import type { AttentionBody, GrossVolume } from '../../../shared/contract/merchant/reports.ts';
import { texts } from '../i18n/texts.ts';
import { IN_PROGRESS_STATES } from '../i18n/states.ts';
import { ConsolePage } from '../console-page.ts';
import { attentionList, readWaitingPaymentsAndDisputes, type WaitingPaymentsAndDisputes } from '../attention-list.ts';
import {
  errorNotice,
  amountCell,
  paymentBadges,
  paymentMethodLabel,
  skeleton,
  timestamp,
  type TemplateContent,
} from '../components/templates.ts';
import { PollingController, areResponsesEqual } from '../polling-controller.ts';
import { hrefOf } from '../route.ts';
import { readDailyGrossVolume, readHourlyGrossVolume } from '../gross-volume.ts';
import { PERIODS_IN_DAYS, volumeComparison, type PeriodDays } from '../overview-volume.ts';

const t = texts.overview;

/** The gross volume, what needs attention, and the latest payments. */
export class OverviewPage extends ConsolePage {
  static override properties = {
    ...ConsolePage.properties,
    volumeByDay: { state: true },
    volumeByHour: { state: true },
    attention: { state: true },
    waiting: { state: true },
    recent: { state: true },
    error: { state: true },
    period: { state: true },
  };

  declare private volumeByDay: GrossVolume | undefined;
  declare private volumeByHour: GrossVolume | undefined;
  declare private attention: AttentionBody | undefined;
  /** What waits for a person, in part: the sums of the attention list. */
  declare private waiting: WaitingPaymentsAndDisputes | undefined;
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
      this.recent?.some(({ status }) => IN_PROGRESS_STATES.payments.has(status)) === true
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
    return !areResponsesEqual(before, this.shownData());
  }

  private shownData(): unknown[] {
    return [this.attention, this.waiting, this.recent, this.volumeByDay, this.volumeByHour];
  }

  /** Loads the sections independently. */
  private read(): Promise<void>[] {
    const { api } = this.shell;
    return [
      api.get<AttentionBody>('/reports/attention').then(async (attention) => {
        this.waiting = await readWaitingPaymentsAndDisputes(api, attention);
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
        <section class="panel attention" aria-labelledby="attention">
          <h2 id="attention">${t.attention}</h2>
          ${this.attention === undefined ? skeleton(3) : attentionList(this.attention, this.waiting)}
        </section>
        <section class="panel volume" aria-labelledby="volume">${this.volumeSection()}</section>
        <section class="panel recent" aria-labelledby="recent">
          <div class="row">
            <h2 id="recent">${t.recent}</h2>
            <a href=${hrefOf('payments')}>${t.allPayments}</a>
          </div>
          ${this.recentPayments()}
        </section>
      </div>`;
  }

  private recentPayments(): TemplateContent {
    if (this.recent === undefined) return skeleton(4);
    if (this.recent.length === 0) return html`<p class="muted nothing">${texts.payments.emptyAbout}</p>`;
    return recentPayments(this.recent);
  }

  private volumeSection(): TemplateContent {
    const volume = this.period === 1 ? this.volumeByHour : this.volumeByDay;
    return html`<div class="row">
        <h2 id="volume">${t.volume}</h2>
        <div class="segments" role="group" aria-label=${t.volume}>
          ${PERIODS_IN_DAYS.map(
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

/** The latest payments as rows of columns; on narrow screens each takes two lines. */
function recentPayments(payments: readonly Payment[]): TemplateResult {
  return html`<ul class="recent-rows">
    ${payments.map(
      (payment) =>
        html`<li>
          <a href=${hrefOf('payments', payment.id)}>
            <span class="sum strong">${amountCell(payment.amount, payment.currency)}</span>
            <span class="ellipsis">${payment.shopper_email}</span>
            <span class="about">
              <span class="at-desk">${paymentMethodLabel(payment)}</span>
              <span class="order muted">${payment.order_no}</span>
            </span>
            <span class="time muted">${timestamp(payment.created_at)}</span>
            ${paymentBadges(payment)}
          </a>
        </li>`,
    )}
  </ul>`;
}

customElements.define('console-overview', OverviewPage);

export const createConsolePage = (): OverviewPage => new OverviewPage();
