import { DEFAULT_ACCOUNT_NAME } from '../../shared/contract/account-name.ts';

/** Where an account has a setting: `TILLGATE_SIGN_KEY`, or `TILLGATE_ACCOUNTS.eu.sign_key` for an account of the file. */
export function settingNameOfAccount(account: string, setting: string): string {
  if (account === DEFAULT_ACCOUNT_NAME) return setting;
  return `TILLGATE_ACCOUNTS.${account}.${setting.replace('TILLGATE_', '').toLowerCase()}`;
}
