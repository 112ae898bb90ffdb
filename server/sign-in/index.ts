/**
 * Sign-in to the console: by API key, by passkey, through an OpenID Connect provider. Users with their scopes, and the
 * browser's session.
 */
export { SIGN_IN_CHALLENGE_LIFETIME } from './challenges.ts';
export { type ConsoleSignIns, createConsoleSignIns, type ConsoleSignIn } from './console-sessions.ts';
export { createOidcSignIn, OidcError } from './oidc.ts';
export { OIDC_ROLES_RULE_TEXT, type OidcSettings, parseOidcRoles } from './oidc-settings.ts';
export { createPasskeys, PasskeyAuthentication, PasskeyRegistration, type Passkeys } from './passkeys.ts';
export { deleteUser, renewEnrolmentLink, inviteUser, listUsers, readUser, signOutUser, updateUser } from './users.ts';
