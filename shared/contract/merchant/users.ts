import * as z from '../../zod.ts';
import { UtcTime } from './utc-time.ts';
import { SCOPES } from './scopes.ts';

/** A passkey of a user. */
export const UserPasskey = z.object({
  /** The credential ID, base64url. */
  id: z.string(),
  created_at: UtcTime,
  /** The last sign-in with it; null before the first. */
  used_at: z.nullable(UtcTime),
});

/** A person who signs in to the console. */
export const User = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  /** What the person may do. */
  scopes: z.array(z.enum(SCOPES)),
  /** `invited`: has not signed in yet. `disabled`: can no longer sign in. */
  status: z.enum(['invited', 'active', 'disabled']),
  /** `local`: signs in with a passkey. `oidc`: signs in through the identity provider, which also sets the scopes. */
  source: z.enum(['local', 'oidc']),
  passkeys: z.array(UserPasskey),
  created_at: UtcTime,
  /** The last sign-in; null before the first. */
  signed_in_at: z.nullable(UtcTime),
});
export type User = z.infer<typeof User>;

/** A user with a link to register a passkey. The link is shown once, because only its hash is stored. */
export const UserWithEnrolmentLink = z.object({
  user: User,
  /** Opens the console, registers a passkey and signs in, once. */
  enrolment_url: z.string(),
  enrolment_expires_at: UtcTime,
});
export type UserWithEnrolmentLink = z.infer<typeof UserWithEnrolmentLink>;
