import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type * as z from 'zod/mini';
import type { Refund } from '../../../shared/contract/merchant/batches.ts';
import type { Payment, ReportedNotification, SyncedPayment } from '../../../shared/contract/merchant/payments.ts';
import { encodeAmount, type Hundredths } from '../../../shared/money.ts';
import { askDecision, askRefund } from '../actions.ts';
import { askResolve } from '../ask-resolve.ts';
import { money, remainingOf } from '../amounts.ts';
import { ApiError } from '../api.ts';
import { w } from '../i18n/en.ts';
import { UNDER_WAY, stateOf } from '../i18n/states.ts';
import { alarmOf } from '../i18n/timeline.ts';
import { ConsolePage } from '../page.ts';
import { backLink } from '../parts/back-link.ts';
import type { Ask } from '../parts/ask-dialog.ts';
import { icon } from '../parts/icons.ts';
import { badge, emptyState, errorNotice, moment, skeleton, sum, type Content } from '../parts/parts.ts';
import { disputesOf, factsOf, saidOf, timelineOf, type Details } from '../payment-sheets.ts';
import { Refresh, isSame } from '../refresh.ts';

/** Makes a question of a payment as it is now, and of what of it can go back. */
type Asking = (payment: Payment, left: Hundredths) => Ask;

const t = w.payment;
const a = w.actions;

/** States that a person may have to settle. */
const OPEN: ReadonlySet<string> = new Set(['action_required', 'pending', 'unknown', 'abandoned', 'held']);

/** One payment: what it is, what happened to it, what can be done. */
export class PaymentPage extends ConsolePage {
  static override properties = {
    ...ConsolePage.properties,
    payment: { state: true },
    refunds: { state: true },
    error: { state: true },
    isSyncing: { state: true },
  };

  declare private payment: Details | undefined;
  declare private refunds: readonly Refund[];
  declare private error: unknown;
  declare private isSyncing: boolean;

