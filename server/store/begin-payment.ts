import type { ExpressionBuilder } from 'kysely';
import { insertTimelineRecord, toSubmittedEntry } from './timeline.ts';
import { isPaidInOtherSession, lockSessionsOfOrder, selectSessionsThatBlockOrder } from './sessions-of-order.ts';
import { findPaymentByAttempt } from './payments.ts';
import { isPostgres, type Db, type Tables, type Trx } from './schema.ts';
import { pick } from './pick.ts';
import { prepareStatement, prepareStatementOfShape } from './statement.ts';
import type { BeginPaymentResult, NewPayment } from './payment-types.ts';
import type { VelocityLimit } from './risk-types.ts';
import { PAYMENTS, SESSIONS, type PaymentRecord, type PaymentRow, type TimelineRecord } from './payment-tables.ts';
import { countSubmitTowardsLimits } from './velocity.ts';

export interface BeginPaymentInput {
  payment: NewPayment;
  /** The version of the session that the payment was made from; a session with another version is not claimed. */
  sessionVersion: number;
  maxAttempts: number;
  at: number;
  /** No other session of the order may be paid or become paid. */
  oncePerOrder?: boolean;
  /** The limits that the submit counts towards. */
  limits?: readonly VelocityLimit[];
  /** Facts for the first entry of the timeline. Without any the entry follows from the payment and is not stored. */
  detail?: TimelineRecord['detail'];
}

/** See {@link Store.beginPayment}; runs inside a transaction. */
export async function beginPayment(trx: Trx, input: BeginPaymentInput): Promise<BeginPaymentResult> {
  const { payment } = input;
  if (isPostgres(trx)) {
    // Without a free session there is nothing to lock. Other callers wait here and then see the previous caller's
    // result.
    const taken = await findSameAttemptOrRefusal(trx, input);
    if (taken !== undefined) return taken;
    if (input.oncePerOrder === true) await lockSessionsOfOrder(trx, payment.order_no);
    else await trx.selectFrom('sessions').select('id').where('id', '=', payment.session_id).forUpdate().execute();
  }
  const record = toInitialPaymentRecord(input);
  const { numAffectedRows } = await (input.oncePerOrder === true ? claimOrder : claim)(
    trx,
    toSessionClaimInput(record, input),
  );
  if (numAffectedRows !== 1n) return (await findTwin(trx, payment)) ?? refusal(trx, input);
  const { over, crowded } = await countSubmitTowardsLimits(trx, input.limits ?? [], input.at);
  if (over !== undefined) return limited(trx, payment.session_id, over);
  await insertPayment(trx, record);
  if (input.detail !== undefined) await insertTimelineRecord(trx, toSubmittedEntry(record, input.detail));
  return { kind: 'started', payment: record, crowded };
}

