import { html, type TemplateResult } from 'lit';
import type { RefundEntryResult } from '../../shared/contract/merchant/refunds.ts';
import type { Subscription } from '../../shared/contract/merchant/subscriptions.ts';
import type { PaymentActionResultBody } from '../../shared/contract/merchant/reviews-captures-voids.ts';
import type { Payment } from '../../shared/contract/merchant/payments.ts';
import { encodeAmount, type AmountInHundredths } from '../../shared/money.ts';
import { formatAmountForViewer, formatSumsByCurrency, parseTypedAmount } from './amounts.ts';
import { texts } from './i18n/texts.ts';
import type { ActionForm, ActionResult } from './components/action-dialog.ts';
import { icon } from './components/icons.ts';
import { cardLabel } from './components/templates.ts';
import type { RefundablePayment } from './refundable-payments.ts';
import type { FormField, FormValues } from './components/form-fields.ts';

const t = texts.actions;

type PaymentAction = 'approve' | 'reject' | 'capture' | 'cancel';

const DONE_TEXTS: Readonly<Record<PaymentAction, string>> = {
  approve: t.approved,
  reject: t.rejected,
  capture: t.captured,
  cancel: t.cancelled,
};

/** The form that approves, rejects, captures or cancels a payment. */
export function paymentActionForm(payment: Payment, name: PaymentAction): ActionForm {
  const amount = formatAmountForViewer(payment.amount, payment.currency);
  const isReview = name === 'approve' || name === 'reject';
  return {
    title: t[`${name}Title`](amount),
    about: html`${t[`${name}About`]} ${name === 'cancel' ? subscriptionHint(payment) : ''}
    ${texts.payment.order(payment.order_no)}.`,
    isDestructive: name === 'reject' || name === 'cancel',
    ...(name === 'cancel' ? { cancelLabel: t.keepPayment } : {}),
    submitLabel: () => t[`${name}Do`](amount),
    request: () =>
      isReview
        ? { path: '/reviews', body: { reviews: [{ payment_id: payment.id, decision: name }] } }
        : { path: `/payments/${payment.id}/${name}` },
    resultOf: (answer: { reviews?: PaymentActionResultBody[] } & Partial<PaymentActionResultBody>) =>
      actionResult(
        isReview ? answer.reviews?.[0] : (answer as PaymentActionResultBody),
        `${DONE_TEXTS[name]}: ${amount}`,
      ),
  };
}

/** A refund or cancellation does not end the payment's subscription. */
function subscriptionHint(payment: Payment): string {
  return payment.recurring_id === null ? '' : t.subscriptionHint;
}

function actionResult(decision: PaymentActionResultBody | undefined, done: string): ActionResult {
  if (decision?.status === 'accepted') return { ok: true, text: done };
  if (decision?.status === 'unknown' || decision?.status === 'in_progress') return { ok: true, text: t.outcomeUnknown };
  return { ok: false, text: decision?.error?.detail ?? t.outcomeUnknown };
}

/** A reason of the list, and words of one's own; either is enough. */
const REASON_FIELDS: readonly FormField[] = [
  {
    name: 'reason',
    label: t.refundReason,
    kind: 'presets',
    presets: [...t.refundReasons, texts.form.other],
  },
  {
    name: 'note',
    label: t.refundNote,
    hint: t.refundReasonHint,
    optional: true,
    neededBy: ['reason', texts.form.other],
    maxLength: 450,
  },
];

/** The reason that the gateway gets, such as `Damaged: one cup`; empty without any. */
function reasonOf({ reason = '', note = '' }: FormValues): string {
  return [reason === texts.form.other ? '' : reason, note].filter((part) => part !== '').join(': ');
}

function checkReason(values: FormValues): Record<string, string> {
  if (reasonOf(values) !== '') return {};
  return values['reason'] === texts.form.other ? { note: t.refundNoNote } : { reason: t.refundNoReason };
}

