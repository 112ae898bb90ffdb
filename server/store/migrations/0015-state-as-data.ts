import { sql, type Kysely } from 'kysely';

interface Alert {
  code: string;
  detail: Record<string, string>;
  raised_at: number;
}

/** The texts of the column `alarm`, and the alerts that replace them. */
const NOTES: readonly [RegExp, string, ...string[]][] = [
  [/^the order is paid by another payment as well$/, 'order_paid_twice'],
  [/^transaction (\S+) was paid as well$/, 'second_charge', 'transaction_id'],
  [/^query says (\w+) after (declined|not_sent)$/, 'late_result', 'reported', 'status'],
  [/^query says (cancelled) after (paid)$/, 'late_result', 'reported', 'status'],
  [/^(\w+) says (\w+) after (\w+)$/, 'contradicting_result', 'source', 'reported', 'status'],
  [/^the gateway’s books say refunded/, 'refunded_elsewhere'],
  [/^the gateway said nothing for too long/, 'outcome_overdue'],
  [/^reported: paid without a transaction_id/, 'transaction_id_missing'],
  [/^reported: the transaction_id (?:of|belongs to) the payment (\S+)$/, 'transaction_id_taken', 'payment_id'],
  [/^reported: the recurring_id belongs to the payment (\S+)$/, 'recurring_id_taken', 'payment_id'],
  [/^reported: the token_id belongs to the saved card (\S+)/, 'token_id_taken', 'saved_card_id'],
  [/^reported: a notification waits to be accepted$/, 'notification_waits'],
  [/^reported: a dispute without a result/, 'dispute_result_unknown'],
  [/^reported: a dispute (\w+) after it ended as (\w+)$/, 'dispute_after_end', 'reported', 'status'],
  [/^reported: the end of a dispute came before/, 'dispute_end_first'],
];

/** The alert of a payment's text. Any other text is the reason of an unknown outcome. */
function toAlert(note: string, raisedAt: number, notes = NOTES): Alert {
  for (const [pattern, code, ...names] of notes) {
    const match = pattern.exec(note);
    if (match === null) continue;
    const detail = Object.fromEntries(names.map((name, at) => [name, match[at + 1] ?? '']));
    if (code === 'late_result') detail['source'] = 'query';
    if (detail['source'] === 'answer') detail['source'] = 'response';
    return { code, detail, raised_at: raisedAt };
  }
  return { code: 'outcome_unknown', detail: { reason: note }, raised_at: raisedAt };
}

/** A payment had a list of texts; a refund or an operation had one. */
function toAlerts(table: string, alarm: string, at: number): Alert[] {
  if (table === 'payments') return alarm.split('; ').map((note) => toAlert(note, at));
  return [
    toAlert(
      alarm,
      at,
      NOTES.filter(([, code]) => code === 'contradicting_result'),
    ),
  ];
}

/** The kinds of timeline entries with their new names. */
const KINDS: Readonly<Record<string, string>> = {
  decided: 'operation_confirmed',
  deducted: 'renewed',
  stands_in: 'promoted',
  flagged: 'outcome_overdue',
  conflict: 'contradicted',
};

const REQUEST = /^(approve|reject|capture|cancel)_(\w+)$/;
/** The timeline kinds that end a request, with the request that they end. */
const ENDS = new Set(['refused', 'not_sent', 'in_progress', 'unknown', 'accepted']);

interface Entry {
  payment_id: string;
  at: number | string;
  kind: string;
  detail: string;
}

/** The requests of a payment whose response may still come, oldest first, as its timeline shows. */
function inFlight(entries: readonly Entry[]): { kind: string; sent_at: number }[] {
  const open: { kind: string; sent_at: number }[] = [];
  const end = (kind: string): void => {
    const at = open.findIndex((request) => request.kind === kind);
    if (at >= 0) open.splice(at, 1);
  };
  for (const { kind, at, detail } of entries) {
    const [, request, outcome] = REQUEST.exec(kind) ?? [];
    if (kind === 'submitted') open.push({ kind: 'authorise', sent_at: Number(at) });
    else if (kind === 'answered') end('authorise');
    else if (kind === 'decided') end(String((JSON.parse(detail) as { reason?: unknown }).reason));
    else if (request !== undefined && outcome === 'requested') open.push({ kind: request, sent_at: Number(at) });
    else if (request !== undefined && ENDS.has(outcome ?? '')) end(request);
  }
  return open;
}

const BATCH = 500;
/** Requests older than this are over under any configured deadline: an hour, in ms. */
const LONGEST_REQUEST = 3_600_000;

/**
 * Alerts become typed values. Payments record their kind and their requests in flight, and the shop's own operation
 * becomes a column. Older versions read the removed columns, so they cannot work with this step.
 */
export const typedAlertsAndOperations = {
  name: '0015-state-as-data!',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`drop index payments_by_alarm`.execute(db);
    for (const table of ['payments', 'refunds', 'operations']) await convertAlarms(db, table);
    await sql`create index payments_by_alert on payments (created_at, id) where alerts is not null`.execute(db);
    await sql`alter table payments add column kind text not null default 'initial'`.execute(db);
    await sql`update payments set kind = 'renewal' where attempt_id like 'deduction %'`.execute(db);
    await sql`alter table payments rename column decision to pending_operation`.execute(db);
    await sql`alter table payments rename column decision_at to pending_operation_at`.execute(db);
    await sql`alter table payments rename column hint_queries to notification_queries`.execute(db);
    await sql`alter table refund_totals rename column bound to reserved`.execute(db);
    await sql`alter table payments add column requests_in_flight text`.execute(db);
    await convertRequests(db);
    for (const [before, after] of Object.entries(KINDS))
      await sql`update payment_events set kind = ${after} where kind = ${before}`.execute(db);
    await sql`update payment_events set detail = replace(detail, '"says":', '"reported":')
      where detail like '%"says":%'`.execute(db);
    await sql`update payment_events set detail = replace(detail, '"source":"answer"', '"source":"response"')
      where detail like '%"source":"answer"%'`.execute(db);
  },
};

async function convertAlarms(db: Kysely<unknown>, table: string): Promise<void> {
  const name = sql.table(table);
  await sql`alter table ${name} add column alerts text`.execute(db);
  for (let after = ''; ;) {
    const { rows } = await sql<{ id: string; alarm: string; updated_at: number | string }>`
      select id, alarm, updated_at from ${name} where alarm is not null and id > ${after} order by id limit ${BATCH}
    `.execute(db);
    for (const { id, alarm, updated_at: at } of rows) {
      const alerts = toAlerts(table, alarm, Number(at));
      await sql`update ${name} set alerts = ${JSON.stringify(alerts)} where id = ${id}`.execute(db);
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) break;
    after = last.id;
  }
  await sql`alter table ${name} drop column alarm`.execute(db);
}

/** Only recent or unfinished payments can have a request in flight. */
async function convertRequests(db: Kysely<unknown>): Promise<void> {
  const { rows: payments } = await sql<{ id: string; status: string }>`
    select id, status from payments where status in ('submitting', 'held', 'pending', 'unknown', 'action_required')
      or pending_operation is not null or updated_at > ${Date.now() - LONGEST_REQUEST}
  `.execute(db);
  for (const { id } of payments) {
    const { rows } = await sql<Entry>`
      select payment_id, at, kind, detail from payment_events where payment_id = ${id} order by version
    `.execute(db);
    const requests = inFlight(rows);
    if (requests.length === 0) continue;
    await sql`update payments set requests_in_flight = ${JSON.stringify(requests)} where id = ${id}`.execute(db);
  }
}
