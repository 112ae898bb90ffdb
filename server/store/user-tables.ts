import type { Scope } from '../../shared/contract/merchant/scopes.ts';
import {
  defineTable,
  integerColumn,
  jsonColumn,
  listColumn,
  nullableColumn,
  textColumn,
  type RecordOf,
} from './table.ts';

/** The tables of the console's users and sign-ins. Times are milliseconds since the epoch. */

/** `invited`: has not signed in yet. `disabled`: can no longer sign in. */
export type UserStatus = 'invited' | 'active' | 'disabled';

/** People who sign in to the console. */
export const USERS = defineTable({
  id: textColumn(),
  name: textColumn(),
  email: textColumn(),
  /** What the user may do. Those of an OpenID Connect user are set anew at each sign-in. */
  scopes: jsonColumn<readonly Scope[]>(),
  status: textColumn<UserStatus>(),
  /** What identifies the person: the e-mail address of a local user; issuer and subject with OpenID Connect. Unique. */
  subject: textColumn(),
  source: textColumn<'local' | 'oidc'>(),
  created_at: integerColumn(),
  signed_in_at: nullableColumn(integerColumn()),
});
export type UserRecord = RecordOf<typeof USERS>;

/** Passkeys of local users. */
export const PASSKEYS = defineTable({
  /** The credential ID, base64url. */
  id: textColumn(),
  user_id: textColumn(),
  /** COSE, base64url. */
  public_key: textColumn(),
  /** The authenticator's signature counter. */
  counter: integerColumn(),
  transports: listColumn<string>(),
  created_at: integerColumn(),
  used_at: nullableColumn(integerColumn()),
});
export type PasskeyRecord = RecordOf<typeof PASSKEYS>;

/** Links with which a user registers a passkey, once. */
export const ENROLMENT_LINKS = defineTable({
  /** SHA-256 of the link's token. */
  token_hash: textColumn(),
  user_id: textColumn(),
  expires_at: integerColumn(),
});
export type EnrolmentRecord = RecordOf<typeof ENROLMENT_LINKS>;

/** Sign-ins that have begun: the challenge of a passkey, or a visit to the identity provider. */
export const SIGN_IN_CHALLENGES = defineTable({
  /** SHA-256 of the challenge. */
  hash: textColumn(),
  data: jsonColumn<Readonly<Record<string, string>>>(),
  expires_at: integerColumn(),
});
export type SignInChallengeRecord = RecordOf<typeof SIGN_IN_CHALLENGES>;

/** Sign-ins to the console. Either `key_id` or `user_id` is set. */
export const CONSOLE_SESSIONS = defineTable({
  /** SHA-256 of the cookie's token; the token is only in the browser. */
  token_hash: textColumn(),
  /** The API key that signed in. Once the key is removed from the settings, its sign-ins are void. */
  key_id: nullableColumn(textColumn()),
  /** The user who signed in. */
  user_id: nullableColumn(textColumn()),
  created_at: integerColumn(),
  seen_at: integerColumn(),
});
export type ConsoleSessionRecord = RecordOf<typeof CONSOLE_SESSIONS>;
