import { sql } from 'kysely';
import { createJobId, jobsOfUpdate } from './jobs.ts';
import { paymentAfter } from './payments.ts';
import { columnsOf, expectOneRow, isLockWaitLimited, limitLockWait, listNames, rowsOf } from './row-lists.ts';
import { payOnlySession } from './sessions-of-order.ts';
import { SESSION_STATE_UPDATES } from './sessions.ts';
import type { Db } from './schema.ts';
import { prepareStatementOfShape } from './statement.ts';
import { entryOfUpdate, toTimelineRow } from './timeline.ts';
import type { PaymentUpdate } from './payment-types.ts';
import {
  JOBS,
  PAYMENTS,
  PAYMENT_TIMELINE,
  type JobKind,
  type PaymentRecord,
  type PaymentRow,
} from './payment-tables.ts';
import { WEBHOOK_EVENTS } from './back-office-tables.ts';
import { toWebhookEventRow } from './webhook-events.ts';

/** The plain end of a submit. */
export type PlainUpdate = PaymentUpdate & { seen: PaymentRecord; session: Exclude<PaymentUpdate['session'], 'close'> };

/** Whether an update is the plain end of a submit. Only its version can conflict. */
export function isPlainUpdate(update: PaymentUpdate): update is PlainUpdate {
  return (
    update.seen?.status === 'submitting' &&
    update.seen.version === update.version &&
    update.session !== 'close' &&
    update.subscription === undefined &&
    update.dispute === undefined &&
    update.savedCard === undefined
  );
}

/** The end of a submit: the rows that it changes. */
export interface PlainEnd {
  after: PaymentRecord;
  /** What the text of the statement depends on. */
  shape: string;
  row: Partial<PaymentRow>;
  entry: object;
  events: readonly object[];
  jobs: readonly object[];
}

export function toPlainEnd(update: PlainUpdate): PlainEnd {
  const { seen, session, at } = update;
  const after = paymentAfter(seen, update);
  const { id, version, account, order_no, session_id } = after;
  const set = Object.assign(PAYMENTS.toRow(update.changes), { version, updated_at: at });
  const shape = JSON.stringify([session, ...Object.keys(set)]);
  const events = update.events?.(after) ?? [];
  const toJob = (kind: JobKind, ref: string, runAt: number | null) => ({
    payment_id: id,
    id: createJobId(ref),
    kind,
    ref,
    run_at: runAt,
  });
  return {
    after,
    shape,
    row: Object.assign(set, { id, account, order_no, session_id }),
    entry: toTimelineRow(entryOfUpdate(seen, update)),
    events: events.map((event) => Object.assign(toWebhookEventRow(event, at), { payment_id: id })),
    jobs: [
      ...jobsOfUpdate(update).map(([kind, runAt]) => toJob(kind, id, runAt)),
      ...events.flatMap((event) => (event.deliver_at === null ? [] : [toJob('webhook', event.id, event.deliver_at)])),
    ],
  };
}

interface EndValues {
  payments: string;
  entries: string;
  events: string;
  jobs: string;
}

const endAllOf = prepareStatementOfShape<string, EndValues, { id: string }>((shape) => (db, values) => {
  const [session, ...columns] = JSON.parse(shape) as [PlainUpdate['session'], ...(keyof PaymentRow)[]];
  const set = sql.join(columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`input.${column}`)}`));
  const isKept = session === 'keep';
  return sql`
    with ${limitLockWait},
    input as materialized (select * from ${rowsOf('payments', values.payments)} as list
      where ${isLockWaitLimited} and ${expectOneRow('list')}),
    locked as (
      select payments.id from input join payments on payments.id = input.id and payments.version = input.version - 1
        ${isKept ? sql`` : sql`join sessions on sessions.id = payments.session_id`}
      for update of ${isKept ? sql`payments` : sql`payments, sessions`} skip locked
    ),
    touched as (${isKept ? sql`select id from locked` : touchSessions(db, session)}),
    changed as (
      update payments set ${set} from input join touched using (id) where payments.id = input.id returning payments.id
    ),
    told as (
      insert into payment_events (${listNames(PAYMENT_TIMELINE.names)})
      select ${listNames(PAYMENT_TIMELINE.names, 'entry.')}
      from ${rowsOf('payment_events', values.entries)} as entry join changed on changed.id = entry.payment_id
    ),
    stored as (
      insert into webhook_events (${listNames(WEBHOOK_EVENTS.names)})
      select ${listNames(WEBHOOK_EVENTS.names, 'event.')}
      from ${rowsOf('webhook_events', values.events)} as event
      join json_to_recordset(${values.events}::json) as owner(id text, payment_id text) using (id)
      join changed on changed.id = owner.payment_id
    ),
    job as materialized (
      select job.* from json_to_recordset(${values.jobs}::json)
        as job(payment_id text, id text, kind text, ref text, run_at bigint)
      join changed on changed.id = job.payment_id
    ),
    dropped as (
      delete from jobs using job where jobs.kind = job.kind and jobs.ref = job.ref and job.run_at is null
    ),
    planned as (
      insert into jobs (${listNames(JOBS.names)})
      select id, kind, ref, run_at, 0, 0 from job where run_at is not null
      on conflict (kind, ref) do update
        set id = excluded.id, run_at = excluded.run_at, runs = 0, locked_until = 0
    )
    select id from changed`;
});

function touchSessions(db: Db, session: Exclude<PlainUpdate['session'], 'keep'>) {
  const input: PaymentRow = columnsOf('input');
  // Whether another session of the order is paid or being paid is checked under a lock.
  const change = session === 'pay' ? payOnlySession(db, input) : SESSION_STATE_UPDATES[session](db, input);
  return change
    .from(sql<{ id: string }>`input`.as('input'))
    .where(sql<boolean>`input.id in (select id from locked)`)
    .returning(sql<string>`input.id`.as('id'));
}

/** Stores ends of submits of one shape in one statement; undefined for one that needs a transaction of its own. */
export async function endPayments(db: Db, ends: readonly PlainEnd[]): Promise<(PaymentRecord | undefined)[]> {
  const [{ shape } = { shape: '' }] = ends;
  const { rows } = await endAllOf(shape)(db, {
    payments: JSON.stringify(ends.map(({ row }) => row)),
    entries: JSON.stringify(ends.map(({ entry }) => entry)),
    events: JSON.stringify(ends.flatMap(({ events }) => events)),
    jobs: JSON.stringify(ends.flatMap(({ jobs }) => jobs)),
  });
  const changed = new Set(rows.map(({ id }) => id));
  return ends.map(({ after }) => (changed.has(after.id) ? after : undefined));
}
