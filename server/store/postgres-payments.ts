import { sql, type RawBuilder } from 'kysely';
import {
  claimSessionQuery,
  columnsWithValue,
  selectFreeSessionForUpdate,
  toSessionClaimInput,
  toInitialPaymentRecord,
  type BeginPaymentInput,
  type SessionClaimInput,
} from './begin-payment.ts';
import { mergeWithoutSpread } from '../../shared/merge.ts';
import { createJobId } from './jobs.ts';
import { paymentAfter } from './payments.ts';
import { orderOfPayment, selectOtherSessionsOfOrder, type OrderWithAmount } from './sessions-of-order.ts';
import { SESSION_STATE_UPDATES } from './sessions.ts';
import type { Db } from './schema.ts';
import { prepareStatementOfShape } from './statement.ts';
import type { BeginPaymentResult, PaymentUpdate } from './payment-types.ts';
import {
  JOBS,
  PAYMENTS,
  PAYMENT_TIMELINE,
  type JobKind,
  type PaymentRecord,
  type PaymentRow,
} from './payment-tables.ts';
import { sqlVelocityCountersAfterSubmit, EXCEEDS_LIMIT_SQL, toVelocityResult } from './velocity.ts';
import { WEBHOOK_EVENTS } from './back-office-tables.ts';

/**
 * Begin and end of a payment in one statement each: PostgreSQL runs several changes in one statement and commits them,
 * with one round trip instead of eight. Any case outside the plain course changes nothing and returns undefined; the
 * same step in a transaction handles it.
 */

/** An insert of one row that runs only if the previous step changed a row. */
function insertAfter<Name extends string>(
  step: string,
  table: string,
  columns: readonly Name[],
  row: Record<Name, unknown>,
): RawBuilder<unknown> {
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const values = sql.join(columns.map((column) => sql`${row[column]}`));
  return sql`insert into ${sql.table(table)} (${names}) select ${values} from ${sql.table(step)}`;
}

type Begin = SessionClaimInput & PaymentRow & { limits: string };
type Counted = { key: string; count: number; refused: number };

/**
 * Limits are counted if the session is free, and the session is claimed if no limit is exceeded, in the order of the
 * transaction.
 */
const beginOf = prepareStatementOfShape<
  ReturnType<typeof columnsWithValue>,
  Begin,
  { id: string | null; counted: Counted[] | null }
>((columns) => (db, values) => {
  const after = sqlVelocityCountersAfterSubmit(sql`${values.created_at}::bigint`);
  const claimed = claimSessionQuery(db, values)
    .where(sql<boolean>`exists (select 1 from free) and not exists (select 1 from exceeded)`)
    .returning('sessions.id');
  return sql`
    with limits as (
      select * from json_to_recordset(${values.limits}::json)
        as l(key text, max bigint, until bigint, least_refused bigint, share double precision)
    ),
    free as (${selectFreeSessionForUpdate(db, values)}),
    counted as (
      insert into velocity (key, count, refused, until)
      select key, 1, 0, until from limits where exists (select 1 from free) order by key
      on conflict (key) do update set count = ${after.count}, refused = ${after.refused}, until = ${after.until}
      returning key, count, refused
    ),
    exceeded as (
      select 1 from counted join limits using (key) where ${EXCEEDS_LIMIT_SQL}
    ),
    claimed as (${claimed}),
    begun as (${insertAfter('claimed', 'payments', columns, values)} returning id)
    select (select id from begun) as id, (select json_agg(counted) from counted) as counted`;
});

/** See {@link Store.beginPayment}. */
export async function beginPaymentInOneStatement(
  db: Db,
  input: BeginPaymentInput,
): Promise<BeginPaymentResult | undefined> {
  // Sessions of one order are serialised, and the facts of a first entry are stored, in a transaction.
  if (input.oncePerOrder === true || input.detail !== undefined) return undefined;
  const record = toInitialPaymentRecord(input);
  const { limits = [], at } = input;
  const counted = limits.map(({ key, max, within, refusals: { min: least_refused, share } = {} }) => ({
    key,
    max,
    until: at + within,
    least_refused,
    share,
  }));
  const row = PAYMENTS.toRow(record);
  const { rows } = await beginOf(columnsWithValue(row))(
    db,
    mergeWithoutSpread(mergeWithoutSpread(row, toSessionClaimInput(record, input)), {
      limits: JSON.stringify(counted),
    }),
  );
  const { over, crowded } = toVelocityResult(limits, rows[0]?.counted ?? []);
  if (typeof rows[0]?.id === 'string') return { kind: 'started', payment: record, crowded };
  return over === undefined ? undefined : { kind: 'limited', by: over };
}

/** Whether an update is the plain end of a submit. Only its version can conflict. */
function isPlain({ seen, version, ...update }: PaymentUpdate): boolean {
  return (
    seen?.status === 'submitting' &&
    seen.version === version &&
    update.session !== 'close' &&
    update.reconcileAt !== undefined &&
    update.tellRiskAt === undefined &&
    update.voidAt === undefined &&
    update.subscription === undefined &&
    update.dispute === undefined &&
    update.savedCard === undefined
  );
}

