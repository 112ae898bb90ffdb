import { randomBytes } from 'node:crypto';
import type { Scope } from '../../shared/contract/merchant/scopes.ts';
import type { User, UserWithEnrolmentLink } from '../../shared/contract/merchant/users.ts';
import { toIsoUtcTime } from '../../shared/dates.ts';
import { CheckoutError } from '../../shared/errors.ts';
import { createId } from '../context/index.ts';
import type { ApiCaller } from '../http/index.ts';
import type { PasskeyRecord, Store, UserRecord } from '../store/index.ts';
import { hashSignInToken } from './console-sessions.ts';

/** How long an enrolment link works, in ms: three days. */
const ENROLMENT_LIFETIME = 3 * 24 * 3_600_000;

interface UserDeps {
  store: Store;
  now: () => number;
  settings: { publicUrl: string };
}

/** The changes of a user that a caller may ask for. */
export interface UserChanges {
  name?: string | undefined;
  scopes?: readonly Scope[] | undefined;
  status?: 'active' | 'disabled' | undefined;
}

/**
 * Stores a local user, and returns a link with which the person registers a passkey.
 * @throws CheckoutError `user_exists`; `forbidden` for scopes that the caller lacks
 */
export async function inviteUser(
  deps: UserDeps,
  caller: ApiCaller,
  { name, email, scopes }: { name: string; email: string; scopes: readonly Scope[] },
): Promise<UserWithEnrolmentLink> {
  refuseMoreScopes(caller, scopes);
  const user: UserRecord = {
    id: createId('usr'),
    name,
    email,
    scopes,
    status: 'invited',
    subject: email.toLowerCase(),
    source: 'local',
    created_at: deps.now(),
    signed_in_at: null,
  };
  if (!(await deps.store.addUser(user))) throw new CheckoutError('user_exists', 'A user has this e-mail address.');
  return toEnrolment(deps, user);
}

/**
 * A new enrolment link, for a user who lost the passkey. Earlier links become void.
 * @param removesPasskeys whether the user's passkeys and sign-ins end now
 * @throws CheckoutError `not_found`, `forbidden`; `wrong_state` for a disabled user or one of the identity provider
 */
export async function renewEnrolmentLink(
  deps: UserDeps,
  caller: ApiCaller,
  id: string,
  removesPasskeys: boolean,
): Promise<UserWithEnrolmentLink> {
  const user = await requireManaged(deps, caller, id);
  if (user.source === 'oidc')
    throw new CheckoutError('wrong_state', 'This user signs in through the identity provider.');
  if (user.status === 'disabled')
    throw new CheckoutError('wrong_state', 'This user is disabled. Enable the user first.');
  if (removesPasskeys) {
    await deps.store.deletePasskeysOf(user.id);
    await deps.store.deleteConsoleSessionsOf(user.id);
  }
  return toEnrolment(deps, user);
}

/**
 * Changes a user. New scopes apply to the next request; a disabled user is signed out everywhere.
 * @throws CheckoutError `not_found`; `forbidden` for the caller's own user, and for scopes that the caller lacks;
 *   `wrong_state` for scopes that the identity provider sets
 */
export async function updateUser(deps: UserDeps, caller: ApiCaller, id: string, changes: UserChanges): Promise<User> {
  const user = await requireManaged(deps, caller, id);
  const { name, scopes, status } = changes;
  if (scopes !== undefined) {
    refuseMoreScopes(caller, scopes);
    if (user.source === 'oidc') throw new CheckoutError('wrong_state', 'The identity provider sets the scopes.');
  }
  // A local user without a sign-in so far is invited again.
  const enabled = user.source === 'local' && user.signed_in_at === null ? 'invited' : 'active';
  await deps.store.updateUser(id, {
    name: name ?? user.name,
    scopes: scopes ?? user.scopes,
    status: status === 'active' ? enabled : (status ?? user.status),
  });
  if (status === 'disabled') {
    await deps.store.deleteEnrolments(id);
    await deps.store.deleteConsoleSessionsOf(id);
  }
  return readUser(deps, id);
}

/**
 * Ends every sign-in of a user.
 * @throws CheckoutError `not_found`, `forbidden`
 */
export async function signOutUser(deps: UserDeps, caller: ApiCaller, id: string): Promise<User> {
  await requireManaged(deps, caller, id);
  await deps.store.deleteConsoleSessionsOf(id);
  return readUser(deps, id);
}

/**
 * Deletes a user with passkeys and sign-ins. The audit log and notes keep the name.
 * @throws CheckoutError `not_found`, `forbidden`
 */
export async function deleteUser(deps: UserDeps, caller: ApiCaller, id: string): Promise<User> {
  await requireManaged(deps, caller, id);
  const deleted = await readUser(deps, id);
  await deps.store.deleteUser(id);
  return deleted;
}

/** @throws CheckoutError `not_found` */
export async function readUser({ store }: Pick<UserDeps, 'store'>, id: string): Promise<User> {
  const user = await store.findUser({ id });
  if (user === undefined) throw new CheckoutError('not_found', 'There is no such user.');
  return toUserBody(user, await store.listPasskeys([id]));
}

/** A page of users with their passkeys, newest first. */
export async function listUsers(
  { store }: Pick<UserDeps, 'store'>,
  filter: Parameters<Store['listUsers']>[0],
): Promise<{ users: User[]; nextCursor: string | null }> {
  const { entries, nextCursor } = await store.listUsers(filter);
  const passkeys = await store.listPasskeys(entries.map(({ id }) => id));
  return { users: entries.map((user) => toUserBody(user, passkeys)), nextCursor };
}

/** Nobody changes their own user, nor one who may do more than they. */
async function requireManaged({ store }: UserDeps, caller: ApiCaller, id: string): Promise<UserRecord> {
  const user = await store.findUser({ id });
  if (user === undefined) throw new CheckoutError('not_found', 'There is no such user.');
  if (user.id === caller.id) throw new CheckoutError('forbidden', 'Another user must change your own access.');
  refuseMoreScopes(caller, user.scopes);
  return user;
}

function refuseMoreScopes(caller: ApiCaller, scopes: readonly Scope[]): void {
  const more = scopes.filter((scope) => !caller.scopes.has(scope));
  if (more.length > 0) throw new CheckoutError('forbidden', `This needs the scope ${more.join(', ')}.`);
}

async function toEnrolment(deps: UserDeps, user: UserRecord): Promise<UserWithEnrolmentLink> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = deps.now() + ENROLMENT_LIFETIME;
  await deps.store.addEnrolment({ token_hash: hashSignInToken(token), user_id: user.id, expires_at: expiresAt });
  return {
    user: await readUser(deps, user.id),
    // In the fragment, which no server and no proxy sees.
    enrolment_url: `${deps.settings.publicUrl}/console#/enrolment/${token}`,
    enrolment_expires_at: toIsoUtcTime(expiresAt),
  };
}

function toUserBody(user: UserRecord, passkeys: readonly PasskeyRecord[]): User {
  const { id, name, email, scopes, status, source } = user;
  const own = passkeys.filter((passkey) => passkey.user_id === id);
  return {
    id,
    name,
    email,
    scopes: [...scopes],
    status,
    source,
    passkeys: own.map((passkey) => ({
      id: passkey.id,
      created_at: toIsoUtcTime(passkey.created_at),
      used_at: passkey.used_at === null ? null : toIsoUtcTime(passkey.used_at),
    })),
    created_at: toIsoUtcTime(user.created_at),
    signed_in_at: user.signed_in_at === null ? null : toIsoUtcTime(user.signed_in_at),
  };
}
