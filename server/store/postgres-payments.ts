import { expressionBuilder, sql, type RawBuilder } from 'kysely';
import { mergeWithoutSpread } from '../../shared/merge.ts';
import { createBatch } from './batch.ts';
import {
  isSessionFreeFor,
  sessionClaimedBy,
  toInitialPaymentRecord,
  toSessionClaimInput,
  type BeginPaymentInput,
} from './begin-payment.ts';
import { createJobId, jobsOfUpdate } from './jobs.ts';
import { paymentAfter } from './payments.ts';
import { selectOtherSessionsOfOrder } from './sessions-of-order.ts';
import { SESSION_STATE_UPDATES } from './sessions.ts';
import type { Db, Tables } from './schema.ts';
import { prepareStatement, prepareStatementOfShape } from './statement.ts';
import { entryOfUpdate, toTimelineRow } from './timeline.ts';
import type { BeginPaymentResult, PaymentUpdate } from './payment-types.ts';
import {
  JOBS,
  PAYMENTS,
  PAYMENT_TIMELINE,
  SESSIONS,
  type JobKind,
  type PaymentRecord,
  type PaymentRow,
  type SessionRecord,
} from './payment-tables.ts';
import { sqlVelocityCountersAfterSubmit, EXCEEDS_LIMIT_SQL, toVelocityResult } from './velocity.ts';
import { WEBHOOK_EVENTS } from './back-office-tables.ts';
import { toWebhookEventRow } from './webhook-events.ts';

/**
 * The steps of a payment on PostgreSQL: one statement loads, begins or ends all payments that come at the same time, and
 * commits them. Its inputs are lists of rows in JSON. It never waits for the lock of another transaction's session or
 * payment: such a payment, and any outside the plain course, is left unchanged, and the same step in a transaction of its
 * own handles it.
 */

/** The columns of a list of rows, in place of the values of one. */
function columnsOf(list: string): never {
  return new Proxy({}, { get: (_, name) => sql.ref(`${list}.${String(name)}`) }) as never;
}

/** The rows of a JSON list with the types of a table's columns. */
function rowsOf(table: keyof Tables, list: unknown): RawBuilder<unknown> {
  return sql`json_populate_recordset(null::${sql.table(table)}, ${list}::json)`;
}

/**
 * True for every row; the planner, which knows nothing of a list, expects one row for it. So it plans to seek rows by
 * index, even if it plans while the tables are nearly empty, and keeps that plan.
 */
const expectOneRow = (list: string): RawBuilder<boolean> => sql`left(${sql.ref(`${list}.id`)}, 0) = ''`;

function listNames(names: readonly string[], prefix = ''): RawBuilder<unknown> {
  return sql.join(names.map((name) => sql.ref(`${prefix}${name}`)));
}

const sessionsByTokenHash = prepareStatement<{ hashes: readonly string[] }, Tables['sessions']>((db, { hashes }) =>
  db
    .selectFrom('sessions')
    .select(SESSIONS.names)
    .where(sql<boolean>`token_hash = any(${hashes}::text[])`),
);

async function loadSessions(db: Db, hashes: readonly string[]): Promise<(SessionRecord | 'not_found')[]> {
  const { rows } = await sessionsByTokenHash(db, { hashes });
  const found = new Map(rows.map((row) => [row.token_hash, row]));
  return hashes.map((hash) => {
    const row = found.get(hash);
    return row === undefined ? 'not_found' : SESSIONS.toRecord(row);
  });
}

interface Counted {
  payment_id: string;
  key: string;
  count: number;
  refused: number;
}

/**
 * Limits are counted for each payment whose session is free, and the session is claimed if no limit is exceeded, in the order
 * of the transaction. Of several payments that count towards one limit, each counts those before it.
 */
const beginAll = prepareStatement<
  { at: number; claims: string; limits: string; payments: string },
  { begun: string[] | null; counted: Counted[] | null }
>((db, values) => {
  const after = sqlVelocityCountersAfterSubmit(sql`${values.at}::bigint`);
  const isFree = isSessionFreeFor(expressionBuilder<Tables, 'sessions'>(), columnsOf('claim'));
  const claimed = db
    .updateTable('sessions')
    .from(sql<{ session_id: string }>`free`.as('free'))
    .set((eb) => sessionClaimedBy(eb, columnsOf('free')))
    .whereRef('sessions.id', '=', 'free.session_id')
    .where(sql<boolean>`free.id not in (select payment_id from seen where ${EXCEEDS_LIMIT_SQL})`)
    .returning(sql<string>`free.id`.as('id'));
  return sql`
    with free as (
      select claim.id, claim.session_id
      from sessions, json_to_recordset(${values.claims}::json) as claim(id text, session_id text, attempt_id text,
        created_at bigint, max_attempts bigint, session_version bigint)
      where ${expectOneRow('claim')} and ${isFree} for update of sessions skip locked
    ),
    asked as (
      select l.*, count(*) over (partition by key) as total, row_number() over (partition by key order by payment_id) as nth
      from json_to_recordset(${values.limits}::json) as l(payment_id text, key text, max bigint, until bigint,
        least_refused bigint, share double precision)
      join free on free.id = l.payment_id
    ),
    counted as (
      insert into velocity (key, count, refused, until)
      select key, count(*), 0, max(until) from asked group by key order by key
      on conflict (key) do update set count = ${after.count}, refused = ${after.refused}, until = ${after.until}
      returning key, count, refused
    ),
    seen as (
      select asked.*, counted.count - total + nth as count, counted.refused from asked join counted using (key)
    ),
    claimed as (${claimed}),
    begun as (
      insert into payments (${listNames(PAYMENTS.names)})
      select ${listNames(PAYMENTS.names)} from ${rowsOf('payments', values.payments)} join claimed using (id)
      returning id
    )
    select (select json_agg(id) from begun) as begun,
      (select json_agg(json_build_object('payment_id', payment_id, 'key', key, 'count', count, 'refused', refused))
        from seen) as counted`;
});

