import type { Transaction } from 'kysely';
import { CheckoutError } from '../../shared/errors.ts';
import { onePage, toPage } from './cursor.ts';
import { planJob } from './jobs.ts';
import { isPaidElsewhere, takenSiblings, takeTurns, type OrderOfSession } from './one-order.ts';
import { keepCard } from './saved-cards.ts';
import { fromChanges, toFirstRow, toPayment } from './rows.ts';
import type { Database, Db, Tables } from './schema.ts';
import { keepDispute, keepSubscription } from './subscriptions.ts';
import { insertWebhookEvents } from './webhook-events.ts';
import type { BeginPaymentResult, PaymentFilter, PaymentRecord, PaymentUpdate, Store } from './store.ts';

type BeginInput = Parameters<Store['beginPayment']>[0];

/** See {@link Store.beginPayment}; runs inside a transaction. */
export async function beginPayment(
  trx: Transaction<Tables>,
  kind: Database['kind'],
  input: BeginInput,
): Promise<BeginPaymentResult> {
  const { payment, at } = input;
  if (kind === 'postgres') {
    // Who finds the session taken needs no turn; the others wait here, and then see what the one before them did.
    const isFree = await findFree(trx, payment.sessionId);
    if (!isFree) return (await findTwin(trx, payment)) ?? refusal(trx, input);
    await takeTurns(trx, payment.orderNo);
  }
  const twin = await findTwin(trx, payment);
  if (twin !== undefined) return twin;
  const claimed = await trx
    .updateTable('sessions')
    .set((eb) => ({
      active_payment_id: payment.id,
      last_payment_id: payment.id,
      attempts: eb('attempts', '+', 1),
      status: 'processing',
    }))
    .where('id', '=', payment.sessionId)
    .where('active_payment_id', 'is', null)
    .where('status', '=', 'open')
    .where('expires_at', '>', at)
    .where('attempts', '<', input.maxAttempts)
    .where((eb) => eb.not(eb.exists(takenSiblings(trx, orderOf(payment)))))
    .executeTakeFirst();
  if (claimed.numUpdatedRows === 0n) return refusal(trx, input);
  await insertPayment(trx, input);
  await planJob(trx, 'reconcile', payment.id, input.reconcileAt);
  const begun = await findPayment(trx, payment.id);
  if (begun === undefined) throw new CheckoutError('internal_error');
  return { kind: 'started', payment: begun };
}

function orderOf({ orderNo, sessionId }: BeginInput['payment']): OrderOfSession {
  return { order_no: orderNo, session_id: sessionId };
}

/** This very attempt, where it was begun before. */
async function findTwin(
  trx: Transaction<Tables>,
  payment: BeginInput['payment'],
): Promise<Extract<BeginPaymentResult, { kind: 'exists' }> | undefined> {
  const twin = await findByAttempt(trx, payment.sessionId, payment.attemptId);
  return twin === undefined ? undefined : { kind: 'exists', payment: twin };
}

async function findFree(trx: Transaction<Tables>, sessionId: string): Promise<boolean> {
  const session = await trx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('active_payment_id', 'is', null)
    .where('status', '=', 'open')
    .executeTakeFirst();
  return session !== undefined;
}

async function insertPayment(trx: Transaction<Tables>, { payment, at, detail = {} }: BeginInput): Promise<void> {
  const row = toFirstRow(
    {
      id: payment.id,
      session_id: payment.sessionId,
      attempt_id: payment.attemptId,
      fingerprint: payment.fingerprint,
      status: 'submitting',
      method: payment.method,
      order_no: payment.orderNo,
      currency: payment.currency,
      amount: payment.amount,
      shopper_email: payment.shopperEmail,
      card_brand: payment.cardBrand,
      card_bin: payment.cardBin,
      card_last4: payment.cardLast4,
      card_expiry: payment.cardExpiry,
      card_holder: payment.cardHolder,
      page_origin: payment.pageOrigin,
    },
    at,
  );
  await trx.insertInto('payments').values(row).execute();
  await insertEvent(trx, {
    id: payment.id,
    version: 1,
    at,
    kind: 'submitted',
    from: null,
    to: 'submitting',
    detail,
  });
}

/** Why a session could not be claimed. */
async function refusal(trx: Transaction<Tables>, input: BeginInput): Promise<BeginPaymentResult> {
  const session = await trx
    .selectFrom('sessions')
    .selectAll()
    .where('id', '=', input.payment.sessionId)
    .executeTakeFirst();
  if (session === undefined) return { kind: 'closed', status: 'expired' };
  if (session.status === 'paid') return { kind: 'closed', status: 'paid' };
  if (session.active_payment_id !== null) return { kind: 'busy' };
  if (session.status === 'expired' || session.expires_at <= input.at) return { kind: 'closed', status: 'expired' };
  if (session.attempts >= input.maxAttempts) return { kind: 'exhausted' };
  if (!(await isPaidElsewhere(trx, orderOf(input.payment)))) return { kind: 'busy' };
  // Nothing can come of this session any more, and whoever looks at it is to see that.
  await trx.updateTable('sessions').set({ status: 'expired' }).where('id', '=', session.id).execute();
  return { kind: 'order_paid' };
}

