import type { Scope } from '../../shared/contract/merchant/scopes.ts';
import { defineTable, integer, json, list, optional, text, type RecordOf } from './table.ts';

/** The tables of the console's users and sign-ins. Times are milliseconds since the epoch. */

/** `invited`: has not signed in yet. `disabled`: can no longer sign in. */
export type UserStatus = 'invited' | 'active' | 'disabled';

/** People who sign in to the console. */
export const USERS = defineTable({
  id: text(),
  name: text(),
  email: text(),
  /** What the user may do. Those of an OpenID Connect user are set anew at each sign-in. */
  scopes: json<readonly Scope[]>(),
  status: text<UserStatus>(),
  /** What identifies the person: the e-mail address of a local user; issuer and subject with OpenID Connect. Unique. */
  subject: text(),
  source: text<'local' | 'oidc'>(),
  created_at: integer(),
  signed_in_at: optional(integer()),
});
export type UserRecord = RecordOf<typeof USERS>;

/** Passkeys of local users. */
export const PASSKEYS = defineTable({
  /** The credential ID, base64url. */
  id: text(),
  user_id: text(),
  /** COSE, base64url. */
  public_key: text(),
  /** The authenticator's signature counter. */
  counter: integer(),
  transports: list<string>(),
  created_at: integer(),
  used_at: optional(integer()),
});
export type PasskeyRecord = RecordOf<typeof PASSKEYS>;

/** Links with which a user registers a passkey, once. */
export const ENROLMENTS = defineTable({
  /** SHA-256 of the link's token. */
  token_hash: text(),
  user_id: text(),
  expires_at: integer(),
});
export type EnrolmentRecord = RecordOf<typeof ENROLMENTS>;

/** Sign-ins that have begun: the challenge of a passkey, or a visit to the identity provider. */
export const SIGN_IN_CHALLENGES = defineTable({
  /** SHA-256 of the challenge. */
  hash: text(),
  data: json<Readonly<Record<string, string>>>(),
  expires_at: integer(),
});
export type SignInChallengeRecord = RecordOf<typeof SIGN_IN_CHALLENGES>;

/** Sign-ins to the console. Either `key_id` or `user_id` is set. */
export const CONSOLE_SESSIONS = defineTable({
  /** SHA-256 of the cookie's token; the token is only in the browser. */
  token_hash: text(),
  /** The API key that signed in. Once the key is removed from the settings, its sign-ins are void. */
  key_id: optional(text()),
  /** The user who signed in. */
  user_id: optional(text()),
  created_at: integer(),
  seen_at: integer(),
});
export type ConsoleSessionRecord = RecordOf<typeof CONSOLE_SESSIONS>;
