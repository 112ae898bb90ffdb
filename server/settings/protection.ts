import {
  CARD_TESTING_RULE_TEXT,
  VELOCITY_LIMITS_RULE_TEXT,
  parseCardTestingSettings,
  parseVelocityLimits,
} from '../risk/index.ts';
import type { CheckoutServerOptions, ParsedAccount } from './checkout-server-options.ts';
import { toInvalidSettingError } from './setting-values.ts';

/**
 * Test cards on this machine have no limits by default, because tests repeat the same few numbers.
 * @throws CheckoutError `configuration_invalid`
 */
export function parseProtection(
  options: CheckoutServerOptions,
  { account, secret, isSandbox }: { account: string; secret: string; isSandbox: boolean },
): ParsedAccount['protection'] {
  const standard = isSandbox ? 'off' : {};
  const limits = parseVelocityLimits(options.limits ?? standard);
  if (limits === undefined) throw toInvalidSettingError('TILLGATE_LIMITS', VELOCITY_LIMITS_RULE_TEXT);
  const cardTesting = parseCardTestingSettings(options.cardTesting ?? standard);
  if (cardTesting === undefined) throw toInvalidSettingError('TILLGATE_CARD_TESTING', CARD_TESTING_RULE_TEXT);
  const { screenPayment: screen, screenTimeout: timeout = 3_000, screenFailure: onFailure = 'refuse' } = options;
  if (!(timeout > 0 && timeout <= 30_000)) throw toInvalidSettingError('screenTimeout', 'up to 30,000 ms');
  const screening = screen === undefined ? undefined : { screen, timeout, onFailure };
  return { account, limits, cardTesting, screening, secret };
}
