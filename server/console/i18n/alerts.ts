import type { Alert, AlertCode } from '../../../shared/contract/merchant/alerts.ts';
import { texts } from './en.ts';
import { stateLabel } from './states.ts';

type Detail = Readonly<Record<string, string>>;

const contradiction = ({ source = '', reported = '', status = '' }: Detail, current: string): string =>
  reported === 'held' && current === 'abandoned'
    ? texts.payment.abandonedHeld
    : texts.payment.contradiction(
        source === 'query' ? 'the gateway query' : `the ${source}`,
        label(reported),
        label(status),
      );

/** What each alert means, and what to do. */
const SENTENCES: Readonly<Record<AlertCode, (detail: Detail, status: string) => string>> = {
  outcome_unknown: ({ reason = '' }) => `${texts.payment.noOutcome} (${reason})`,
  outcome_overdue: () => texts.payment.noOutcome,
  contradicting_result: contradiction,
  late_result: contradiction,
  order_paid_twice: () => 'Another payment has paid the same order. Refund one of them.',
  second_charge: ({ transaction_id = '' }) =>
    `The gateway charged the shopper again by transaction ${transaction_id}. Refund it.`,
  refunded_elsewhere: () => 'The gateway reports a refund that was not made here.',
  transaction_id_missing: () =>
    'The gateway has not reported the transaction ID. Resolve the payment with it to allow refunds.',
  transaction_id_taken: ({ payment_id = '' }) => `A result names the transaction of payment ${payment_id}.`,
  recurring_id_taken: ({ payment_id = '' }) => `A result names the subscription of payment ${payment_id}.`,
  token_id_taken: ({ saved_card_id = '' }) => `A result names saved card ${saved_card_id} of another shopper.`,
  notification_waits: () => 'A notification waits for you to accept it.',
  dispute_result_unknown: () => 'A dispute ended in a way that the gateway profile does not know.',
  dispute_after_end: ({ reported = '', status = '' }) =>
    `A dispute was reported as ${reported} after it was ${status}.`,
  dispute_end_first: () => 'The end of a dispute was reported before its beginning.',
};

/** An alert of a payment in a sentence. */
export function alertText({ code, detail }: Pick<Alert, 'code' | 'detail'>, status: string): string {
  return SENTENCES[code](detail, status);
}

function label(state: string): string {
  return stateLabel(state).label.toLowerCase();
}
