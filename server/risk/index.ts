/**
 * Protection against card testing and abuse: velocity limits, breakers, the shop's own check, pauses after refused credentials.
 * Refuses a submit before anything is sent.
 */
export { brandOfBin, mayBeOfAllowedBrand } from './card-brand.ts';
export {
  createGatewayCredentialsPause,
  type GatewayCredentialsPause,
  type PausableSubmit,
} from './gateway-credentials-pause.ts';
export {
  CARD_TESTING_RULE_TEXT,
  LIMITS_RULE_TEXT,
  parseCardTesting,
  parseLimits,
  type LimitSettingsInput,
} from './limit-settings.ts';
export {
  createAbuseProtection,
  longestLimitWindow,
  type AbuseProtection,
  type AbuseProtectionSettings,
} from './protection.ts';
export type { ScreenedPayment, ScreeningInput, ScreeningDecision, ScreenPayment } from './screen-payment.ts';
export type { SubmitOrigin } from './velocity-keys.ts';
