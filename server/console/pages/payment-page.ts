import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type * as z from '../../../shared/zod.ts';
import type { AuditEntryBody } from '../../../shared/contract/merchant/audit.ts';
import type { Refund } from '../../../shared/contract/merchant/refunds.ts';
import type { Payment, SyncedPayment } from '../../../shared/contract/merchant/payments.ts';
import type { HeldNotificationBody } from '../../../shared/contract/merchant/notifications.ts';
import type { AmountInHundredths } from '../../../shared/money.ts';
import { paymentActionForm, refundForm } from '../payment-forms.ts';
import { resolvePaymentForm } from '../resolve-forms.ts';
import { refundableHundredths } from '../amounts.ts';
import { ApiError } from '../console-api.ts';
import { texts } from '../i18n/texts.ts';
import { IN_PROGRESS_STATES, stateLabelAndTone } from '../i18n/states.ts';
import { ConsolePage } from '../console-page.ts';
import type { ActionForm } from '../components/action-dialog.ts';
import {
  paymentBadges,
  emptyState,
  errorNotice,
  skeleton,
  amountCell,
  type TemplateContent,
  backLink,
} from '../components/templates.ts';
import {
  detailsSection,
  disputesSection,
  orderSection,
  otherPaymentsSection,
  refundsSection,
  shopperSection,
  timelineSection,
  type PaymentDetails,
} from '../payment-sections.ts';
import { createFindActor } from '../payment-actors.ts';
import {
  alertAndDisputeNotices,
  heldPaymentSection,
  heldNotificationsSection,
  OTHERS_READ,
  type OtherPayments,
} from '../payment-notices.ts';
import { disputeDeadlineButton, disputeDeadlineForm } from '../dispute-deadline.ts';
import { noteForm, notesSection } from '../payment-notes.ts';
import { PollingController, areResponsesEqual } from '../polling-controller.ts';

/** Makes a form for a payment; `left` is its refundable amount in hundredths. */
type FormFactory = (payment: Payment, left: AmountInHundredths) => ActionForm;

const t = texts.payment;
const a = texts.actions;

/** Statuses in which a user may record the outcome. */
const RESOLVABLE_STATUSES: ReadonlySet<string> = new Set(['action_required', 'pending', 'unknown', 'abandoned']);

/** One payment: details, timeline, refunds and actions. */
export class PaymentPage extends ConsolePage {
  static override properties = {
    ...ConsolePage.properties,
    payment: { state: true },
    refunds: { state: true },
    others: { state: true },
    calls: { state: true },
    error: { state: true },
    isSyncing: { state: true },
  };

  declare private payment: PaymentDetails | undefined;
  declare private refunds: readonly Refund[];
  /** Undefined until they are read. */
  declare private others: OtherPayments | undefined;
  /** The audit entries of the payment. */
  declare private calls: readonly AuditEntryBody[];
  declare private error: unknown;
  declare private isSyncing: boolean;

  constructor() {
    super();
    this.refunds = this.calls = [];
    this.isSyncing = false;
    new PollingController(this, {
      isActive: () => this.isInProgress(),
      isReady: () => this.error === undefined && this.payment !== undefined,
      poll: () => this.poll(),
    });
  }

  override willUpdate(changed: PropertyValues): void {
    if (!changed.has('route')) return;
    this.others = undefined;
    void this.load();
  }

  private isInProgress(): boolean {
    return (
      IN_PROGRESS_STATES.payments.has(this.payment?.status ?? '') ||
      this.refunds.some(({ status }) => IN_PROGRESS_STATES.refunds.has(status))
    );
  }

  private async load(): Promise<void> {
    this.error = undefined;
    try {
      await this.read();
    } catch (error) {
      this.error = error;
      return;
    }
    void this.readOthers().catch(() => undefined);
  }

