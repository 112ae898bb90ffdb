import { CheckoutError } from '../../shared/errors.ts';
import type { Store } from '../store/index.ts';
import { hashSignInToken } from './console-sessions.ts';

/** How long a person may take to answer a challenge, in ms. */
export const SIGN_IN_CHALLENGE_LIFETIME = 10 * 60_000;

interface ChallengeDeps {
  store: Store;
  now: () => number;
}

/** Stores a challenge under its hash, with what is known about it. */
export async function storeSignInChallenge(
  { store, now }: ChallengeDeps,
  challenge: string,
  data: Readonly<Record<string, string>>,
): Promise<void> {
  const at = now();
  await store.addSignInChallenge(
    { hash: hashSignInToken(challenge), data, expires_at: at + SIGN_IN_CHALLENGE_LIFETIME },
    at,
  );
}

/**
 * The data of a challenge, which serves once.
 * @throws CheckoutError `unauthenticated` for one that is unknown, used or expired
 */
export async function consumeSignInChallenge(
  { store, now }: ChallengeDeps,
  challenge: string,
): Promise<Readonly<Record<string, string>>> {
  const found = await store.takeSignInChallenge(hashSignInToken(challenge));
  if (found === undefined || found.expires_at < now())
    throw new CheckoutError('unauthenticated', 'The sign-in took too long. Start it again.');
  return found.data;
}
