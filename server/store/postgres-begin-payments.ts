import { expressionBuilder, sql } from 'kysely';
import {
  isSessionFreeFor,
  sessionClaimedBy,
  toInitialPaymentRecord,
  toSessionClaimInput,
  type BeginPaymentInput,
} from './begin-payment.ts';
import { columnsOf, expectOneRow, isLockWaitLimited, limitLockWait, listNames, rowsOf } from './row-lists.ts';
import type { Db, Tables } from './schema.ts';
import { prepareStatement } from './statement.ts';
import type { BeginPaymentResult } from './payment-types.ts';
import { PAYMENTS } from './payment-tables.ts';
import { sqlVelocityCountersAfterSubmit, EXCEEDS_LIMIT_SQL, toVelocityResult } from './velocity.ts';

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
    with ${limitLockWait},
    free as (
      select claim.id, claim.session_id
      from sessions, json_to_recordset(${values.claims}::json) as claim(id text, session_id text, attempt_id text,
        created_at bigint, max_attempts bigint, session_version bigint)
      where ${isLockWaitLimited} and ${expectOneRow('claim')} and ${isFree} for update of sessions skip locked
    ),
    asked as (
      select l.*, count(*) over (partition by key) as total, row_number() over (partition by key order by payment_id) as nth
      from json_to_recordset(${values.limits}::json) as l(payment_id text, key text, max bigint, until bigint,
        least_refused bigint, share double precision)
      join free on free.id = l.payment_id
    ),
    counted as (
      insert into velocity (key, count, refused, until)
      select key, count(*), 0, max(until) from asked group by key order by key collate "C"
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

/** Begins payments of the plain course in one statement; undefined for one that needs a transaction of its own. */
export async function beginPayments(
  db: Db,
  inputs: readonly BeginPaymentInput[],
): Promise<(BeginPaymentResult | undefined)[]> {
  const begins = inputs.map((input) => ({ input, payment: toInitialPaymentRecord(input) }));
  const { rows } = await beginAll(db, {
    at: Math.min(...inputs.map(({ at }) => at)),
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
