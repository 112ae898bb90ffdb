/** Settings of the companion: the options, the environment variables, and the checks at the start. */
export { parseApiKeys } from './api-keys.ts';
export type { CheckoutServerOptions, ParsedAccount, ParsedOptions } from './checkout-server-options.ts';
export { parseOptions } from './parse-options.ts';
export { isPublishedSecret } from './unsafe-public-server.ts';
export { readRetention } from './retention.ts';
export { readProfile } from './profile-file.ts';
export { type ServeSettings, readDatabaseSettings, readServeSettings } from './serve-settings.ts';
export { settingNameOfAccount } from './setting-of-account.ts';
export { type Environment, readSetting, parseWholeNumber } from './setting-values.ts';
