import type { Alert as ApiAlert, AlertCode } from '../../../shared/contract/merchant/alerts.ts';
import { stateLabelInSentence, findText } from './states.ts';
import { texts } from './texts.ts';

/** An alert of the merchant API. */
type Alert = Pick<ApiAlert, 'code' | 'detail'>;

const t = texts.alerts;

const TEXTS: Readonly<Record<AlertCode, (detail: Alert['detail']) => string>> = {
  outcome_unknown: () => t.outcome_unknown,
  outcome_overdue: () => `${t.outcome_overdue} ${t.check}`,
  contradicting_result: (detail) => `${contradiction(detail)} ${t.check}`,
  late_result: (detail) => `${contradiction(detail)} ${t.later}`,
  order_paid_twice: () => t.order_paid_twice,
  second_charge: ({ transaction_id: id = '' }) => t.second_charge(id),
  refunded_elsewhere: () => `${t.refunded_elsewhere} ${t.check}`,
  verification_not_voided: () => `${t.verification_not_voided} ${t.check}`,
  transaction_id_missing: () => `${t.transaction_id_missing} ${t.check}`,
  transaction_id_taken: ({ payment_id: id = '' }) => `${t.transaction_id_taken(id)} ${t.check}`,
  recurring_id_taken: ({ payment_id: id = '' }) => `${t.recurring_id_taken(id)} ${t.check}`,
  token_id_taken: () => `${t.token_id_taken} ${t.check}`,
  notification_waits: () => t.notification_waits,
  dispute_result_unknown: () => t.dispute_result_unknown,
  dispute_after_end: () => t.dispute_after_end,
  dispute_end_first: () => t.dispute_end_first,
};

/** The sentence of an alert. */
export function alertText({ code, detail }: Alert): string {
  return TEXTS[code](detail);
}

function contradiction({ source = '', reported = '', status = '' }: Alert['detail']): string {
  if (reported === 'held' && status === 'abandoned') return t.abandonedHeld;
  return t.contradiction(
    findText(t.sources, source) ?? t.sources.other,
    stateLabelInSentence(reported),
    stateLabelInSentence(status),
  );
}
