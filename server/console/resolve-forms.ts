import type { Operation } from '../../shared/contract/merchant/operations.ts';
import type { Refund } from '../../shared/contract/merchant/refunds.ts';
import type { Subscription } from '../../shared/contract/merchant/subscriptions.ts';
import type { Payment } from '../../shared/contract/merchant/payments.ts';
import { money } from './amounts.ts';
import { texts } from './i18n/texts.ts';
import { operationName } from './operations.ts';
import type { ActionForm } from './components/confirm-dialog.ts';
import type { FormField } from './components/form-fields.ts';

const t = texts.actions;

/** A payment, refund, operation or subscription whose outcome a user records. */
interface ResolveTarget {
  title: string;
  /** Names the target on the submit button. */
  subject: string;
  path: string;
  /** Status, label in the list, and text on the submit button. */
  outcomes: readonly (readonly [status: string, label: string, submitText: string])[];
  /** The field for the transaction ID, when the payment has none. */
  transaction?: FormField;
}

export function resolvePaymentForm({ id, status, amount: sum, currency, transaction_id: known }: Payment): ActionForm {
  const subject = money(sum, currency);
  return resolveForm({
    title: t.resolveTitle(subject),
    subject,
    path: `/payments/${id}/resolve`,
    outcomes: [
      ['paid', t.resolvePaid, 'paid'],
      status === 'cancelled'
        ? ['cancelled', t.resolveCancelled, 'cancelled']
        : ['declined', t.resolveDeclined, 'not paid'],
    ],
    ...(known === null && {
      transaction: { name: 'transaction', label: t.resolveTransaction, optional: true, maxLength: 64 },
    }),
  });
}

export function resolveRefundForm({ id, refund_amount: sum, currency }: Refund): ActionForm {
  const subject = money(sum, currency);
  return resolveForm({
    title: t.resolveRefundTitle(subject),
    subject,
    path: `/refunds/${id}/resolve`,
    outcomes: [
      ['refunded', t.resolveRefundBack, 'refunded'],
      ['refused', t.resolveRefundNot, 'not refunded'],
    ],
  });
}

export function resolveOperationForm(operation: Operation): ActionForm {
  const subject = operationName(operation);
  return resolveForm({
    title: t.resolveTitle(subject),
    subject,
    path: `/operations/${operation.id}/resolve`,
    outcomes: [
      ['succeeded', t.resolveOperationDone, 'done'],
      ['refused', t.resolveOperationNot, 'not done'],
    ],
  });
}

export function resolveSubscriptionForm({ recurring_id: id, contract_name: name }: Subscription): ActionForm {
  const subject = name === '' ? id : name;
  return resolveForm({
    title: t.resolveTitle(subject),
    subject,
    path: `/subscriptions/${encodeURIComponent(id)}/resolve`,
    outcomes: [
      ['cancelled', t.resolveSubscriptionEnded, 'cancelled'],
      ['active', t.resolveSubscriptionNot, 'active'],
    ],
  });
}

function resolveForm({ title, subject, path, outcomes, transaction }: ResolveTarget): ActionForm {
  return {
    title,
    about: t.resolveAbout,
    fields: [
      {
        name: 'status',
        label: t.resolveOutcome,
        kind: 'choice',
        choices: [['', t.resolveChoose], ...outcomes.map(([status, label]) => [status, label] as const)],
      },
      { name: 'reason', label: t.resolveReason, hint: t.resolveReasonHint, kind: 'long' },
      ...(transaction === undefined ? [] : [transaction]),
    ],
    submitLabel: ({ status: selected }) => {
      const outcome = outcomes.find(([status]) => status === selected);
      return outcome === undefined ? t.resolveUnchosen : t.resolveDo(outcome[2], subject);
    },
    request: ({ status, reason, transaction: transactionId = '' }) => ({
      path,
      body: { status, reason, ...(transactionId === '' ? {} : { transaction_id: transactionId }) },
    }),
    resultOf: () => ({ ok: true, text: t.resolved }),
  };
}
