import type { IssuingOrPayoutOperation } from '../../shared/contract/merchant/operations.ts';
import type { Refund } from '../../shared/contract/merchant/refunds.ts';
import type { Subscription } from '../../shared/contract/merchant/subscriptions.ts';
import type { Payment } from '../../shared/contract/merchant/payments.ts';
import { formatAmountForViewer } from './amounts.ts';
import { stateLabelInSentence } from './i18n/states.ts';
import { texts } from './i18n/texts.ts';
import { operationLabel } from './operations.ts';
import type { ActionForm } from './components/action-dialog.ts';
import type { FormField } from './components/form-fields.ts';

const t = texts.actions;

/** A payment, refund, operation or subscription whose outcome a user records. */
interface ResolveTarget {
  title: string;
  /** Names the target on the submit button. */
  subject: string;
  path: string;
  /** Status, and label in the list. */
  outcomes: readonly (readonly [status: string, label: string])[];
  /** The field for the transaction ID, when the payment has none. */
  transaction?: FormField;
}

export function resolvePaymentForm({ id, status, amount: sum, currency, transaction_id: known }: Payment): ActionForm {
  const subject = formatAmountForViewer(sum, currency);
  return resolveForm({
    title: t.resolveTitle(subject),
    subject,
    path: `/payments/${id}/resolve`,
    outcomes: [
      ['paid', t.resolvePaid],
      status === 'cancelled' ? ['cancelled', t.resolveCancelled] : ['declined', t.resolveDeclined],
    ],
    ...(known === null && {
      transaction: { name: 'transaction', label: t.resolveTransaction, optional: true, maxLength: 64 },
    }),
  });
}

export function resolveRefundForm({ id, refund_amount: sum, currency }: Refund): ActionForm {
  const subject = formatAmountForViewer(sum, currency);
  return resolveForm({
    title: t.resolveRefundTitle(subject),
    subject,
    path: `/refunds/${id}/resolve`,
    outcomes: [
      ['refunded', t.resolveRefundBack],
      ['refused', t.resolveRefundNot],
    ],
  });
}

export function resolveOperationForm(operation: IssuingOrPayoutOperation): ActionForm {
  const subject = operationLabel(operation);
  return resolveForm({
    title: t.resolveTitle(subject),
    subject,
    path: `/operations/${operation.id}/resolve`,
    outcomes: [
      ['succeeded', t.resolveOperationDone],
      ['refused', t.resolveOperationNot],
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
      ['cancelled', t.resolveSubscriptionEnded],
      ['active', t.resolveSubscriptionNot],
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
        choices: [['', t.resolveChoose], ...outcomes],
      },
      { name: 'reason', label: t.resolveReason, hint: t.resolveReasonHint, kind: 'long' },
      ...(transaction === undefined ? [] : [transaction]),
    ],
    submitLabel: ({ status: selected }) => {
      const outcome = outcomes.find(([status]) => status === selected);
      return outcome === undefined ? t.resolveUnchosen : t.resolveDo(stateLabelInSentence(outcome[0]), subject);
    },
    request: ({ status, reason, transaction: transactionId = '' }) => ({
      path,
      body: { status, reason, ...(transactionId === '' ? {} : { transaction_id: transactionId }) },
    }),
    resultOf: () => ({ ok: true, text: t.resolved }),
  };
}
