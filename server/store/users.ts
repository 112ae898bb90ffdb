import type { Page } from './back-office-types.ts';
import { readPage } from './cursor.ts';
import type { Db, Trx } from './schema.ts';
import {
  PASSKEYS,
  SIGN_IN_CHALLENGES,
  USERS,
  type ConsoleSessionRecord,
  type EnrolmentRecord,
  type PasskeyRecord,
  type SignInChallengeRecord,
  type UserRecord,
} from './user-tables.ts';

/** Stores a sign-in, and deletes those created before `oldest`. */
export async function addConsoleSession(trx: Trx, session: ConsoleSessionRecord, oldest: number): Promise<void> {
  await trx.deleteFrom('console_sessions').where('created_at', '<', oldest).execute();
  await trx.insertInto('console_sessions').values(session).execute();
}

/** The sign-in, with its user if it is not that of an API key. */
export async function findConsoleSession(
  db: Db,
  tokenHash: string,
): Promise<{ session: ConsoleSessionRecord; user: UserRecord | undefined } | undefined> {
  const sessions = db.selectFrom('console_sessions').selectAll();
  const session = await sessions.where('token_hash', '=', tokenHash).executeTakeFirst();
  if (session === undefined) return undefined;
  return { session, user: session.user_id === null ? undefined : await findUser(db, { id: session.user_id }) };
}

/** Records that a sign-in was used. */
export async function touchConsoleSession(trx: Trx, tokenHash: string, at: number): Promise<void> {
  await trx.updateTable('console_sessions').set({ seen_at: at }).where('token_hash', '=', tokenHash).execute();
}

export async function deleteConsoleSession(trx: Trx, tokenHash: string): Promise<void> {
  await trx.deleteFrom('console_sessions').where('token_hash', '=', tokenHash).execute();
}

/** Ends every sign-in of a user. */
export const deleteConsoleSessionsOf = (trx: Trx, userId: string): Promise<void> =>
  deleteOfUser(trx, 'console_sessions', userId);

/** False if a user with this subject exists. */
export async function addUser(trx: Trx, user: UserRecord): Promise<boolean> {
  const insert = trx.insertInto('users').values(USERS.toRow(user));
  const done = await insert.onConflict((conflict) => conflict.column('subject').doNothing()).executeTakeFirst();
  return done.numInsertedOrUpdatedRows === 1n;
}

export async function findUser(db: Db, by: { id: string } | { subject: string }): Promise<UserRecord | undefined> {
  const [column, value] = 'id' in by ? (['id', by.id] as const) : (['subject', by.subject] as const);
  const row = await db.selectFrom('users').selectAll().where(column, '=', value).executeTakeFirst();
  return row === undefined ? undefined : USERS.toRecord(row);
}

/** Newest first. */
export async function listUsers(
  db: Db,
  filter: { cursor?: string | undefined; limit: number },
): Promise<Page<UserRecord>> {
  return readPage(db.selectFrom('users').selectAll(), filter, USERS.toRecord);
}

export async function updateUser(
  trx: Trx,
  id: string,
  changes: Partial<Omit<UserRecord, 'id' | 'subject' | 'source'>>,
): Promise<void> {
  await trx.updateTable('users').set(USERS.toRow(changes)).where('id', '=', id).execute();
}

/** Records a sign-in; an invited user becomes active. */
export async function recordSignIn(trx: Trx, id: string, at: number): Promise<void> {
  await trx.updateTable('users').set({ signed_in_at: at }).where('id', '=', id).execute();
  await trx
    .updateTable('users')
    .set({ status: 'active' })
    .where('id', '=', id)
    .where('status', '=', 'invited')
    .execute();
}

const TABLES_OF_USERS = ['console_sessions', 'enrolments', 'passkeys'] as const;

