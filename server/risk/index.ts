/**
 * Protection against card testing and abuse: velocity limits, breakers, the shop's own check, pauses after refused credentials.
 * Refuses a submit before anything is sent.
 */
export { brandOfBin, mayBeOfAllowedBrand } from './card-brand.ts';
export {
  createGatewayCredentialsBreaker,
  type GatewayCredentialsBreaker,
  type SubmitSource,
} from './gateway-credentials-breaker.ts';
export {
  CARD_TESTING_RULE_TEXT,
  VELOCITY_LIMITS_RULE_TEXT,
  parseCardTestingSettings,
  parseVelocityLimits,
  type RiskSettingsInput,
} from './velocity-limit-settings.ts';
export {
  createAbuseProtection,
  longestVelocityWindow,
  type AbuseProtection,
  type AbuseProtectionSettings,
} from './protection.ts';
export type { PaymentToScreen, ScreeningContext, ScreeningDecision, PaymentScreener } from './screen-payment.ts';
export type { ClientNetwork } from './velocity-keys.ts';
