import { isIP } from 'node:net';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
  WebAuthnCredential,
} from '@simplewebauthn/server';
import * as z from '../../shared/zod.ts';
import { CheckoutError } from '../../shared/errors.ts';
import type { PasskeyRecord, Store, UserRecord } from '../store/index.ts';
import { storeSignInChallenge, consumeSignInChallenge } from './challenges.ts';
import { hashSignInToken } from './console-sessions.ts';

/** The parts of an authenticator's response that are read before its signature is verified. */
const text = z.string().check(z.minLength(1), z.maxLength(8_192));
const AuthenticatorResponse = z.looseObject({
  id: text,
  rawId: text,
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: text }),
});
/** `AuthenticationResponseJSON` of WebAuthn. */
export const PasskeyAuthentication = AuthenticatorResponse;
/** `RegistrationResponseJSON` of WebAuthn. */
export const PasskeyRegistration = AuthenticatorResponse;
type Response = z.infer<typeof AuthenticatorResponse>;

/** At most this many passkeys a user. */
const MAX_PASSKEYS = 20;

interface PasskeyDeps {
  store: Store;
  now: () => number;
  /** The companion's own address; its host name is the relying party's ID. */
  publicUrl: string;
  shopName: string | null;
}

/** Sign-in by passkey (WebAuthn), with user verification: what the person has, and what they know or are. */
export interface Passkeys {
  /** Whether browsers offer passkeys at the companion's address: not at an IP address. */
  isAvailable: boolean;
  createSignInOptions(): Promise<PublicKeyCredentialRequestOptionsJSON>;
  /** @throws CheckoutError `unauthenticated` */
  signIn(response: Response): Promise<UserRecord>;
  /**
   * The options of a registration through an enrolment link.
   * @throws CheckoutError `unauthenticated` for a link that is unknown, used or expired
   */
  createEnrolmentOptions(token: string): Promise<{ user: UserRecord; options: PublicKeyCredentialCreationOptionsJSON }>;
  /** Registers a passkey through an enrolment link. @throws CheckoutError `unauthenticated` */
  enrol(token: string, response: Response): Promise<UserRecord>;
  /** The options of another passkey of a signed-in user. @throws CheckoutError `wrong_state` if there are too many */
  createOptions(user: UserRecord): Promise<PublicKeyCredentialCreationOptionsJSON>;
  /** Registers another passkey of a signed-in user. @throws CheckoutError `unauthenticated` */
  add(user: UserRecord, response: Response): Promise<void>;
}

export function createPasskeys(deps: PasskeyDeps): Passkeys {
  const { store, now } = deps;
  const { hostname, origin } = new URL(deps.publicUrl);

  async function createOptions(user: UserRecord): Promise<PublicKeyCredentialCreationOptionsJSON> {
    const { generateRegistrationOptions } = await import('@simplewebauthn/server');
    const known = await store.listPasskeys([user.id]);
    if (known.length >= MAX_PASSKEYS) throw new CheckoutError('wrong_state', 'Remove a passkey before adding another.');
    const options = await generateRegistrationOptions({
      rpName: deps.shopName ?? 'Tillgate',
      rpID: hostname,
      userName: user.email,
      userDisplayName: user.name,
      userID: new TextEncoder().encode(user.id),
      excludeCredentials: known.map(({ id }) => ({ id })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    await storeSignInChallenge(deps, options.challenge, { purpose: 'registration', user_id: user.id });
    return options;
  }

  /** The new passkey, once its signature and challenge are verified. */
  async function register(user: UserRecord, response: Response): Promise<PasskeyRecord> {
    const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
    const expectedChallenge = await readChallenge(response, 'registration', user.id);
    const verified = await verify(() =>
      verifyRegistrationResponse({
        response: response as unknown as RegistrationResponseJSON,
        expectedChallenge,
        expectedOrigin: origin,
        expectedRPID: hostname,
      }),
    );
    const { id, publicKey, counter, transports = [] } = verified.registrationInfo?.credential ?? refuse();
    if ((await store.findPasskey(id)) !== undefined) refuse();
    const key = Buffer.from(publicKey).toString('base64url');
    return { id, user_id: user.id, public_key: key, counter, transports, created_at: now(), used_at: null };
  }

  /** The challenge that the authenticator signed, if it is one of ours for this purpose. */
  async function readChallenge(response: Response, purpose: string, userId?: string): Promise<string> {
    const challenge = challengeOf(response);
    const data = await consumeSignInChallenge(deps, challenge);
    if (data['purpose'] !== purpose || data['user_id'] !== userId) refuse();
    return challenge;
  }

  async function findEnrolled(token: string): Promise<UserRecord> {
    const enrolment = await store.findEnrolment(hashSignInToken(token));
    const user = enrolment === undefined ? undefined : await store.findUser({ id: enrolment.user_id });
    if (enrolment === undefined || user === undefined || enrolment.expires_at < now() || user.status === 'disabled')
      throw new CheckoutError('unauthenticated', 'The link was used or has expired. Ask for a new one.');
    return user;
  }

  return {
    isAvailable: isIP(hostname.replace(/^\[|\]$/g, '')) === 0,
    async createSignInOptions() {
      const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
      const options = await generateAuthenticationOptions({ rpID: hostname, userVerification: 'required' });
      await storeSignInChallenge(deps, options.challenge, { purpose: 'sign_in' });
      return options;
    },
    async signIn(response) {
      const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
      const expectedChallenge = await readChallenge(response, 'sign_in');
      const passkey = (await store.findPasskey(response.id)) ?? refuse();
      const user = (await store.findUser({ id: passkey.user_id })) ?? refuse();
      if (user.status !== 'active') refuse();
      const verified = await verify(() =>
        verifyAuthenticationResponse({
          response: response as unknown as AuthenticationResponseJSON,
          expectedChallenge,
          expectedOrigin: origin,
          expectedRPID: hostname,
          credential: toCredential(passkey),
        }),
      );
      await store.touchPasskey(passkey.id, verified.authenticationInfo.newCounter, now());
      return user;
    },
    async createEnrolmentOptions(token) {
      const user = await findEnrolled(token);
      return { user, options: await createOptions(user) };
    },
    async enrol(token, response) {
      const user = await findEnrolled(token);
      if (!(await store.enrolPasskey(hashSignInToken(token), await register(user, response)))) refuse();
      return user;
    },
    createOptions,
    async add(user, response) {
      await store.addPasskey(await register(user, response));
    },
  };
}

/** The library throws on each malformed part, and reports a wrong signature as not verified. */
async function verify<T extends { verified: boolean }>(work: () => Promise<T>): Promise<T> {
  const result = await work().catch((cause: unknown) => refuse(cause));
  return result.verified ? result : refuse();
}

function refuse(cause?: unknown): never {
  throw new CheckoutError('unauthenticated', 'The passkey was not accepted.', cause === undefined ? {} : { cause });
}

function challengeOf({ response }: Response): string {
  try {
    const data: unknown = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString('utf8'));
    return z.object({ challenge: z.string() }).parse(data).challenge;
  } catch (cause) {
    return refuse(cause);
  }
}

function toCredential({ id, public_key: key, counter, transports }: PasskeyRecord): WebAuthnCredential {
  return {
    id,
    publicKey: new Uint8Array(Buffer.from(key, 'base64url')),
    counter,
    transports: [...transports],
  };
}