/** Deletes the user with passkeys, enrolment links and sign-ins. The audit log keeps the name. */
export async function deleteUser(trx: Trx, id: string): Promise<void> {
  for (const table of TABLES_OF_USERS) await deleteOfUser(trx, table, id);
  await trx.deleteFrom('users').where('id', '=', id).execute();
}

async function deleteOfUser(trx: Trx, table: (typeof TABLES_OF_USERS)[number], userId: string): Promise<void> {
  await trx.deleteFrom(table).where('user_id', '=', userId).execute();
}

/** Stores an enrolment link; earlier ones of the user become void. */
export async function addEnrolment(trx: Trx, enrolment: EnrolmentRecord): Promise<void> {
  await deleteEnrolments(trx, enrolment.user_id);
  await trx.insertInto('enrolments').values(enrolment).execute();
}

export function findEnrolment(db: Db, tokenHash: string): Promise<EnrolmentRecord | undefined> {
  return db.selectFrom('enrolments').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst();
}

export const deleteEnrolments = (trx: Trx, userId: string): Promise<void> => deleteOfUser(trx, 'enrolments', userId);

/** Stores a passkey and voids the enrolment link; false if the link was used meanwhile. */
export async function enrolPasskey(trx: Trx, tokenHash: string, passkey: PasskeyRecord): Promise<boolean> {
  const done = await trx.deleteFrom('enrolments').where('token_hash', '=', tokenHash).executeTakeFirst();
  if (done.numDeletedRows !== 1n) return false;
  await addPasskey(trx, passkey);
  return true;
}

export async function addPasskey(trx: Trx, passkey: PasskeyRecord): Promise<void> {
  await trx.insertInto('passkeys').values(PASSKEYS.toRow(passkey)).execute();
}

export async function findPasskey(db: Db, id: string): Promise<PasskeyRecord | undefined> {
  const row = await db.selectFrom('passkeys').selectAll().where('id', '=', id).executeTakeFirst();
  return row === undefined ? undefined : PASSKEYS.toRecord(row);
}

/** Of these users, oldest first. */
export async function listPasskeys(db: Db, userIds: readonly string[]): Promise<PasskeyRecord[]> {
  if (userIds.length === 0) return [];
  const rows = db.selectFrom('passkeys').selectAll().where('user_id', 'in', userIds);
  return (await rows.orderBy('created_at').execute()).map(PASSKEYS.toRecord);
}

/** Whether anybody has registered a passkey. */
export async function hasPasskeys(db: Db): Promise<boolean> {
  return (await db.selectFrom('passkeys').select('id').limit(1).executeTakeFirst()) !== undefined;
}

export async function touchPasskey(trx: Trx, id: string, counter: number, at: number): Promise<void> {
  await trx.updateTable('passkeys').set({ counter, used_at: at }).where('id', '=', id).execute();
}

/** False if the user has no such passkey. */
export async function deletePasskey(trx: Trx, userId: string, id: string): Promise<boolean> {
  const own = trx.deleteFrom('passkeys').where('id', '=', id).where('user_id', '=', userId);
  return (await own.executeTakeFirst()).numDeletedRows === 1n;
}

export const deletePasskeysOf = (trx: Trx, userId: string): Promise<void> => deleteOfUser(trx, 'passkeys', userId);

/** Stores a challenge, and deletes those that have expired. */
export async function addSignInChallenge(trx: Trx, challenge: SignInChallengeRecord, now: number): Promise<void> {
  await trx.deleteFrom('sign_in_challenges').where('expires_at', '<', now).execute();
  await trx.insertInto('sign_in_challenges').values(SIGN_IN_CHALLENGES.toRow(challenge)).execute();
}

/** The challenge, which is deleted: it serves once. */
export async function takeSignInChallenge(trx: Trx, hash: string): Promise<SignInChallengeRecord | undefined> {
  const taken = trx.deleteFrom('sign_in_challenges').where('hash', '=', hash);
  const row = await taken.returningAll().executeTakeFirst();
  return row === undefined ? undefined : SIGN_IN_CHALLENGES.toRecord(row);
}
