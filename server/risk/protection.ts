import { DEFAULT_ACCOUNT_NAME } from '../../shared/contract/account-name.ts';
import { createCardTestingBreaker, type CardTestingBreaker, type CardTestingDeps } from './card-testing.ts';
import type { CardTestingSettings, VelocityLimitSettings } from './velocity-limit-settings.ts';
import { createScreeningRunner, type RunScreening, type ScreeningSettings } from './screen-payment.ts';
import { createVelocityKeys, type VelocityKeys } from './velocity-keys.ts';

/** The protection of the gateway against abuse. */
export interface AbuseProtection extends VelocityKeys {
  cardTesting: CardTestingBreaker;
  /** Whether the shop checks payments itself. */
  screens: boolean;
  screening: RunScreening;
  /** The longest window of a counter of any account, in ms: the counters of all are deleted together. */
  longestWindow: number;
  /** The last time that old counters were deleted, in ms. */
  prunedAt: number;
}

export interface AbuseProtectionSettings {
  /** The account whose submits are counted. */
  account: string;
  limits: VelocityLimitSettings;
  cardTesting: CardTestingSettings | null;
  screening: ScreeningSettings | undefined;
  /** The keys of the counters; the same for all companions on one database. */
  secret: string;
}

/** The longest window of a counter, in ms. */
export function longestVelocityWindow(settings: readonly AbuseProtectionSettings[]): number {
  const rates = settings.flatMap(({ limits: { address, shopper, card } }) => [address, shopper, card]);
  return Math.max(...rates.map((rate) => rate?.within ?? 0));
}

export function createAbuseProtection(
  settings: AbuseProtectionSettings,
  parts: Omit<CardTestingDeps, 'name'> & { longestWindow: number },
): AbuseProtection {
  // Counters and pauses are those of the account; the names of the default one are as they always were.
  const prefix = settings.account === DEFAULT_ACCOUNT_NAME ? '' : `${settings.account}/`;
  return {
    ...createVelocityKeys(settings.limits, { secret: settings.secret, prefix }),
    cardTesting: createCardTestingBreaker(settings.cardTesting, { ...parts, name: `${prefix}card-testing` }),
    screens: settings.screening !== undefined,
    screening: createScreeningRunner(settings.screening, parts),
    longestWindow: parts.longestWindow,
    prunedAt: 0,
  };
}
