import type { Operation } from '../../shared/contract/merchant/operations.ts';
import type { Refund, Subscription } from '../../shared/contract/merchant/batches.ts';
import type { Payment } from '../../shared/contract/merchant/payments.ts';
import { money } from './amounts.ts';
import { w } from './i18n/en.ts';
import { nameOfOperation } from './operations.ts';
import type { Ask } from './parts/ask-dialog.ts';
import type { AskField } from './parts/fields.ts';

const t = w.actions;

/** What a person says became of something that nobody else can tell. */
interface Question {
  title: string;
  /** What is asked about, as the button names it. */
  subject: string;
  path: string;
  /** Status, label in the list, and the words of the button. */
  outcomes: readonly (readonly [status: string, label: string, word: string])[];
  /** The gateway's number, where none is known yet. */
  transaction?: AskField;
}

export function askResolve({ id, status, amount: sum, currency, transaction_id: known }: Payment): Ask {
  const subject = money(sum, currency);
  return ask({
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

export function askResolveRefund({ id, refund_amount: sum, currency }: Refund): Ask {
  const subject = money(sum, currency);
  return ask({
    title: t.resolveRefundTitle(subject),
    subject,
    path: `/refunds/${id}/resolve`,
    outcomes: [
      ['refunded', t.resolveRefundBack, 'refunded'],
      ['refused', t.resolveRefundNot, 'not refunded'],
    ],
  });
}

export function askResolveOperation(operation: Operation): Ask {
  const subject = nameOfOperation(operation);
  return ask({
    title: t.resolveTitle(subject),
    subject,
    path: `/operations/${operation.id}/resolve`,
    outcomes: [
      ['succeeded', t.resolveOperationDone, 'done'],
      ['refused', t.resolveOperationNot, 'not done'],
    ],
  });
}

export function askResolveSubscription({ recurring_id: id, contract_name: name }: Subscription): Ask {
  const subject = name === '' ? id : name;
  return ask({
    title: t.resolveTitle(subject),
    subject,
    path: `/subscriptions/${encodeURIComponent(id)}/resolve`,
    outcomes: [
      ['cancelled', t.resolveSubscriptionEnded, 'cancelled'],
      ['active', t.resolveSubscriptionNot, 'active'],
    ],
  });
}

function ask({ title, subject, path, outcomes, transaction }: Question): Ask {
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
    confirm: ({ status: chosen }) => {
      const outcome = outcomes.find(([status]) => status === chosen);
      return outcome === undefined ? t.resolveUnchosen : t.resolveDo(outcome[2], subject);
    },
    call: ({ status, reason, transaction: number = '' }) => ({
      path,
      body: { status, reason, ...(number === '' ? {} : { transaction_id: number }) },
    }),
    end: () => ({ ok: true, text: t.resolved }),
  };
}
