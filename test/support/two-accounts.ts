import type { CheckoutServerOptions } from '../../server/index.ts';
import { SANDBOX_CREDENTIALS, SANDBOX_SECOND_ACCOUNT, type SandboxOptions } from '../../server/sandbox/index.ts';
import type { AccountCredentials } from './gateway-messages.ts';
import { API_KEY, startTestSystem, type TestSystem } from './system.ts';
import { testApiKey } from './test-keys.ts';

/** The two accounts of these tests, by their names: `default`, and one for pounds with a merchant of its own. */
export const CREDENTIALS_OF_ACCOUNT: Readonly<Record<'default' | 'uk', AccountCredentials>> = {
  default: SANDBOX_CREDENTIALS,
  uk: SANDBOX_SECOND_ACCOUNT,
};
export type TestAccountName = keyof typeof CREDENTIALS_OF_ACCOUNT;
export const ACCOUNT_NAMES = Object.keys(CREDENTIALS_OF_ACCOUNT) as TestAccountName[];

/** API keys that are bound to one account each. */
export const API_KEY_OF_ACCOUNT: Readonly<Record<TestAccountName, string>> = {
  default: testApiKey('bound to default'),
  uk: testApiKey('bound to uk'),
};

/** The options of a companion with both accounts. */
export const TWO_ACCOUNT_OPTIONS = {
  accounts: {
    uk: {
      merchantId: CREDENTIALS_OF_ACCOUNT.uk.merchant_id,
      accountId: CREDENTIALS_OF_ACCOUNT.uk.account_id,
      signKey: CREDENTIALS_OF_ACCOUNT.uk.sign_key,
      currencies: ['GBP'],
    },
  },
  apiKeys: [
    `${API_KEY}:pay+refund+payout+resolve+issue+users+read`,
    ...ACCOUNT_NAMES.map((name) => `${API_KEY_OF_ACCOUNT[name]}:pay+refund+payout+resolve+issue+read@${name}`),
  ].join(),
} satisfies Partial<CheckoutServerOptions>;

/** A companion and a sandbox with both accounts. */
export function startTwoAccountSystem(
  options: { companion?: Partial<CheckoutServerOptions>; sandbox?: SandboxOptions; notifications?: boolean } = {},
): Promise<TestSystem> {
  return startTestSystem({
    ...options,
    companion: { ...TWO_ACCOUNT_OPTIONS, ...options.companion },
  });
}
