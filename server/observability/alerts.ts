import type { LogFacts, Logger } from './log.ts';

/**
 * What somebody has to act upon: the code, which the log line carries as `alert` and the metric as its label, and the
 * log's message. server/docs/alerts.md says what to do for each.
 */
export const ALERTS = {
  payment_outcome_unknown: 'the outcome of a payment is unknown',
  payment_needs_review: 'a payment needs a person',
  contradicting_result: 'a result contradicts the state of its payment',
  order_paid_twice: 'an order is paid by two payments',
  second_charge: 'the gateway charged a payment twice',
  refunded_elsewhere: 'a payment was refunded outside this companion',
  late_result: 'a payment ended otherwise after it was over',
  result_not_stored: 'a result could not be stored',
  response_mismatch: 'the response is about another payment',
  query_mismatch: 'the query is about another payment',
  query_contradicts_itself: 'the rows of a query contradict each other',
  notification_mismatch: 'a notification is about another payment',
  notification_invalid: 'a notification of a renewal is invalid',
  renewal_amount_differs: 'a renewal charged another amount',
  renewal_after_cancellation: 'a cancelled subscription was renewed',
  renewal_of_void_payment: 'a subscription was renewed whose first payment does not count',
  notification_without_result: 'a notification has no result that the profile knows',
  notification_not_applied: 'a notification could not be applied',
  notification_unreadable: 'a notification cannot be read',
  notification_unverified: 'a notification reports unverified fields',
  notifications_dropped: 'a payment has too many notifications to store',
  credentials_refused: 'the gateway refuses the credentials',
  payments_paused: 'payments pause because the gateway refuses the credentials',
  response_digest_mismatch: 'the digest of a response differs',
  risk_update_failed: 'a risk update failed',
  refund_outcome_unknown: 'the outcome of a refund is unknown',
  refund_needs_review: 'a refund needs a person',
  contradicting_refund_result: 'a result contradicts the state of its refund',
  refund_not_stored: 'a refund could not be stored',
  refund_response_mismatch: 'the response is about other refunds',
  cancellation_outcome_unknown: 'the outcome of a cancellation is unknown',
  operation_outcome_unknown: 'the outcome of an operation is unknown',
  operation_response_mismatch: 'the response is about another operation',
  operation_needs_review: 'an operation needs a person',
  operation_not_stored: 'an operation could not be stored',
  webhook_given_up: 'a webhook event was given up',
  card_testing: 'card testing: typed cards are refused for a while',
  payment_check_failed: 'the shop’s check of a payment failed',
  token_guessing: 'one address tries many wrong tokens or keys',
} as const;

/** Alerts that only the log carries: the process is gone before its metrics are read. */
export const LOGGED_ALERTS = { shutdown_incomplete: 'the process ended before its work did' } as const;

export type AlertName = keyof typeof ALERTS | keyof typeof LOGGED_ALERTS;

/** A logger that raises alerts as well. */
export interface Log extends Logger {
  /** Logs an alert as an error and counts it. */
  alert(alert: AlertName, facts: LogFacts): void;
}

/** A log over a logger; `count` is told of every alert. */
export function createLog(logger: Logger, count: (alert: AlertName) => void = () => undefined): Log {
  return {
    debug: (facts, message) => logger.debug(facts, message),
    info: (facts, message) => logger.info(facts, message),
    warn: (facts, message) => logger.warn(facts, message),
    error: (facts, message) => logger.error(facts, message),
    alert(alert, facts) {
      count(alert);
      logger.error({ ...facts, alert }, { ...ALERTS, ...LOGGED_ALERTS }[alert]);
    },
  };
}