  constructor() {
    super();
    this.refunds = [];
    this.isSyncing = false;
    new Refresh(this, { isNeeded: () => this.isUnderWay(), read: () => this.readAgain() });
  }

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('route')) void this.load();
  }

  private isUnderWay(): boolean {
    return (
      this.error === undefined &&
      (UNDER_WAY.payments.has(this.payment?.status ?? '') ||
        this.refunds.some(({ status }) => UNDER_WAY.refunds.has(status)))
    );
  }

  private async load(): Promise<void> {
    this.error = undefined;
    try {
      await this.read();
    } catch (error) {
      this.error = error;
    }
  }

  private async read(): Promise<void> {
    const { api } = this.shell;
    const { id } = this.route;
    const [payment, { refunds }] = await Promise.all([
      api.get<Details>(`/payments/${encodeURIComponent(id)}`),
      api.get<{ refunds: Refund[] }>('/refunds', { payment_id: id, limit: '100' }),
    ]);
    if (id !== this.route.id) return;
    this.payment = payment;
    this.refunds = refunds;
  }

  private async readAgain(): Promise<boolean> {
    const before = [this.payment, this.refunds];
    const status = this.payment?.status;
    await this.read();
    const now = this.payment?.status ?? '';
    if (now !== status) this.shell.say(t.now(stateOf(now).word));
    return !isSame(before, [this.payment, this.refunds]);
  }

  override render(): TemplateResult {
    const back = backLink(this.shell, 'payments');
    const title = html`<header class="head"><h1>${t.title}</h1></header>`;
    if (this.error instanceof ApiError && this.error.code === 'not_found') {
      return html`${back}${title}${emptyState('payments', w.payments.unknown)}`;
    }
    if (this.error !== undefined) return html`${back}${title}${errorNotice(this.error, () => void this.load())}`;
    const { payment } = this;
    if (payment === undefined) return html`${back}${title}${skeleton(8)}`;
    const left = leftOf(payment, this.refunds);
    return html`${back}
      <header class="summit">
        <div>
          <h1>${sum(payment.amount, payment.currency)} ${badge(payment.status)}</h1>
          <p class="soft">
            ${t.order(payment.order_no)}${payment.shopper_email === null ? nothing : html` · ${t.from(payment.shopper_email)}`}
          </p>
          ${
            payment.refunded_amount === '0.00'
              ? nothing
              : html`<p class="soft">${t.ofWhich(money(payment.refunded_amount, payment.currency))}</p>`
          }
        </div>
        <div class="tools">${this.buttons(payment, left)}</div>
      </header>
      ${this.warnings(payment)}
      <div class="halves">
        <section class="sheet" aria-labelledby="timeline">
          <h2 id="timeline">${t.timeline}</h2>
          ${timelineOf(payment)}
        </section>
        <div class="stack">
          ${this.reportedPart(payment)} ${factsOf(payment)} ${this.refundsPart(payment, left)} ${disputesOf(payment)}
          ${saidOf(payment)}
        </div>
      </div>`;
  }

  private buttons(payment: Details, left: Hundredths): Content {
    const { shell } = this;
    const button = (label: string, ask: Asking, kind = ''): TemplateResult =>
      html`<button type="button" class=${kind} @click=${() => void this.do(ask, payment)}>${label}</button>`;
    const isHeld = payment.status === 'held';
    // The shopper let go of it, and the gateway holds their money: it can be undone, and nothing else.
    const isLeftHeld = payment.status === 'abandoned' && payment.alarm !== null;
    const isCancellable =
      isHeld || isLeftHeld || (payment.status === 'paid' && left.toString() === payment.amount.replace('.', ''));
    const isOpen = OPEN.has(payment.status) || payment.alarm !== null;
    return html`${isHeld && shell.can('pay') ? button(a.approve, (now) => askDecision(now, 'approve'), 'primary') : nothing}
    ${(isHeld || isLeftHeld) && shell.can('pay') ? button(a.reject, (now) => askDecision(now, 'reject')) : nothing}
    ${isHeld && shell.can('pay') ? button(a.capture, (now) => askDecision(now, 'capture')) : nothing}
    ${left > 0n && shell.can('refund') ? button(a.refund, askRefund, 'primary') : nothing}
    ${isOpen && !isHeld && shell.can('resolve') ? button(a.resolve, askResolve, 'primary') : nothing}
    ${isCancellable && shell.can('pay') ? button(a.cancel, (now) => askDecision(now, 'cancel')) : nothing}
    ${
      shell.can('pay') && payment.status !== 'not_sent'
        ? html`<button type="button" ?disabled=${this.isSyncing} @click=${() => void this.sync(payment)}>
            ${a.sync}
          </button>`
        : nothing
    }`;
  }

  private async do(asking: Asking, payment: Details): Promise<void> {
    const ask = (now: Details): Ask => ({
      ...asking(now, leftOf(now, this.refunds)),
      anew: async () => {
        await this.load();
        return ask(this.payment ?? now);
      },
    });
    if (await this.shell.ask(ask(payment))) await this.load();
  }

  private async sync(payment: Payment): Promise<void> {
    this.isSyncing = true;
    try {
      const synced = await this.shell.api.post<z.infer<typeof SyncedPayment>>(`/payments/${payment.id}/sync`, {});
      this.shell.say(synced.gateway_says === null ? a.syncedNothing : a.synced[synced.gateway_says]);
      await this.load();
    } catch (error) {
      this.error = error;
    } finally {
      this.isSyncing = false;
    }
  }

  private warnings(payment: Payment): Content {
    return html`${
      payment.duplicate
        ? html`<div class="notice alert" role="note">
            ${icon('alert')}
            <p>${t.duplicate}</p>
          </div>`
        : nothing
    }
    ${
      payment.alarm === null
        ? nothing
        : html`<div class="notice alert" role="note">
            ${icon('alert')}
            <div>
              <p>${alarmOf(payment) === '' ? html`<strong>${t.alarm}</strong>` : alarmOf(payment)}</p>
              <p class="small"><code>${payment.alarm}</code></p>
            </div>
          </div>`
    }`;
  }

  private async accept(payment: Payment, report: ReportedNotification): Promise<void> {
    try {
      await this.shell.api.post(`/payments/${payment.id}/accept`, { notification_id: report.id });
      this.shell.say(t.accepted);
    } catch (error) {
      this.shell.say(error instanceof ApiError ? error.message : t.notAccepted);
    }
    await this.load();
  }

  private reportedPart(payment: Details): Content {
    if (payment.reported.length === 0) return nothing;
    return html`<section class="sheet" aria-labelledby="reported">
      <h2 id="reported">${t.reported}</h2>
      <p class="soft">${t.reportedAbout}</p>
      <ul class="rows">
        ${payment.reported.map(
          (report) =>
            html`<li>
              <div>
                <span class="words"
                  ><span class="strong">${t.reports(report)}</span
                  ><span class="soft small">${t.reportedBy(report)} · ${moment(report.at)}</span></span
                >
                ${
                  this.shell.can('resolve')
                    ? html`<button type="button" @click=${() => void this.accept(payment, report)}>${t.accept}</button>`
                    : nothing
                }
              </div>
            </li>`,
        )}
      </ul>
    </section>`;
  }

  private refundsPart(payment: Payment, left: Hundredths): Content {
    if (payment.status !== 'paid' && this.refunds.length === 0) return nothing;
    return html`<section class="sheet" aria-labelledby="refunds">
      <h2 id="refunds">${t.refunds}</h2>
      ${
        this.refunds.length === 0
          ? html`<p class="soft">${t.noRefunds}</p>`
          : html`<ul class="rows">
              ${this.refunds.map(
                (refund) =>
                  html`<li>
                    <div>
                      <span class="words"
                        ><span class="strong">${sum(refund.refund_amount, refund.currency)}</span
                        ><span class="soft small">${refund.refund_reason} · ${moment(refund.created_at)}</span></span
                      >
                      ${badge(refund.status)}
                    </div>
                  </li>`,
              )}
            </ul>`
      }
      ${left > 0n ? html`<p class="soft small">${t.left(money(encodeAmount(left), payment.currency))}</p>` : nothing}
    </section>`;
  }
}

function leftOf(payment: Payment, refunds: readonly Refund[]): Hundredths {
  return payment.status === 'paid' ? remainingOf(payment, refunds) : 0n;
}

customElements.define('console-payment', PaymentPage);

export const create = (): PaymentPage => new PaymentPage();
