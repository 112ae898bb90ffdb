import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import type { ConsoleApi, ConsoleSession } from './console-api.ts';
import type { User } from '../../shared/contract/merchant/users.ts';

/** Calls of the console with a passkey. Each rejects with `ApiError`, or with the browser's error if the user cancels. */

export type PasskeyCreationOptions = Parameters<typeof startRegistration>[0]['optionsJSON'];
type RequestOptions = Parameters<typeof startAuthentication>[0]['optionsJSON'];

export async function signInWithPasskey(api: ConsoleApi): Promise<ConsoleSession> {
  const optionsJSON = await api.request<RequestOptions>('POST', '/passkey-options', {});
  const passkey = await startAuthentication({ optionsJSON });
  return api.request('POST', '/session', { passkey });
}

/** Registers a passkey through an enrolment link, and signs in. */
export async function enrolPasskeyByLink(
  api: ConsoleApi,
  enrolment: string,
  optionsJSON: PasskeyCreationOptions,
): Promise<ConsoleSession> {
  const passkey = await startRegistration({ optionsJSON });
  return api.request('POST', '/session', { enrolment, new_passkey: passkey });
}

/** Adds a passkey to the signed-in user. */
export async function addPasskeyToSignedInUser(api: ConsoleApi): Promise<User> {
  const optionsJSON = await api.request<PasskeyCreationOptions>('POST', '/new-passkey-options', {});
  const passkey = await startRegistration({ optionsJSON });
  return api.request('POST', '/passkeys', { new_passkey: passkey });
}
