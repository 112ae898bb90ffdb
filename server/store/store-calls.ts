import * as attention from './attention.ts';
import * as audit from './audit.ts';
import * as backlog from './backlog.ts';
import * as breakers from './breakers.ts';
import * as cardsSessions from './cards-sessions.ts';
import * as disputes from './disputes.ts';
import * as idempotency from './idempotency.ts';
import * as jobs from './jobs.ts';
import * as notifications from './notifications.ts';
import * as operations from './operations.ts';
import * as notes from './payment-notes.ts';
import * as payments from './payments.ts';
import { pick } from './pick.ts';
import * as pruning from './prune.ts';
import * as refunds from './refunds.ts';
import * as renewals from './renewals.ts';
import * as savedCards from './saved-cards.ts';
import type { Db } from './schema.ts';
import * as screenings from './screenings.ts';
import * as sessionsOfOrder from './sessions-of-order.ts';
import * as sessions from './sessions.ts';
import * as subscriptions from './subscriptions.ts';
import * as timeline from './timeline.ts';
import * as updates from './update-payment.ts';
import * as users from './users.ts';
import * as velocity from './velocity.ts';
import * as events from './webhook-events.ts';

/** Calls that read committed rows. */
export const READS = {
  ...pick(payments, 'findPayment', 'findPaymentByAttempt', 'listPayments', 'listSessionPayments'),
  ...pick(payments, 'findAccountOfId', 'listAccountsWithPayments'),
  ...pick(renewals, 'findPaymentByTransaction'),
  ...pick(timeline, 'listTimeline'),
  ...pick(sessions, 'findSession', 'listSessions'),
  ...pick(notifications, 'findNotification', 'listHeldNotificationsOfPayment'),
  ...pick(backlog, 'readBacklog'),
  ...pick(refunds, 'findRefund', 'listRefunds'),
  ...pick(subscriptions, 'findSubscription', 'listSubscriptions'),
  ...pick(savedCards, 'findSavedCard', 'findDefaultCard', 'findTokenOfOtherShopper', 'listSavedCards'),
  ...pick(cardsSessions, 'findCardsSession'),
  ...pick(disputes, 'listDisputes', 'listDisputesOfPayment'),
  ...pick(notes, 'listPaymentNotes'),
  ...pick(operations, 'findIssuingOrPayoutOperation', 'listIssuingOrPayoutOperations'),
  ...pick(events, 'findWebhookEvent', 'listWebhookEvents', 'listDeliveryAttempts', 'listEventDeliveriesByEndpoint'),
  ...pick(audit, 'listAudit'),
  ...pick(attention, 'countEntriesNeedingAttention'),
  ...pick(users, 'findUser', 'listUsers', 'findConsoleSession', 'findEnrolment'),
  ...pick(users, 'findPasskey', 'hasPasskeys', 'listPasskeys'),
  ...pick(velocity, 'findOverLimit'),
  ...pick(breakers, 'readBreaker', 'countTriedCards', 'isTrustedShopper'),
  ...pick(pruning, 'findPruned'),
} satisfies Readonly<Record<string, (db: Db, ...rest: never[]) => Promise<unknown>>>;

/** Calls that change rows, each in a transaction. */
export const WRITES = {
  ...pick(payments, 'takeNotificationQuery', 'takeRefundQuery', 'takeReturnQuery'),
  ...pick(updates, 'updatePaymentUnlessRefunded'),
  ...pick(renewals, 'addRenewal'),
  ...pick(sessionsOfOrder, 'createSession'),
  ...pick(sessions, 'updateSession', 'expireIdleSession', 'expireAllUnpaidSessions'),
  ...pick(notifications, 'recordNotification', 'setNotificationHold', 'finishNotification', 'giveUpNotification'),
  ...pick(jobs, 'ensureJob', 'finishOrRescheduleJob'),
  ...pick(idempotency, 'beginIdempotentRequest', 'finishIdempotentRequest', 'releaseIdempotencyClaim'),
  ...pick(refunds, 'beginRefunds', 'updateRefund'),
  ...pick(subscriptions, 'updateSubscription'),
  ...pick(savedCards, 'setDefaultCard', 'deleteSavedCard'),
  ...pick(cardsSessions, 'createCardsSession', 'reserveCardAddition'),
  ...pick(disputes, 'setDisputeDeadline'),
  ...pick(notes, 'addPaymentNote'),
  ...pick(operations, 'beginIssuingOrPayoutOperation', 'updateIssuingOrPayoutOperation'),
  ...pick(events, 'scheduleDeliveries', 'recordDeliveryAttempt', 'redeliverEvent'),
  ...pick(audit, 'recordAudit', 'finishAuditEntry'),
  ...pick(users, 'addUser', 'updateUser', 'deleteUser', 'recordSignIn'),
  ...pick(users, 'addConsoleSession', 'touchConsoleSession', 'deleteConsoleSession', 'deleteConsoleSessionsOf'),
  ...pick(users, 'addEnrolment', 'deleteEnrolments', 'enrolPasskey'),
  ...pick(users, 'addPasskey', 'touchPasskey', 'deletePasskey', 'deletePasskeysOf'),
  ...pick(users, 'addSignInChallenge', 'takeSignInChallenge'),
  ...pick(velocity, 'countSubmitTowardsLimits', 'recordVelocityOutcome', 'pruneRiskRecords'),
  ...pick(breakers, 'tripBreaker'),
  ...pick(screenings, 'claimScreening', 'finishScreening'),
  ...pick(pruning, 'prune', 'keepPruned'),
};

/** The calls as others make them: without their first parameter, the connection. */
export type CallsOf<Functions> = {
  readonly [Name in keyof Functions]: Functions[Name] extends (at: never, ...rest: infer Rest) => infer Result
    ? (...rest: Rest) => Result
    : never;
};

type Call = (at: unknown, ...rest: unknown[]) => Promise<unknown>;

/** @param run runs the work of a call on a connection */
export function bindCalls<Functions extends object>(
  functions: Functions,
  run: (work: (at: unknown) => Promise<unknown>) => Promise<unknown>,
): CallsOf<Functions> {
  const calls = Object.entries(functions) as [string, Call][];
  return Object.fromEntries(
    calls.map(([name, call]) => [name, (...rest: unknown[]) => run((at) => call(at, ...rest))]),
  ) as CallsOf<Functions>;
}
