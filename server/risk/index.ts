/**
 * Protection against card testing and abuse: velocity limits, breakers, the shop's own check, pauses after refused credentials.
 * Refuses a submit before anything is sent.
 */
export { brandOfBin, isPossibleBrand } from './card-brand.ts';
export { createCredentialsPause, type CredentialsPause, type SubmitSource } from './credentials-pause.ts';
export { CARD_TESTING_RULE, LIMITS_RULE, parseCardTesting, parseLimits, type SettingsText } from './limit-settings.ts';
export { createProtection, type Protection, type ProtectionSettings } from './protection.ts';
export type { PaymentFacts, ScreenedSubmit, ScreeningDecision, ScreenPayment } from './screen-payment.ts';
export type { LimitAddress } from './velocity-limits.ts';
