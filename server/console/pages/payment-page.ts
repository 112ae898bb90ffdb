import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type * as z from 'zod/mini';
import type { Refund } from '../../../shared/contract/merchant/batches.ts';
import type {
  Payment,
  PaymentWithTimeline,
  ReportedNotification,
  SyncedPayment,
} from '../../../shared/contract/merchant/payments.ts';
import { encodeAmount, type Hundredths } from '../../../shared/money.ts';
import { askDecision, askRefund } from '../actions.ts';
import { askResolve } from '../ask-resolve.ts';
import { money, remainingOf } from '../amounts.ts';
import { ApiError } from '../api.ts';
import { w } from '../i18n/en.ts';
import { DECLINES, UNDER_WAY, stateOf } from '../i18n/states.ts';
import { alarmOf, remarkOf, sentenceOf } from '../i18n/timeline.ts';
import { ConsolePage } from '../page.ts';
import { backLink } from '../parts/back-link.ts';
import type { Ask } from '../parts/ask-dialog.ts';
import { icon } from '../parts/icons.ts';
import { methodOf } from '../parts/method.ts';
import {
  badge,
  copyable,
  emptyState,
  errorNotice,
  facts,
  moment,
  skeleton,
  sum,
  type Content,
} from '../parts/parts.ts';
import { Refresh, isSame } from '../refresh.ts';

type Details = z.infer<typeof PaymentWithTimeline>;
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
    ${isOpen && !isHeld && shell.can('pay') ? button(a.resolve, askResolve, 'primary') : nothing}
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
                  this.shell.can('pay')
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

function timelineOf(payment: Details): TemplateResult {
  return html`<ol class="timeline">
    ${payment.timeline.map((entry) => {
      const remark = remarkOf(entry);
      return html`<li class=${entry.kind === 'conflict' || entry.to === 'unknown' ? 'alert' : ''}>
        <p>${sentenceOf(entry, payment.currency)}</p>
        ${remark === '' ? nothing : html`<p class="soft small">${remark}</p>`}
        <p class="soft small">${moment(entry.at)}</p>
      </li>`;
    })}
  </ol>`;
}

function factsOf(payment: Details): TemplateResult {
  return html`<section class="sheet" aria-labelledby="facts">
    <h2 id="facts">${t.facts}</h2>
    ${facts([
      [t.method, methodOf(payment)],
      [t.email, payment.shopper_email],
      [t.decline, payment.decline === null ? null : (DECLINES[payment.decline.code] ?? payment.decline.code)],
      [t.review, payment.review_status],
      [t.created, moment(payment.created_at)],
      [t.changed, moment(payment.updated_at)],
      [t.transaction, payment.transaction_id === null ? null : copyable(payment.transaction_id, t.transaction)],
      [t.id, copyable(payment.id, t.id)],
      [t.contract, payment.recurring_id],
    ])}
  </section>`;
}

/** What the result says of risk and 3-D Secure, and the rest as the gateway wrote it. */
function saidOf({ result }: Details): Content {
  if (result === null) return nothing;
  const reasons = (result.risk_reasons ?? []).map(({ name, status }) => `${name}: ${status}`).join(', ');
  const said = facts([
    [t.answer, result.result_info],
    [t.code, result.order_status],
    [t.secure, result.threeds_result],
    [`${t.risk}: ${t.action.toLowerCase()}`, result.risk_action],
    [`${t.risk}: ${t.score.toLowerCase()}`, result.risk_score],
    [`${t.risk}: ${t.reasons.toLowerCase()}`, reasons],
    [t.connector, result.connector],
    [t.note, result.note],
  ]);
  return said === nothing
    ? nothing
    : html`<section class="sheet" aria-labelledby="said">
        <h2 id="said">${t.gateway}</h2>
        ${said}
      </section>`;
}

function disputesOf({ disputes }: Details): Content {
  if (disputes.length === 0) return nothing;
  return html`<section class="sheet" aria-labelledby="disputes">
    <h2 id="disputes">${t.disputes}</h2>
    <ul class="rows">
      ${disputes.map(
        (dispute) =>
          html`<li>
            <div>
              <span class="words"
                ><span class="strong">${dispute.reason ?? dispute.transaction_id}</span
                ><span class="soft small">${dispute.code ?? ''} ${moment(dispute.created_at)}</span></span
              >
              ${badge(dispute.status)}
            </div>
          </li>`,
      )}
    </ul>
  </section>`;
}

customElements.define('console-payment', PaymentPage);

export const create = (): PaymentPage => new PaymentPage();