interface UpdateValues extends Omit<Partial<PaymentRow>, keyof OrderWithAmount>, OrderWithAmount {
  id: string;
  updated_at: number;
  version: number;
  seen_version: number;
  event_kind: string;
  from_status: string;
  to_status: string;
  detail: string;
  job_id: string;
  run_at: number | null;
  outbox_id?: string;
  outbox_type?: string;
  outbox_data?: string;
  outbox_job_id?: string;
  outbox_run_at?: number;
}

/** What the text of such a statement depends on. */
interface Shape {
  columns: readonly (keyof PaymentRow)[];
  session: Exclude<PaymentUpdate['session'], 'close'>;
  isChecked: boolean;
  isTold: boolean;
  isDelivered: boolean;
}

const updateOf = prepareStatementOfShape<Shape, UpdateValues, { id: string }>(
  ({ columns, session, isChecked, isTold, isDelivered }) =>
    (db, values) => {
      const set = sql.join(columns.map((column) => sql`${sql.ref(column)} = ${values[column]}`));
      const touch = session === 'keep' ? sql`select id from locked` : touchSession(db, session, values);
      const event = {
        id: sql`${values.id} || '.' || ${values.version}::text`,
        payment_id: values.id,
        version: values.version,
        at: values.updated_at,
        kind: values.event_kind,
        from_status: values.from_status,
        to_status: values.to_status,
        detail: values.detail,
      };
      const job = (id: unknown, kind: JobKind, ref: unknown, runAt: unknown): RawBuilder<unknown> =>
        insertAfter('changed', 'jobs', JOBS.names, { id, kind, ref, run_at: runAt, runs: 0, locked_until: 0 });
      const check = isChecked
        ? sql`${job(values.job_id, 'reconcile', values.id, values.run_at)} on conflict (kind, ref) do update
          set id = excluded.id, run_at = excluded.run_at, runs = 0, locked_until = 0`
        : sql`delete from jobs where kind = 'reconcile' and ref = ${values.id} and exists (select 1 from changed)`;
      const outbox = {
        id: values.outbox_id,
        account: values.account,
        type: values.outbox_type,
        ref: values.id,
        data: values.outbox_data,
        state: isDelivered ? 'waiting' : 'none',
        attempts: 0,
        created_at: values.updated_at,
        delivered_at: null,
      };
      const deliver = job(values.outbox_job_id, 'webhook', values.outbox_id, values.outbox_run_at);
      return sql<{ id: string }>`
      with locked as (
        select id from payments where id = ${values.id} and version = ${values.seen_version} for update
      ),
      touched as (${touch}),
      changed as (
        update payments set ${set}
        where id = ${values.id} and version = ${values.seen_version} and exists (select 1 from touched)
        returning id
      ),
      told as (${insertAfter('changed', 'payment_events', PAYMENT_TIMELINE.names, event)}),
      checked as (${check})
      ${isTold ? sql`, outbox as (${insertAfter('changed', 'webhook_events', WEBHOOK_EVENTS.names, outbox)})` : sql``}
      ${isDelivered ? sql`, delivered as (${deliver})` : sql``}
      select id from changed`;
    },
);

function touchSession(db: Db, session: Exclude<Shape['session'], 'keep'>, values: UpdateValues) {
  const change = SESSION_STATE_UPDATES[session](db, values).where(sql<boolean>`exists (select 1 from locked)`);
  // Whether another session of the order is paid or being paid is checked under a lock.
  const plain =
    session === 'pay' ? change.where((eb) => eb.not(eb.exists(selectOtherSessionsOfOrder(db, values)))) : change;
  return plain.returning('sessions.id');
}

/** See {@link Store.updatePayment}. */
export async function updatePaymentInOneStatement(db: Db, update: PaymentUpdate): Promise<PaymentRecord | undefined> {
  const { seen, session, at } = update;
  if (seen === undefined || session === 'close' || !isPlain(update)) return undefined;
  const after = paymentAfter(seen, update);
  const [event, ...more] = update.events?.(after) ?? [];
  if (more.length > 0) return undefined;
  const set = mergeWithoutSpread(PAYMENTS.toRow(update.changes), { version: after.version, updated_at: at });
  const runAt = update.reconcileAt ?? null;
  const deliverAt = event?.deliver_at ?? null;
  const updateStatement = updateOf({
    columns: Object.keys(set) as (keyof PaymentRow)[],
    session,
    isChecked: runAt !== null,
    isTold: event !== undefined,
    isDelivered: deliverAt !== null,
  });
  const values = {
    id: update.id,
    seen_version: update.version,
    event_kind: update.event.kind,
    from_status: seen.status,
    to_status: after.status,
    detail: JSON.stringify(update.event.detail),
    job_id: createJobId(update.id),
    run_at: runAt,
    ...(event === undefined
      ? {}
      : { outbox_id: event.id, outbox_type: event.type, outbox_data: JSON.stringify(event.data) }),
    ...(event === undefined || deliverAt === null
      ? {}
      : { outbox_job_id: createJobId(event.id), outbox_run_at: deliverAt }),
  };
  const { rows } = await updateStatement(db, mergeWithoutSpread(mergeWithoutSpread(set, orderOfPayment(seen)), values));
  return rows.length === 0 ? undefined : after;
}
