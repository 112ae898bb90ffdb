import { stateText } from './states.ts';

/** An alert of the merchant API. */
interface Alert {
  code: string;
  detail: Readonly<Record<string, string>>;
}

const SOURCES: Readonly<Record<string, string>> = {
  response: 'The gateway’s response',
  notification: 'A gateway notification',
  query: 'The gateway query',
};

const CHECK = 'Check the gateway’s portal, then resolve the payment.';

const TEXTS: Readonly<Record<string, (detail: Alert['detail']) => string>> = {
  outcome_unknown: () => 'The outcome is unknown. The companion queries the gateway automatically.',
  outcome_overdue: () => `The gateway has sent no result for too long. ${CHECK}`,
  contradicting_result: (detail) => `${contradiction(detail)} ${CHECK}`,
  late_result: (detail) => `${contradiction(detail)} The payment now has the later status.`,
  order_paid_twice: () => 'Duplicate: another payment already paid this order. Refund one of them.',
  second_charge: ({ transaction_id: id = '' }) =>
    `The gateway charged the shopper twice. Refund transaction ${id} in the gateway’s portal, then resolve the payment.`,
  refunded_elsewhere: () => `The gateway reports a refund that was made elsewhere. ${CHECK}`,
  transaction_id_missing: () => `The payment is paid, but the gateway sent no transaction ID. ${CHECK}`,
  transaction_id_taken: ({ payment_id: id = '' }) => `A result names the transaction ID of payment ${id}. ${CHECK}`,
  recurring_id_taken: ({ payment_id: id = '' }) => `A result names the subscription of payment ${id}. ${CHECK}`,
  token_id_taken: () => `A result names the saved card of another shopper. ${CHECK}`,
  notification_waits: () => 'An unverified notification needs acceptance.',
  dispute_result_unknown: () => 'A dispute ended with an unknown result. Check the gateway’s portal.',
  dispute_after_end: () => 'A dispute that had ended was reported again. Check the gateway’s portal.',
  dispute_end_first: () => 'A dispute’s result arrived before the dispute. Check the gateway’s portal.',
};

/** The sentence of an alert; an unknown code is its own text. */
export function alertText({ code, detail }: Alert): string {
  return TEXTS[code]?.(detail) ?? code;
}

function contradiction({ source = '', reported = '', status = '' }: Alert['detail']): string {
  return `${SOURCES[source] ?? 'A result'} reports ${stateText(reported)}, but the payment was ${stateText(status)}.`;
}