async function beginPayments(
  db: Db,
  inputs: readonly BeginPaymentInput[],
): Promise<(BeginPaymentResult | undefined)[]> {
  const begins = inputs.map((input) => ({ input, payment: toInitialPaymentRecord(input) }));
  const { rows } = await beginAll(db, {
    at: Math.max(...inputs.map(({ at }) => at)),
    claims: JSON.stringify(begins.map(({ input, payment }) => toSessionClaimInput(payment, input))),
    limits: JSON.stringify(inputs.flatMap(toLimitRows)),
    payments: JSON.stringify(begins.map(({ payment }) => PAYMENTS.toRow(payment))),
  });
  const begun = new Set(rows[0]?.begun);
  const counted = rows[0]?.counted ?? [];
  return begins.map(({ input: { limits = [] }, payment }) => {
    const own = counted.filter(({ payment_id: id }) => id === payment.id);
    const { over, crowded } = toVelocityResult(limits, own);
    if (begun.has(payment.id)) return { kind: 'started', payment, crowded };
    return over === undefined ? undefined : { kind: 'limited', by: over };
  });
}

function toLimitRows({ payment, limits = [], at }: BeginPaymentInput) {
  return limits.map(({ key, max, within, refusals }) => ({
    payment_id: payment.id,
    key,
    max,
    until: at + within,
    least_refused: refusals?.min,
    share: refusals?.share,
  }));
}

type PlainUpdate = PaymentUpdate & { seen: PaymentRecord; session: Exclude<PaymentUpdate['session'], 'close'> };

/** Whether an update is the plain end of a submit. Only its version can conflict. */
function isPlainUpdate(update: PaymentUpdate): update is PlainUpdate {
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
interface PlainEnd {
  after: PaymentRecord;
  /** What the text of the statement depends on. */
  shape: string;
  row: Partial<PaymentRow>;
  entry: object;
  events: readonly object[];
  jobs: readonly object[];
}

function toPlainEnd(update: PlainUpdate): PlainEnd {
  const { seen, session, at } = update;
  const after = paymentAfter(seen, update);
  const { id, version, account, order_no, session_id } = after;
  const set = mergeWithoutSpread(PAYMENTS.toRow(update.changes), { version, updated_at: at });
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
    shape: JSON.stringify([session, ...Object.keys(set)]),
    row: mergeWithoutSpread(set, { id, account, order_no, session_id }),
    entry: toTimelineRow(entryOfUpdate(seen, update)),
    events: events.map((event) => toWebhookEventRow(event, at)),
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
    with input as materialized (select * from ${rowsOf('payments', values.payments)} as list where ${expectOneRow('list')}),
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
      from ${rowsOf('webhook_events', values.events)} as event join changed on changed.id = event.ref
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
  const change = SESSION_STATE_UPDATES[session](db, input)
    .from(sql<{ id: string }>`input`.as('input'))
    .where(sql<boolean>`input.id in (select id from locked)`)
    .returning(sql<string>`input.id`.as('id'));
  // Whether another session of the order is paid or being paid is checked under a lock.
  return session === 'pay' ? change.where((eb) => eb.not(eb.exists(selectOtherSessionsOfOrder(db, input)))) : change;
}

async function endPayments(db: Db, ends: readonly PlainEnd[]): Promise<(PaymentRecord | undefined)[]> {
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

/** The most statements of one step at the same time: the more there are, the fewer payments share one. */
const AT_ONCE = 2;

/** The steps of a payment; each returns undefined where a transaction of its own has to handle it. */
export interface PaymentBatches {
  loadSession: (tokenHash: string) => Promise<SessionRecord | 'not_found' | undefined>;
  begin: (input: BeginPaymentInput) => Promise<BeginPaymentResult | undefined>;
  update: (update: PaymentUpdate) => Promise<PaymentRecord | undefined>;
}

/** @param attempt runs a statement; undefined if it has certainly changed nothing */
export function createPaymentBatches(
  attempt: <T>(work: (db: Db) => Promise<T>) => Promise<T | undefined>,
): PaymentBatches {
  const batch = <Input, Output>(
    run: (db: Db, inputs: readonly Input[]) => Promise<readonly (Output | undefined)[]>,
    keys: { keyOf: (input: Input) => string; groupOf?: (input: Input) => string },
  ) =>
    createBatch<Input, Output | undefined>({
      run: async (inputs) => (await attempt((db) => run(db, inputs))) ?? [],
      atOnce: AT_ONCE,
      ...keys,
    });
  const end = batch(endPayments, { keyOf: ({ after }) => after.id, groupOf: ({ shape }) => shape });
  const begin = batch(beginPayments, { keyOf: ({ payment }) => payment.session_id });
  return {
    loadSession: batch(loadSessions, { keyOf: (hash) => hash }),
    // With orders paid once, other sessions of the order are locked; an agreement to a subscription is an entry of its own.
    begin: async (input) => (input.oncePerOrder === true || input.detail !== undefined ? undefined : begin(input)),
    update: async (update) => (isPlainUpdate(update) ? end(toPlainEnd(update)) : undefined),
  };
}