/** The form that refunds a payment in part or in full. `left` is in hundredths. */
export function refundForm(payment: Payment, left: AmountInHundredths): ActionForm {
  const { currency } = payment;
  const maximum = formatAmountForViewer(encodeAmount(left), currency);
  return {
    title: `${t.refundTitle} · ${payment.order_no}`,
    about: html`${
      payment.dispute_status === 'received'
        ? html`<p class="notice alert" role="note">${icon('alert')}<span>${t.refundDisputed}</span></p>`
        : ''
    }${refundDestination(payment)}
    ${subscriptionHint(payment)}`,
    fields: [
      {
        name: 'amount',
        label: t.refundAmount,
        kind: 'amount',
        value: encodeAmount(left),
        hint: t.refundLeft(maximum, formatAmountForViewer(payment.captured_amount ?? payment.amount, currency)),
        currency,
        max: left,
      },
      ...REASON_FIELDS,
    ],
    check: checkReason,
    submitLabel: ({ amount = '' }) => {
      const typed = parseTypedAmount(amount, left);
      if ('error' in typed) return t.refund;
      const isRest = typed.amount === encodeAmount(left) && typed.amount !== payment.amount;
      return (isRest ? t.refundRest : t.refundDo)(formatAmountForViewer(typed.amount, currency));
    },
    request: ({ amount, ...values }) => ({
      path: '/refunds',
      body: { refunds: [{ payment_id: payment.id, refund_amount: amount, refund_reason: reasonOf(values) }] },
    }),
    resultOf: ({ refunds }: { refunds: RefundEntryResult[] }) => refundResult(refunds[0]),
  };
}

/** Where the money goes; a card's name stays on one line. */
function refundDestination({ card }: Payment): string {
  return card === null ? t.refundToOther : t.refundTo(cardLabel(card).replaceAll(' ', '\u00A0'));
}

function refundResult(outcome: RefundEntryResult | undefined): ActionResult {
  const refund = outcome?.refund;
  if (!refund || outcome.error !== null) return { ok: false, text: outcome?.error?.detail ?? t.refundOpen };
  if (refund.status === 'refused' || refund.status === 'not_sent') {
    return { ok: false, text: refund.message ?? texts.common.unreachable };
  }
  const isAccepted = refund.status === 'accepted' || refund.status === 'refunded' || refund.status === 'in_progress';
  return {
    ok: true,
    text: isAccepted ? t.refunded(formatAmountForViewer(refund.refund_amount, refund.currency)) : t.refundOpen,
  };
}

/** The form that refunds several payments, each in full unless a smaller amount is typed. */
export function batchRefundForm(payments: readonly RefundablePayment[]): ActionForm {
  const fieldOf = (payment: RefundablePayment): FormField => ({
    name: payment.id,
    label: payment.order_no,
    kind: 'amount',
    value: payment.wanted ?? encodeAmount(payment.left),
    currency: payment.currency,
    max: payment.left,
  });
  const needsReason = payments.some(({ reason }) => reason === undefined);
  return {
    title: t.refundSeveral(payments.length),
    about: t.refundSeveralAbout,
    fields: [...payments.map(fieldOf), ...(needsReason ? REASON_FIELDS : [])],
    ...(needsReason && { check: checkReason }),
    submitLabel: (values) => t.refundSeveralDo(payments.length, totalsOf(payments, values)),
    request: (values) => ({
      path: '/refunds',
      body: {
        refunds: payments.map(({ id, reason }) => ({
          payment_id: id,
          refund_amount: values[id],
          refund_reason: reason ?? reasonOf(values),
        })),
      },
    }),
    resultOf: ({ refunds }: { refunds: RefundEntryResult[] }) => ({
      ok: true,
      text: t.refundSeveralDone(refunds.filter((outcome) => refundResult(outcome).ok).length, refunds.length),
      details: refundResultList(payments, refunds),
    }),
  };
}

/** The totals by currency. */
function totalsOf(payments: readonly Payment[], values: FormValues): string {
  const typed = payments.map(({ id, currency }) => {
    const amount = values[id] ?? '';
    return { currency, amount: /^\d+\.\d{2}$/.test(amount) ? amount : '0.00' };
  });
  return formatSumsByCurrency(typed);
}

function refundResultList(payments: readonly Payment[], outcomes: readonly RefundEntryResult[]): TemplateResult {
  return html`<ul class="outcomes">
    ${payments.map((payment, index) => {
      const { ok, text } = refundResult(outcomes[index]);
      return html`<li class=${ok ? '' : 'error'}><strong>${payment.order_no}</strong> ${text}</li>`;
    })}
  </ul>`;
}

/** Ends a contract at once. */
export function cancelSubscriptionForm(subscription: Subscription): ActionForm {
  const s = texts.subscriptions;
  const name = subscription.contract_name === '' ? subscription.recurring_id : subscription.contract_name;
  return {
    title: s.cancelTitle(name),
    about: s.cancelAbout(formatAmountForViewer(subscription.amount, subscription.currency)),
    isDestructive: true,
    cancelLabel: s.keep,
    submitLabel: () => s.cancelDo,
    request: () => ({ path: `/subscriptions/${encodeURIComponent(subscription.recurring_id)}/cancel` }),
    resultOf: ({ status }: { status: string }) => ({
      ok: true,
      text: status === 'cancelled' ? s.cancelled : s.cancelUnknown,
    }),
  };
}
