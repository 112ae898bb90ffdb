import type { Transaction } from 'kysely';
import type { Page } from './back-office-types.ts';
import { selectPage, toPage } from './cursor.ts';
import type { Db, Tables } from './schema.ts';
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

/** Users of the console, their passkeys and sign-ins. */
export interface UsersStore {
  /** Stores a sign-in, and deletes those created before `oldest`. */
  addConsoleSession(session: ConsoleSessionRecord, oldest: number): Promise<void>;
  /** The sign-in, with its user if it is not that of an API key. */
  findConsoleSession(
    tokenHash: string,
  ): Promise<{ session: ConsoleSessionRecord; user: UserRecord | undefined } | undefined>;
  /** Records that a sign-in was used. */
  touchConsoleSession(tokenHash: string, at: number): Promise<void>;
  deleteConsoleSession(tokenHash: string): Promise<void>;
  /** Ends every sign-in of a user. */
  deleteConsoleSessionsOf(userId: string): Promise<void>;

  /** False if a user with this subject exists. */
  addUser(user: UserRecord): Promise<boolean>;
  findUser(by: { id: string } | { subject: string }): Promise<UserRecord | undefined>;
  /** Newest first. */
  listUsers(filter: { cursor?: string | undefined; limit: number }): Promise<Page<UserRecord>>;
  updateUser(id: string, changes: Partial<Omit<UserRecord, 'id' | 'subject' | 'source'>>): Promise<void>;
  /** Records a sign-in; an invited user becomes active. */
  recordSignIn(id: string, at: number): Promise<void>;
  /** Deletes the user with passkeys, enrolment links and sign-ins. The audit log keeps the name. */
  deleteUser(id: string): Promise<void>;

  /** Stores an enrolment link; earlier ones of the user become void. */
  addEnrolment(enrolment: EnrolmentRecord): Promise<void>;
  findEnrolment(tokenHash: string): Promise<EnrolmentRecord | undefined>;
  deleteEnrolments(userId: string): Promise<void>;
  /** Stores a passkey and voids the enrolment link; false if the link was used meanwhile. */
  enrolPasskey(tokenHash: string, passkey: PasskeyRecord): Promise<boolean>;

  addPasskey(passkey: PasskeyRecord): Promise<void>;
  findPasskey(id: string): Promise<PasskeyRecord | undefined>;
  /** Of these users, oldest first. */
  listPasskeys(userIds: readonly string[]): Promise<PasskeyRecord[]>;
  /** Whether anybody has registered a passkey. */
  hasPasskeys(): Promise<boolean>;
  touchPasskey(id: string, counter: number, at: number): Promise<void>;
  /** False if the user has no such passkey. */
  deletePasskey(userId: string, id: string): Promise<boolean>;
  deletePasskeysOf(userId: string): Promise<void>;

  /** Stores a challenge, and deletes those that have expired. */
  addSignInChallenge(challenge: SignInChallengeRecord, now: number): Promise<void>;
  /** The challenge, which is deleted: it serves once. */
  takeSignInChallenge(hash: string): Promise<SignInChallengeRecord | undefined>;
}