/** Restores the session: a submit over a limit neither claims it nor counts as an attempt. */
async function limited(trx: Trx, sessionId: string, by: VelocityLimit['kind']): Promise<BeginPaymentResult> {
  const last = await trx
    .selectFrom('payments')
    .select('id')
    .where('session_id', '=', sessionId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  await trx
    .updateTable('sessions')
    .set((eb) => ({
      active_payment_id: null,
      last_payment_id: last?.id ?? null,
      attempts: eb('attempts', '-', 1),
      status: 'open',
    }))
    .where('id', '=', sessionId)
    .execute();
  return { kind: 'limited', by };
}

/** The inputs of a session's claim. */
export interface SessionClaimInput extends Pick<
  PaymentRecord,
  'id' | 'session_id' | 'attempt_id' | 'account' | 'order_no' | 'created_at'
> {
  max_attempts: number;
  session_version: number;
}

export function toSessionClaimInput(
  record: PaymentRecord,
  { maxAttempts, sessionVersion }: BeginPaymentInput,
): SessionClaimInput {
  const { id, session_id, attempt_id, account, order_no, created_at } = record;
  const bounds = { max_attempts: maxAttempts, session_version: sessionVersion };
  return { id, session_id, attempt_id, account, order_no, created_at, ...bounds };
}

type Where = ExpressionBuilder<Tables, 'sessions'>;

/** Whether a session has the order that the payment was made from, and is free for an attempt that was not made before. */
export const isSessionFreeFor = (eb: Where, claim: SessionClaimInput) => {
  const twin = eb
    .selectFrom('payments')
    .select('payments.id')
    .where('session_id', '=', claim.session_id)
    .where('attempt_id', '=', claim.attempt_id);
  return eb.and([
    eb('sessions.id', '=', claim.session_id),
    eb('sessions.active_payment_id', 'is', null),
    eb('sessions.status', '=', 'open'),
    eb('sessions.version', '=', claim.session_version),
    eb('sessions.expires_at', '>', claim.created_at),
    eb('sessions.attempts', '<', claim.max_attempts),
    eb.not(eb.exists(twin)),
  ]);
};

/** A session that a payment has claimed. */
export const sessionClaimedBy = (eb: Where, { id }: Pick<SessionClaimInput, 'id'>) => ({
  active_payment_id: id,
  last_payment_id: id,
  attempts: eb('attempts', '+', 1),
  status: 'processing' as const,
});

/** Claims a free session. */
const claimSessionQuery = (db: Pick<Db, 'updateTable'>, claim: SessionClaimInput) =>
  db
    .updateTable('sessions')
    .set((eb) => sessionClaimedBy(eb, claim))
    .where((eb) => isSessionFreeFor(eb, claim));

const claim = prepareStatement<SessionClaimInput>(claimSessionQuery);

/** Claims a free session, unless another session of the order is paid or may become paid. */
const claimOrder = prepareStatement<SessionClaimInput>((db, order) =>
  claimSessionQuery(db, order).where((eb) => eb.not(eb.exists(selectSessionsThatBlockOrder(db, order)))),
);

const insertOf = prepareStatementOfShape<readonly PaymentColumn[], PaymentRow>(
  (columns) => (db, row) => db.insertInto('payments').values(pick(row, ...columns)),
);

async function insertPayment(trx: Trx, record: PaymentRecord): Promise<void> {
  const row = PAYMENTS.toRow(record);
  await insertOf(columnsWithValue(row))(trx, row);
}

type PaymentColumn = (typeof PAYMENTS.names)[number];

/** The columns of a new row that are not null, as the database sets the others. */
function columnsWithValue(row: PaymentRow): PaymentColumn[] {
  return PAYMENTS.names.filter((name) => row[name] !== null);
}

/** The initial record of a payment. */
export function toInitialPaymentRecord({ payment, at }: BeginPaymentInput): PaymentRecord {
  return PAYMENTS.create(payment, {
    status: 'submitting',
    requests_in_flight: [{ kind: 'authorise', sent_at: at }],
    version: 1,
    created_at: at,
    updated_at: at,
  });
}

/** The payment of this attempt, if it was begun before. */
async function findTwin(
  db: Db,
  payment: BeginPaymentInput['payment'],
): Promise<Extract<BeginPaymentResult, { kind: 'exists' }> | undefined> {
  const twin = await findPaymentByAttempt(db, payment.session_id, payment.attempt_id);
  return twin === undefined ? undefined : { kind: 'exists', payment: twin };
}

/** The result of a submit if another payment holds the session; undefined if none does. */
export async function findSameAttemptOrRefusal(
  db: Db,
  input: BeginPaymentInput,
): Promise<BeginPaymentResult | undefined> {
  const isFree = await findFree(db, input.payment.session_id);
  return isFree ? undefined : ((await findTwin(db, input.payment)) ?? refusal(db, input));
}

async function findFree(db: Db, sessionId: string): Promise<boolean> {
  const session = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('active_payment_id', 'is', null)
    .where('status', '=', 'open')
    .executeTakeFirst();
  return session !== undefined;
}

/** Why a session could not be claimed. */
async function refusal(db: Db, input: BeginPaymentInput): Promise<BeginPaymentResult> {
  const session = await db
    .selectFrom('sessions')
    .selectAll()
    .where('id', '=', input.payment.session_id)
    .executeTakeFirst();
  if (session === undefined) return { kind: 'closed', status: 'expired' };
  if (session.status === 'paid') return { kind: 'closed', status: 'paid' };
  if (session.active_payment_id !== null) return { kind: 'busy' };
  if (session.status === 'expired' || session.expires_at <= input.at) return { kind: 'closed', status: 'expired' };
  if (session.attempts >= input.maxAttempts) return { kind: 'exhausted' };
  if (session.version !== input.sessionVersion) return { kind: 'changed', session: SESSIONS.toRecord(session) };
  const order = { account: session.account, order_no: session.order_no, session_id: session.id };
  if (input.oncePerOrder !== true || !(await isPaidInOtherSession(db, order))) return { kind: 'busy' };
  // The session can no longer be paid, so it is closed.
  await db.updateTable('sessions').set({ status: 'expired' }).where('id', '=', session.id).execute();
  return { kind: 'order_paid' };
}