  /** Other payments and the names of people are an aid: without them the page stays. */
  private async readOthers(): Promise<void> {
    const { payment } = this;
    if (payment === undefined) return;
    const { api } = this.shell;
    const list = async (query: Record<string, string>): Promise<Payment[]> => {
      const { payments } = await api.get<{ payments: Payment[] }>('/payments', {
        ...query,
        limit: String(OTHERS_READ),
      });
      return payments.filter(({ id }) => id !== payment.id);
    };
    const { order_no, shopper_email: email, card } = payment;
    const [sameOrder, sameShopper, sameCard, { entries }] = await Promise.all([
      list({ order_no }),
      email === null ? [] : list({ email }),
      payment.status === 'held' && card !== null
        ? list({ search: card.last4, created_from: dayBefore(payment.created_at) })
        : [],
      api.get<{ entries: AuditEntryBody[] }>('/audit', { target: payment.id, limit: '100' }),
    ]);
    if (payment.id !== this.route.id) return;
    const isSameCard = (one: Payment): boolean => one.card?.last4 === card?.last4 && one.card?.bin === card?.bin;
    const isSameCardCut = sameCard.length >= OTHERS_READ - 1;
    this.others = { sameOrder, sameShopper, sameCard: sameCard.filter(isSameCard), isSameCardCut };
    this.calls = entries;
  }

  private async read(): Promise<void> {
    const { api } = this.shell;
    const { id } = this.route;
    const [payment, { refunds }] = await Promise.all([
      api.get<PaymentDetails>(`/payments/${encodeURIComponent(id)}`),
      api.get<{ refunds: Refund[] }>('/refunds', { payment_id: id, limit: '100' }),
    ]);
    if (id !== this.route.id) return;
    this.payment = payment;
    this.refunds = refunds;
  }

  private async poll(): Promise<boolean> {
    const before = [this.payment, this.refunds];
    const status = this.payment?.status;
    await this.read();
    const now = this.payment?.status ?? '';
    if (now !== status) this.shell.showToast(t.now(stateLabelAndTone(now).label));
    return !areResponsesEqual(before, [this.payment, this.refunds]);
  }

  override render(): TemplateResult {
    const back = backLink(this.shell, 'payments');
    const title = html`<header class="page-header"><h1>${t.title}</h1></header>`;
    if (this.error instanceof ApiError && this.error.code === 'not_found') {
      return html`${back}${title}${emptyState('payments', texts.payments.notFound)}`;
    }
    if (this.error !== undefined) return html`${back}${title}${errorNotice(this.error, () => void this.load())}`;
    const { payment } = this;
    if (payment === undefined) return html`${back}${title}${skeleton(8)}`;
    const { refunds } = this;
    const left = refundableLeft(payment, refunds);
    const actorOf = createFindActor(this.calls, this.shell.session);
    const canResolve = this.shell.can('resolve');
    return html`${back}${this.header(payment, left)} ${alertAndDisputeNotices(payment)}
      ${
        payment.status === 'held' && this.shell.can('pay')
          ? heldPaymentSection(
              payment,
              this.others,
              (name) => void this.runAction((now) => paymentActionForm(now, name), payment),
            )
          : nothing
      }
      <div class="columns wide-start">
        <div class="stack">
          ${detailsSection(payment, {
            action: this.syncButton(payment),
            hasAccounts: this.shell.session.accounts.length > 1,
          })}
          ${refundsSection(payment, { refunds, left, actorOf })} ${timelineSection(payment, actorOf)}
        </div>
        <div class="stack">
          ${heldNotificationsSection(payment, canResolve ? (report) => void this.accept(payment, report) : undefined)}
          ${disputesSection(payment, (dispute) =>
            canResolve && dispute.status === 'received'
              ? disputeDeadlineButton(dispute, () => void this.runAction(() => disputeDeadlineForm(dispute), payment))
              : nothing,
          )}
          ${shopperSection(payment)} ${orderSection(payment)} ${this.otherPayments(payment)}
          ${notesSection(payment, this.shell, () => void this.runAction(noteForm, payment))}
        </div>
      </div>`;
  }