export function createUsersStore(
  read: <T>(work: (db: Db) => Promise<T>) => Promise<T>,
  transact: <T>(work: (trx: Transaction<Tables>) => Promise<T>) => Promise<T>,
): UsersStore {
  return {
    addConsoleSession: (session, oldest) =>
      transact(async (trx) => {
        await trx.deleteFrom('console_sessions').where('created_at', '<', oldest).execute();
        await trx.insertInto('console_sessions').values(session).execute();
      }),
    findConsoleSession: (tokenHash) =>
      read(async (db) => {
        const sessions = db.selectFrom('console_sessions').selectAll();
        const session = await sessions.where('token_hash', '=', tokenHash).executeTakeFirst();
        if (session === undefined) return undefined;
        return { session, user: session.user_id === null ? undefined : await findUser(db, { id: session.user_id }) };
      }),
    touchConsoleSession: (tokenHash, at) =>
      transact(async (trx) => {
        await trx.updateTable('console_sessions').set({ seen_at: at }).where('token_hash', '=', tokenHash).execute();
      }),
    deleteConsoleSession: (tokenHash) =>
      transact(async (trx) => {
        await trx.deleteFrom('console_sessions').where('token_hash', '=', tokenHash).execute();
      }),
    deleteConsoleSessionsOf: (userId) =>
      transact(async (trx) => {
        await trx.deleteFrom('console_sessions').where('user_id', '=', userId).execute();
      }),

    addUser: (user) =>
      transact(async (trx) => {
        const insert = trx.insertInto('users').values(USERS.toRow(user));
        const done = await insert.onConflict((conflict) => conflict.column('subject').doNothing()).executeTakeFirst();
        return done.numInsertedOrUpdatedRows === 1n;
      }),
    findUser: (by) => read((db) => findUser(db, by)),
    listUsers: (filter) =>
      read(async (db) => {
        const rows = await selectPage(db.selectFrom('users').selectAll(), filter, ['created_at', 'id']).execute();
        return toPage(rows, filter.limit, USERS.toRecord, (row) => [row.created_at, row.id]);
      }),
    updateUser: (id, changes) =>
      transact(async (trx) => {
        await trx.updateTable('users').set(USERS.toRow(changes)).where('id', '=', id).execute();
      }),
    recordSignIn: (id, at) =>
      transact(async (trx) => {
        const update = trx.updateTable('users').set((of) => ({
          signed_in_at: at,
          status: of
            .case()
            .when('status', '=', 'invited')
            .then('active' as const)
            .else(of.ref('status'))
            .end(),
        }));
        await update.where('id', '=', id).execute();
      }),
    deleteUser: (id) =>
      transact(async (trx) => {
        for (const table of ['console_sessions', 'enrolments', 'passkeys'] as const)
          await trx.deleteFrom(table).where('user_id', '=', id).execute();
        await trx.deleteFrom('users').where('id', '=', id).execute();
      }),

    addEnrolment: (enrolment) =>
      transact(async (trx) => {
        await trx.deleteFrom('enrolments').where('user_id', '=', enrolment.user_id).execute();
        await trx.insertInto('enrolments').values(enrolment).execute();
      }),
    findEnrolment: (tokenHash) =>
      read((db) => db.selectFrom('enrolments').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst()),
    deleteEnrolments: (userId) =>
      transact(async (trx) => {
        await trx.deleteFrom('enrolments').where('user_id', '=', userId).execute();
      }),
    enrolPasskey: (tokenHash, passkey) =>
      transact(async (trx) => {
        const done = await trx.deleteFrom('enrolments').where('token_hash', '=', tokenHash).executeTakeFirst();
        if (done.numDeletedRows !== 1n) return false;
        await trx.insertInto('passkeys').values(PASSKEYS.toRow(passkey)).execute();
        return true;
      }),

    addPasskey: (passkey) =>
      transact(async (trx) => {
        await trx.insertInto('passkeys').values(PASSKEYS.toRow(passkey)).execute();
      }),
    findPasskey: (id) =>
      read(async (db) => {
        const row = await db.selectFrom('passkeys').selectAll().where('id', '=', id).executeTakeFirst();
        return row === undefined ? undefined : PASSKEYS.toRecord(row);
      }),
    hasPasskeys: () =>
      read(async (db) => (await db.selectFrom('passkeys').select('id').limit(1).executeTakeFirst()) !== undefined),
    listPasskeys: (userIds) =>
      read(async (db) => {
        if (userIds.length === 0) return [];
        const rows = db.selectFrom('passkeys').selectAll().where('user_id', 'in', userIds);
        return (await rows.orderBy('created_at').execute()).map(PASSKEYS.toRecord);
      }),
    touchPasskey: (id, counter, at) =>
      transact(async (trx) => {
        await trx.updateTable('passkeys').set({ counter, used_at: at }).where('id', '=', id).execute();
      }),
    deletePasskey: (userId, id) =>
      transact(async (trx) => {
        const own = trx.deleteFrom('passkeys').where('id', '=', id).where('user_id', '=', userId);
        return (await own.executeTakeFirst()).numDeletedRows === 1n;
      }),
    deletePasskeysOf: (userId) =>
      transact(async (trx) => {
        await trx.deleteFrom('passkeys').where('user_id', '=', userId).execute();
      }),

    addSignInChallenge: (challenge, now) =>
      transact(async (trx) => {
        await trx.deleteFrom('sign_in_challenges').where('expires_at', '<', now).execute();
        await trx.insertInto('sign_in_challenges').values(SIGN_IN_CHALLENGES.toRow(challenge)).execute();
      }),
    takeSignInChallenge: (hash) =>
      transact(async (trx) => {
        const row = await trx
          .deleteFrom('sign_in_challenges')
          .where('hash', '=', hash)
          .returningAll()
          .executeTakeFirst();
        return row === undefined ? undefined : SIGN_IN_CHALLENGES.toRecord(row);
      }),
  };
}

async function findUser(db: Db, by: { id: string } | { subject: string }): Promise<UserRecord | undefined> {
  const [column, value] = 'id' in by ? (['id', by.id] as const) : (['subject', by.subject] as const);
  const row = await db.selectFrom('users').selectAll().where(column, '=', value).executeTakeFirst();
  return row === undefined ? undefined : USERS.toRecord(row);
}
