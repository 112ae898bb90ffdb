/** Settings of the companion: the options, how the environment gives them, and what is refused at the start. */
export {
  type CheckoutServerOptions,
  type ParsedOptions,
  type ServeSettings,
  parseOptions,
  readDatabase,
  readProfile,
  readServeSettings,
} from './parse-options.ts';
export { readRetention } from './retention.ts';
export { type Environment, readSetting, wholeNumber } from './setting-values.ts';
