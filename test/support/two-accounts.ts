import type { CheckoutServerOptions } from '../../server/index.ts';
import { SANDBOX_CREDENTIALS, SANDBOX_SECOND_ACCOUNT, type SandboxOptions } from '../../server/sandbox/index.ts';
import type { AccountCredentials } from './gateway-messages.ts';
import { API_KEY, startSystem, type TestSystem } from './system.ts';
import { testKey } from './test-keys.ts';

/** The two accounts of these tests, by their names: `default`, and one for pounds with a merchant of its own. */
export const ACCOUNTS: Readonly<Record<'default' | 'uk', AccountCredentials>> = {
  default: SANDBOX_CREDENTIALS,
  uk: SANDBOX_SECOND_ACCOUNT,
};
export type AccountOfTest = keyof typeof ACCOUNTS;
export const ACCOUNT_NAMES = Object.keys(ACCOUNTS) as AccountOfTest[];

/** API keys that are bound to one account each. */
export const BOUND_KEYS: Readonly<Record<AccountOfTest, string>> = {
  default: testKey('bound to default'),
  uk: testKey('bound to uk'),
};

/** The options of a companion with both accounts. */
export const TWO_ACCOUNTS = {
  accounts: {
    uk: {
      merchantId: ACCOUNTS.uk.merchant_id,
      accountId: ACCOUNTS.uk.account_id,
      signKey: ACCOUNTS.uk.sign_key,
      currencies: ['GBP'],
    },
  },
  apiKeys: [
    `${API_KEY}:pay+refund+payout+resolve+issue+users+read`,
    ...ACCOUNT_NAMES.map((name) => `${BOUND_KEYS[name]}:pay+refund+payout+resolve+issue+read@${name}`),
  ].join(),
} satisfies Partial<CheckoutServerOptions>;

/** A companion and a sandbox with both accounts. */
export function startTwoAccounts(
  options: { companion?: Partial<CheckoutServerOptions>; sandbox?: SandboxOptions; notifications?: boolean } = {},
): Promise<TestSystem> {
  return startSystem({
    ...options,
    companion: { ...TWO_ACCOUNTS, ...options.companion },
  });
}