/** See {@link Store.updatePayment}; runs inside a transaction. */
export async function updatePayment(
  trx: Transaction<Tables>,
  database: Database['kind'],
  update: PaymentUpdate,
): Promise<PaymentRecord | undefined> {
  const before = await trx.selectFrom('payments').selectAll().where('id', '=', update.id).executeTakeFirst();
  if (before === undefined || before.version !== update.version) return undefined;
  const version = update.version + 1;
  const changed = await trx
    .updateTable('payments')
    .set({ ...fromChanges(update.changes), version, updated_at: update.at })
    .where('id', '=', update.id)
    .where('version', '=', update.version)
    .executeTakeFirst();
  if (changed.numUpdatedRows === 0n) return undefined;
  await changeSession(trx, database, { order_no: before.order_no, session_id: before.session_id }, update);
  const to = update.changes.status ?? before.status;
  const { kind, detail } = update.event;
  await insertEvent(trx, { id: update.id, version, at: update.at, kind, from: before.status, to, detail });
  if (update.reconcileAt !== undefined) await planJob(trx, 'reconcile', update.id, update.reconcileAt);
  if (update.tellRiskAt !== undefined) await planJob(trx, 'risk', update.id, update.tellRiskAt);
  if (update.subscription !== undefined) await keepSubscription(trx, update.subscription);
  if (update.dispute !== undefined) await keepDispute(trx, update.dispute);
  if (update.savedCard !== undefined) await keepCard(trx, database, update.savedCard);
  const after = await findPayment(trx, update.id);
  if (after !== undefined) await insertWebhookEvents(trx, update.events?.(after) ?? [], update.at);
  return after;
}

async function changeSession(
  trx: Transaction<Tables>,
  database: Database['kind'],
  order: OrderOfSession,
  update: PaymentUpdate,
): Promise<void> {
  if (update.session === 'keep') return;
  const { session_id: sessionId } = order;
  if (update.session === 'pay') {
    if (database === 'postgres') await takeTurns(trx, order.order_no);
    const paid = await trx
      .updateTable('sessions')
      .set({ status: 'paid', paid_payment_id: update.id, last_payment_id: update.id, active_payment_id: null })
      .where('id', '=', sessionId)
      .where((eb) => eb.or([eb('status', '!=', 'paid'), eb('paid_payment_id', '=', update.id)]))
      .executeTakeFirst();
    if (paid.numUpdatedRows === 0n || (await isPaidElsewhere(trx, order)))
      await trx.updateTable('payments').set({ duplicate: 1 }).where('id', '=', update.id).execute();
    return;
  }
  if (update.session === 'close') {
    await trx
      .updateTable('sessions')
      .set({ active_payment_id: null, status: 'expired' })
      .where('id', '=', sessionId)
      .where((eb) => eb.or([eb('active_payment_id', '=', update.id), eb('paid_payment_id', '=', update.id)]))
      .execute();
    return;
  }
  await trx
    .updateTable('sessions')
    .set((eb) => ({
      active_payment_id: null,
      status: 'open',
      ...(update.session === 'restore' ? { attempts: eb('attempts', '-', 1) } : {}),
    }))
    .where('id', '=', sessionId)
    .where('active_payment_id', '=', update.id)
    .where('status', '!=', 'paid')
    .execute();
}

interface EventInput {
  id: string;
  version: number;
  at: number;
  kind: string;
  from: string | null;
  to: string;
  detail: object;
}

export async function insertEvent(trx: Transaction<Tables>, event: EventInput): Promise<void> {
  await trx
    .insertInto('payment_events')
    .values({
      id: `${event.id}.${String(event.version)}`,
      payment_id: event.id,
      version: event.version,
      at: event.at,
      kind: event.kind,
      from_status: event.from,
      to_status: event.to,
      detail: JSON.stringify(event.detail),
    })
    .execute();
}

export async function findPayment(db: Db, id: string): Promise<PaymentRecord | undefined> {
  const row = await db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst();
  return row === undefined ? undefined : toPayment(row);
}

export async function findByAttempt(db: Db, sessionId: string, attemptId: string): Promise<PaymentRecord | undefined> {
  const row = await db
    .selectFrom('payments')
    .selectAll()
    .where('session_id', '=', sessionId)
    .where('attempt_id', '=', attemptId)
    .executeTakeFirst();
  return row === undefined ? undefined : toPayment(row);
}

/** See {@link Store.listPayments}. Pages go by (created_at, id), so that growth costs nothing. */
export async function listPayments(
  db: Db,
  filter: PaymentFilter,
): Promise<{ payments: PaymentRecord[]; nextCursor: string | null }> {
  let query = db.selectFrom('payments').selectAll();
  if (filter.status !== undefined) query = query.where('status', '=', filter.status);
  if (filter.orderNo !== undefined) query = query.where('order_no', '=', filter.orderNo);
  if (filter.email !== undefined) query = query.where('shopper_email', '=', filter.email);
  if (filter.transactionId !== undefined) query = query.where('transaction_id', '=', filter.transactionId);
  if (filter.recurringId !== undefined) query = query.where('recurring_id', '=', filter.recurringId);
  if (filter.from !== undefined) query = query.where('created_at', '>=', filter.from);
  if (filter.to !== undefined) query = query.where('created_at', '<', filter.to);
  const rows = await onePage(query, filter).execute();
  const { entries, nextCursor } = toPage(rows, filter.limit, toPayment, (row) => [row.created_at, row.id]);
  return { payments: entries, nextCursor };
}
