import * as z from '../zod.ts';

/** The name of the account that the environment describes. */
export const DEFAULT_ACCOUNT_NAME = 'default';

/** The name of an account of the gateway, as the shop's settings have it. */
export const AccountName = z
  .string()
  .check(z.regex(/^[a-z0-9][a-z0-9_-]{0,31}$/, 'at most 32 lower-case letters, digits, _ and -'));
