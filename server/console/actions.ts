import { html, type TemplateResult } from 'lit';
import type { RefundOutcome, Subscription } from '../../shared/contract/merchant/batches.ts';
import type { Decision, Payment } from '../../shared/contract/merchant/payments.ts';
import { encodeAmount, type Hundredths } from '../../shared/money.ts';
import { money, sumOf } from './amounts.ts';
import { w } from './i18n/en.ts';
import type { Ask, AskResult } from './parts/ask-dialog.ts';
import type { AskField, AskValues } from './parts/fields.ts';

const t = w.actions;

type DecisionName = 'approve' | 'reject' | 'capture' | 'cancel';

const DONE: Readonly<Record<DecisionName, string>> = {
  approve: t.approved,
  reject: t.rejected,
  capture: t.captured,
  cancel: t.cancelled,
};

/** What the shop decides about a payment; the button names the sum. */
export function askDecision(payment: Payment, name: DecisionName): Ask {
  const amount = money(payment.amount, payment.currency);
  const isReview = name === 'approve' || name === 'reject';
  return {
    title: t[`${name}Title`](amount),
    about: html`${t[`${name}About`]} ${name === 'cancel' ? contractOf(payment) : ''}
    ${w.payment.order(payment.order_no)}.`,
    grave: name === 'reject' || name === 'cancel',
    ...(name === 'cancel' ? { keep: t.keep } : {}),
    confirm: () => t[`${name}Do`](amount),
    call: () =>
      isReview
        ? { path: '/reviews', body: { reviews: [{ payment_id: payment.id, decision: name }] } }
        : { path: `/payments/${payment.id}/${name}` },
    end: (answer: { reviews?: Decision[] } & Partial<Decision>) =>
      endOf(isReview ? answer.reviews?.[0] : (answer as Decision), `${DONE[name]}: ${amount}`),
  };
}

/** Money that goes back ends no contract. */
function contractOf(payment: Payment): string {
  return payment.recurring_id === null ? '' : t.contract;
}

function endOf(decision: Decision | undefined, done: string): AskResult {
  if (decision?.status === 'accepted') return { ok: true, text: done };
  if (decision?.status === 'unknown' || decision?.status === 'in_progress') return { ok: true, text: t.stillOpen };
  return { ok: false, text: decision?.error?.detail ?? t.stillOpen };
}

/** Gives back a part of a payment, or all that is left of it. */
export function askRefund(payment: Payment, left: Hundredths): Ask {
  const { currency } = payment;
  const most = money(encodeAmount(left), currency);
  return {
    title: `${t.refundTitle} · ${payment.order_no}`,
    about: `${t.refundAbout(most)} ${contractOf(payment)}`,
    fields: [
      { name: 'amount', label: t.refundAmount, kind: 'amount', value: encodeAmount(left), currency, max: left },
      { name: 'reason', label: t.refundReason, hint: t.refundReasonHint, maxLength: 500 },
    ],
    confirm: ({ amount = '' }) => (/^\d+\.\d{2}$/.test(amount) ? t.refundDo(money(amount, currency)) : t.refund),
    call: ({ amount, reason }) => ({
      path: '/refunds',
      body: { refunds: [{ payment_id: payment.id, refund_amount: amount, refund_reason: reason }] },
    }),
    end: ({ refunds }: { refunds: RefundOutcome[] }) => endOfRefund(refunds[0]),
  };
}

function endOfRefund(outcome: RefundOutcome | undefined): AskResult {
  const refund = outcome?.refund;
  if (!refund || outcome.error !== null) return { ok: false, text: outcome?.error?.detail ?? t.refundOpen };
  if (refund.status === 'refused' || refund.status === 'not_sent') {
    return { ok: false, text: refund.message ?? w.common.unreachable };
  }
  const isTaken = refund.status === 'accepted' || refund.status === 'refunded' || refund.status === 'in_progress';
  return { ok: true, text: isTaken ? t.refunded(money(refund.refund_amount, refund.currency)) : t.refundOpen };
}

/** Gives back several payments at once, each for what is left of it unless a smaller sum is typed. */
export function askRefunds(payments: readonly (Payment & { left: Hundredths })[]): Ask {
  const fieldOf = (payment: Payment & { left: Hundredths }): AskField => ({
    name: payment.id,
    label: payment.order_no,
    kind: 'amount',
    value: encodeAmount(payment.left),
    currency: payment.currency,
    max: payment.left,
  });
  return {
    title: t.refundSeveral(payments.length),
    about: t.refundSeveralAbout,
    fields: [...payments.map(fieldOf), { name: 'reason', label: t.refundReason, hint: t.refundReasonHint }],
    confirm: (values) => t.refundSeveralDo(payments.length, totalsOf(payments, values)),
    call: (values) => ({
      path: '/refunds',
      body: {
        refunds: payments.map(({ id }) => ({
          payment_id: id,
          refund_amount: values[id],
          refund_reason: values['reason'],
        })),
      },
    }),
    end: ({ refunds }: { refunds: RefundOutcome[] }) => ({
      ok: true,
      text: t.refundSeveralDone(refunds.filter((outcome) => endOfRefund(outcome).ok).length, refunds.length),
      show: outcomesOf(payments, refunds),
    }),
  };
}

/** The sums by currency: what differs cannot be added. */
function totalsOf(payments: readonly Payment[], values: AskValues): string {
  const currencies = [...new Set(payments.map(({ currency }) => currency))];
  return currencies
    .map((currency) => {
      const own = payments.filter((payment) => payment.currency === currency).map(({ id }) => values[id] ?? '');
      return money(sumOf(own.filter((amount) => /^\d+\.\d{2}$/.test(amount))), currency);
    })
    .join(' + ');
}

function outcomesOf(payments: readonly Payment[], outcomes: readonly RefundOutcome[]): TemplateResult {
  return html`<ul class="outcomes">
    ${payments.map((payment, index) => {
      const { ok, text } = endOfRefund(outcomes[index]);
      return html`<li class=${ok ? '' : 'fault'}><strong>${payment.order_no}</strong> ${text}</li>`;
    })}
  </ul>`;
}

/** Ends a contract at once. */
export function askCancelSubscription(subscription: Subscription): Ask {
  const s = w.subscriptions;
  const name = subscription.contract_name === '' ? subscription.recurring_id : subscription.contract_name;
  return {
    title: s.cancelTitle(name),
    about: s.cancelAbout(money(subscription.amount, subscription.currency)),
    grave: true,
    keep: s.keep,
    confirm: () => s.cancelDo,
    call: () => ({ path: `/subscriptions/${encodeURIComponent(subscription.recurring_id)}/cancel` }),
    end: ({ status }: { status: string }) => ({ ok: true, text: status === 'cancelled' ? s.cancelled : s.open }),
  };
}
