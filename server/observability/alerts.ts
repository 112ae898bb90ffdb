import type { AlertCode } from '../../shared/contract/merchant/alerts.ts';
import { trace } from '@opentelemetry/api';
import { omitUndefined } from '../../shared/without-undefined.ts';
import type { LogFields } from './log-fields.ts';
import type { Logger } from './log.ts';

/*
 * Every alert has one code. A log line carries it as `alert`, and `tillgate_alerts_total` has it as its label.
 * server/docs/alerts.md has the action for each.
 */

/** Alerts that are kept on a payment, a refund or an operation until a person resolves it, with their log messages. */
export const RECORD_ALERT_MESSAGES: Readonly<Record<AlertCode, string>> = {
  outcome_unknown: 'the outcome is unknown',
  outcome_overdue: 'the outcome is overdue',
  contradicting_result: 'a result contradicts the known state',
  late_result: 'a payment changed after its final result was reported',
  order_paid_twice: 'an order is paid by two payments',
  second_charge: 'the gateway charged a payment twice',
  refunded_elsewhere: 'a payment was refunded outside this companion',
  transaction_id_missing: 'a paid payment has no transaction ID',
  verification_not_voided: 'a payment that only saves a card was not voided',
  transaction_id_taken: 'a result names the transaction of another payment',
  recurring_id_taken: 'a result names the subscription of another payment',
  token_id_taken: 'a result names the saved card of another shopper',
  notification_waits: 'a notification waits for a person to accept it',
  dispute_result_unknown: 'a dispute ended with a result that the profile does not list',
  dispute_after_end: 'a dispute was reported again after its end',
  dispute_end_first: 'the end of a dispute was reported before its beginning',
};

/** Alerts that are logged and counted only, with their log messages. */
export const LOG_ONLY_ALERT_MESSAGES = {
  result_not_stored: 'a result could not be stored',
  response_mismatch: 'the response is about another payment',
  query_mismatch: 'the query is about another payment',
  query_contradicts_itself: 'the rows of a query contradict each other',
  notification_mismatch: 'a notification is about another payment',
  notification_invalid: 'a notification of a renewal is invalid',
  renewal_amount_differs: 'a renewal charged another amount',
  renewal_after_cancellation: 'a cancelled subscription was renewed',
  renewal_of_void_payment: 'a subscription was renewed whose first payment does not count',
  notification_not_applied: 'a notification could not be applied',
  notification_unreadable: 'a notification cannot be read',
  notification_unverified: 'a notification reports unverified fields',
  notifications_dropped: 'a payment has too many notifications to store',
  credentials_refused: 'the gateway refuses the credentials',
  payments_paused: 'payments pause because the gateway refuses the credentials',
  response_digest_mismatch: 'the digest of a response differs',
  risk_update_failed: 'a risk update failed',
  refund_not_stored: 'the result of a refund could not be stored',
  refund_response_mismatch: 'the response is about other refunds',
  cancellation_outcome_unknown: 'the outcome of a cancellation is unknown',
  operation_response_mismatch: 'the response is about another operation',
  operation_not_stored: 'the result of an operation could not be stored',
  webhook_given_up: 'a webhook event was given up',
  card_testing: 'card testing: typed cards are refused for a while',
  payment_check_failed: 'the shop’s check of a payment failed',
  token_guessing: 'one address tries many wrong tokens or keys',
} as const;

/** Alerts that are logged and not counted: the process that they concern has no metrics any more. */
export const UNCOUNTED_ALERT_MESSAGES = {
  shutdown_incomplete: 'the process ended before its work did',
  worker_exited: 'a worker ended unexpectedly, and another one replaces it',
} as const;

/** Every alert that is counted, with its log message. */
export const METRIC_ALERT_MESSAGES = { ...RECORD_ALERT_MESSAGES, ...LOG_ONLY_ALERT_MESSAGES };

export type AlertName = keyof typeof METRIC_ALERT_MESSAGES | keyof typeof UNCOUNTED_ALERT_MESSAGES;

/** A logger that raises alerts as well. */
export interface AlertLogger extends Logger {
  /** Logs an alert as an error and counts it. */
  alert(alert: AlertName, facts: LogFields): void;
  /** A log for a request or a job: all its lines carry these facts. */
  child(facts: LogFields): ChildLogger;
}

/** The log of a request or a job. */
export interface ChildLogger extends AlertLogger {
  /** The facts of all further lines; more may be found on the way, such as the payment. */
  readonly facts: LogFields;
}

/** A log over a logger; `count` is called for every alert. */
export function createAlertLogger(logger: Logger, count: (alert: AlertName) => void = () => undefined): AlertLogger {
  return createChildLogger(logger, count, {});
}

function createChildLogger(logger: Logger, count: (alert: AlertName) => void, facts: LogFields): ChildLogger {
  const write =
    (level: keyof Logger) =>
    (own: LogFields, message: string): void =>
      // An empty fact does not hide a known one.
      logger[level]({ ...traceFacts(), ...facts, ...omitUndefined(own) }, message);
  const error = write('error');
  return {
    facts,
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error,
    alert(alert, own) {
      count(alert);
      error({ ...own, alert }, { ...METRIC_ALERT_MESSAGES, ...UNCOUNTED_ALERT_MESSAGES }[alert]);
    },
    child: (more) => createChildLogger(logger, count, { ...facts, ...more }),
  };
}

function traceFacts(): LogFields {
  const span = trace.getActiveSpan()?.spanContext();
  return span === undefined ? {} : { trace_id: span.traceId };
}