  private otherPayments({ order_no, shopper_email: email }: Payment): TemplateContent {
    const { sameOrder = [], sameShopper = [] } = this.others ?? {};
    const ofOthers = sameShopper.filter((one) => one.order_no !== order_no);
    const order = { id: 'same-order', title: t.sameOrder, query: { order_no } };
    const shopper = { id: 'same-shopper', title: t.sameShopper, query: { email: email ?? undefined } };
    return html`${otherPaymentsSection(order, sameOrder)} ${otherPaymentsSection(shopper, ofOthers)}`;
  }

  private header(payment: PaymentDetails, left: AmountInHundredths): TemplateResult {
    return html`<header class="detail-header">
      <div>
        <h1>${amountCell(payment.amount, payment.currency)} ${paymentBadges(payment)}</h1>
        <p class="muted">
          ${t.order(payment.order_no)}${payment.shopper_email === null ? nothing : html` · ${t.from(payment.shopper_email)}`}
        </p>
      </div>
      <div class="tools">${this.buttons(payment, left)}</div>
    </header>`;
  }

  private buttons(payment: PaymentDetails, left: AmountInHundredths): TemplateContent {
    const { shell } = this;
    const button = (label: string, ask: FormFactory, kind = ''): TemplateResult =>
      html`<button type="button" class=${kind} @click=${() => void this.runAction(ask, payment)}>${label}</button>`;
    // The shopper abandoned the payment and the gateway holds the funds: only reject and void are possible.
    const isAbandonedHeld = payment.status === 'abandoned' && payment.alerts.length > 0;
    const isCancellable =
      isAbandonedHeld || (payment.status === 'paid' && left.toString() === payment.amount.replace('.', ''));
    const isResolvable =
      payment.status !== 'held' && (RESOLVABLE_STATUSES.has(payment.status) || payment.alerts.length > 0);
    return html`${isAbandonedHeld && shell.can('pay') ? button(a.reject, (now) => paymentActionForm(now, 'reject')) : nothing}
    ${left > 0n && shell.can('refund') ? button(a.refund, refundForm, 'primary') : nothing}
    ${isResolvable && shell.can('resolve') ? button(a.resolve, resolvePaymentForm, 'primary') : nothing}
    ${isCancellable && shell.can('pay') ? button(a.cancel, (now) => paymentActionForm(now, 'cancel')) : nothing}`;
  }

  private syncButton(payment: Payment): TemplateContent {
    return this.shell.can('pay') && payment.status !== 'not_sent'
      ? html`<button
          type="button"
          class="quiet small"
          ?disabled=${this.isSyncing}
          @click=${() => void this.sync(payment)}
        >
          ${a.sync}
        </button>`
      : nothing;
  }

  private async runAction(asking: FormFactory, payment: PaymentDetails): Promise<void> {
    const ask = (now: PaymentDetails): ActionForm => ({
      ...asking(now, refundableLeft(now, this.refunds)),
      reload: async () => {
        await this.load();
        return ask(this.payment ?? now);
      },
    });
    if (await this.shell.confirm(ask(payment))) await this.load();
  }

  private async sync(payment: Payment): Promise<void> {
    this.isSyncing = true;
    try {
      const synced = await this.shell.api.post<z.infer<typeof SyncedPayment>>(`/payments/${payment.id}/sync`, {});
      this.shell.showToast(synced.gateway_says === null ? a.syncedNothing : a.synced[synced.gateway_says]);
      await this.load();
    } catch (error) {
      this.error = error;
    } finally {
      this.isSyncing = false;
    }
  }

  private async accept(payment: Payment, report: HeldNotificationBody): Promise<void> {
    try {
      await this.shell.api.post(`/payments/${payment.id}/accept`, { notification_id: report.id });
      this.shell.showToast(t.accepted);
    } catch (error) {
      this.shell.showToast(error instanceof ApiError ? error.message : t.notAccepted);
    }
    await this.load();
  }
}

function dayBefore(moment: string): string {
  return new Date(Date.parse(moment) - 86_400_000).toISOString();
}

function refundableLeft(payment: Payment, refunds: readonly Refund[]): AmountInHundredths {
  return payment.status === 'paid' ? refundableHundredths(payment, refunds) : 0n;
}

customElements.define('console-payment', PaymentPage);

export const createConsolePage = (): PaymentPage => new PaymentPage();
