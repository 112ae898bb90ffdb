import { createHash } from 'node:crypto';
import { describeError } from '../observability/index.ts';
import type { NotificationFields, ParsedNotification } from '../gateway/notification.ts';
import { maskCardNumbers, redactGatewayResult } from '../gateway/redact.ts';
import { UnreadableMessageError } from '../gateway/decode-body.ts';
import type { Job, NewNotification, PaymentRecord } from '../store/index.ts';
import { applyNotification, queryAfterUnverifiedNotification } from './apply-notification.ts';
import { trackBackgroundWork, type PaymentDeps, toCanonicalJson, createId } from '../context/index.ts';
import { fullDaysBetween, notifyUrlKindOf, mayBeTransactionIdOfOrder } from '../payments/index.ts';

/** Unverified notifications that are stored for one payment at first; each day adds one. */
const MAX_UNVERIFIED = 20;

/**
 * Takes a notification: stored before it is answered. Its covered fields act where its digest is ours, otherwise the
 * gateway is queried, a few times at the most. The caller answers every notification alike, also one for a payment that
 * does not exist or with a wrong secret.
 * @param secret the part of the address behind the payment; undefined at a public address
 * @throws CheckoutError `store_unavailable`; the gateway will then send it again.
 */
export async function receiveNotification(
  deps: PaymentDeps,
  { payment, secret }: { payment: PaymentRecord; secret: string | undefined },
  body: Buffer,
  contentType: string | undefined,
): Promise<void> {
  const message = read(deps, payment, body, contentType);
  if (message === undefined) return;
  const { fields, damaged } = message;
  const verified = damaged.length === 0 && deps.gateway.isNotificationDigestValid(fields) && mayBeOf(payment, fields);
  const kept = redactGatewayResult(fields, { bin: payment.card_bin, last4: payment.card_last4 });
  const at = deps.now();
  const notification: NewNotification = {
    id: createId('ntf'),
    payment_id: payment.id,
    // Of the fields as they are kept: a digest of the body could be tried against card numbers.
    body_hash: createHash('sha256').update(toCanonicalJson(kept)).digest('hex'),
    fields: kept,
    verified,
    address: notifyUrlKindOf(payment, secret),
    at,
  };
  const stored = await deps.store.recordNotification(notification, maxUnverified(payment, at), at + APPLY_PATIENCE);
  deps.metrics.countNotification(stored === 'stored' && verified ? 'verified' : stored);
  // A repetition was applied before; one whose application was interrupted is applied by its job.
  if (stored === 'stored') void trackBackgroundWork(deps, applyNow(deps, payment, notification));
  if (stored === 'full') void trackBackgroundWork(deps, applyWithoutRoom(deps, payment, notification));
}

/** Counts a notification for a payment that does not exist. Anybody may send any number, so the log is throttled. */
export function countNotificationOfUnknownPayment(
  deps: Pick<PaymentDeps, 'log' | 'metrics' | 'isLogDue'>,
  paymentId: string,
): void {
  deps.metrics.countNotification('no_payment');
  if (deps.isLogDue('no payment')) {
    deps.log.warn({ payment_id: maskCardNumbers(paymentId.slice(0, 64)) }, 'notification without a payment');
  }
}

/**
 * A verified notification is applied though there is no room to keep it; an unverified one would only cause a query, of
 * which as many were caused as may be. What waits for a person cannot wait without being kept, so that the log says it.
 */
async function applyWithoutRoom(
  deps: PaymentDeps,
  payment: PaymentRecord,
  notification: NewNotification,
): Promise<void> {
  if (deps.isLogDue(`notifications of ${payment.id}`))
    deps.log.alert('notifications_dropped', { payment_id: payment.id });
  if (!notification.verified) return;
  try {
    await applyNotification(deps, payment, notification);
  } catch (error) {
    deps.log.alert('notification_not_applied', { payment_id: payment.id, error: describeError(error) });
  }
}

/**
 * Whether a digest counts for the payment. A digest has no separators: `7-12345` and `7` have the digest of `7-1234` and
 * `57`. So the transaction ID has to be the order_no, a hyphen and digits (interface 2.1).
 */
function mayBeOf(payment: PaymentRecord, { order_no: orderNo, currency, transaction_id: id = '' }: NotificationFields) {
  return (
    orderNo === payment.order_no && currency === payment.currency && mayBeTransactionIdOfOrder(payment.order_no, id)
  );
}

/** How long the application of a notification may take before its job applies it, in ms. */
const APPLY_PATIENCE = 60_000;
/**
 * The tries to apply a notification, and the first pause between them, in ms. Each pause is twice the one before, a day and
 * a half in all.
 */
const MAX_RUNS = 12;
const FIRST_PAUSE = 300_000;
const LONGEST_PAUSE = 6 * 3_600_000;

/** The limit of unverified notifications grows by day: forged ones must not shut out a renewal or a late bank transfer. */
function maxUnverified(payment: PaymentRecord, now: number): number {
  return MAX_UNVERIFIED + fullDaysBetween(payment.created_at, now);
}

async function applyNow(deps: PaymentDeps, payment: PaymentRecord, notification: NewNotification): Promise<void> {
  try {
    await applyNotification(deps, payment, notification);
    await deps.store.finishNotification(notification.id);
  } catch (error) {
    deps.log.error({ payment_id: payment.id, error: describeError(error) }, 'a notification waits to be applied');
  }
}

/** Applies a notification whose application was interrupted; returns when to try again, in ms, or null. */
export async function retryNotification(deps: PaymentDeps, job: Job): Promise<number | null> {
  const notification = await deps.store.findNotification(job.ref);
  const payment = notification === undefined ? undefined : await deps.store.findPayment(notification.payment_id);
  if (notification === undefined || payment === undefined) return null;
  try {
    await applyNotification(deps, payment, notification);
    return null;
  } catch (error) {
    const isLast = job.runs >= MAX_RUNS;
    const facts = { payment_id: payment.id, error: describeError(error) };
    if (isLast) {
      deps.log.alert('notification_not_applied', facts);
      await deps.store.giveUpNotification(notification.id);
    }
    return isLast ? null : deps.now() + Math.min(FIRST_PAUSE * 2 ** (job.runs - 1), LONGEST_PAUSE);
  }
}

/** An unreadable notification is not sent again: the gateway is queried, and an alert is logged. */
function read(
  deps: PaymentDeps,
  payment: PaymentRecord,
  body: Buffer,
  contentType: string | undefined,
): ParsedNotification | undefined {
  try {
    const message = deps.gateway.parseNotification(body, contentType);
    if (message.damaged.length > 0) tellUnread(deps, payment, `damaged: ${message.damaged.join(', ')}`);
    return message;
  } catch (error) {
    if (!(error instanceof UnreadableMessageError)) throw error;
    deps.metrics.countNotification('unreadable');
    tellUnread(deps, payment, error.message);
    void trackBackgroundWork(deps, askAboutUnread(deps, payment));
    return undefined;
  }
}

/** Anybody may send many of these, so the log is throttled. */
function tellUnread(deps: PaymentDeps, payment: PaymentRecord, reason: string): void {
  if (deps.isLogDue(`unreadable of ${payment.id}`))
    deps.log.alert('notification_unreadable', { payment_id: payment.id, reason });
}

async function askAboutUnread(deps: PaymentDeps, payment: PaymentRecord): Promise<void> {
  try {
    await queryAfterUnverifiedNotification(deps, payment);
  } catch (error) {
    deps.log.warn({ payment_id: payment.id, error: describeError(error) }, 'the query of a payment failed');
  }
}
