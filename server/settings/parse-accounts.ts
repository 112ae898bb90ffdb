import { AccountName, DEFAULT_ACCOUNT_NAME } from '../../shared/contract/account-name.ts';
import { CheckoutError, isCheckoutError } from '../../shared/errors.ts';
import { omitUndefined } from '../../shared/without-undefined.ts';
import { createProfile } from '../gateway/profile/index.ts';
import { isLoopback, isPublicHost } from '../network/index.ts';
import type { AccountOptions, CheckoutServerOptions, ParsedAccount } from './checkout-server-options.ts';
import { createProblemCollector, runSettingReaders } from './collect-problems.ts';
import {
  checkAccountId,
  checkMerchantId,
  parseGatewayUrl,
  parseIssuerHosts,
  parseIssuing,
  toProfileOverrides,
  parseSignKeys,
} from './gateway.ts';
import { refuseMissingIssuingSettings } from './missing-settings.ts';
import { parseProtection } from './protection.ts';
import { refuseUnsafePublicServer } from './unsafe-public-server.ts';
import { settingNameOfAccount } from './setting-of-account.ts';
import { toInvalidSettingError, parseHttpUrl } from './setting-values.ts';

/** The settings that an account of the file may have as fields, by the option. */
const SETTINGS = {
  merchantId: 'TILLGATE_MERCHANT_ID',
  accountId: 'TILLGATE_ACCOUNT_ID',
  signKey: 'TILLGATE_SIGN_KEY',
  gatewayUrl: 'TILLGATE_GATEWAY_URL',
  issuerHosts: 'TILLGATE_ISSUER_HOSTS',
  profile: 'TILLGATE_PROFILE',
  riskDataOff: 'TILLGATE_RISK_DATA_OFF',
  limits: 'TILLGATE_LIMITS',
  cardTesting: 'TILLGATE_CARD_TESTING',
  issuingUrl: 'TILLGATE_ISSUING_URL',
  companyId: 'TILLGATE_COMPANY_ID',
  issuingSignKey: 'TILLGATE_ISSUING_SIGN_KEY',
} as const satisfies Record<Exclude<keyof AccountOptions, 'currencies'>, string>;

/** Credentials are never those of another account. */
const NOT_INHERITED: ReadonlySet<string> = new Set([
  'merchantId',
  'accountId',
  'signKey',
  'issuingUrl',
  'companyId',
  'issuingSignKey',
]);

/**
 * The account of the environment, `default`, and the others after it.
 * @throws CheckoutError `configuration_invalid`
 */
export function parseAccounts(options: CheckoutServerOptions): [ParsedAccount, ...ParsedAccount[]] {
  const { attempt, refuse } = createProblemCollector();
  const first = attempt(() => parseAccount(DEFAULT_ACCOUNT_NAME, [], options));
  const others = Object.entries(options.accounts ?? {}).flatMap(
    ([name, given]) => attempt(() => parseNamedAccount(name, given, options)) ?? [],
  );
  const accounts = [...(first === undefined ? [] : [first]), ...others];
  for (const [index, account] of accounts.entries()) {
    attempt(() => refuseShared(account, accounts.slice(0, index)));
  }
  refuse();
  // A missing one is a problem.
  return accounts as [ParsedAccount, ...ParsedAccount[]];
}

function parseNamedAccount(name: string, given: AccountOptions, options: CheckoutServerOptions): ParsedAccount {
  if (name === DEFAULT_ACCOUNT_NAME || !AccountName.safeParse(name).success) {
    const rule = 'a name of at most 32 lower-case letters, digits, _ and -, other than default';
    throw toInvalidSettingError(`TILLGATE_ACCOUNTS.${name}`, rule);
  }
  const { currencies = [], ...own } = given;
  if (!currencies.every((code) => /^[A-Z]{3}$/.test(code))) {
    throw toInvalidSettingError(`TILLGATE_ACCOUNTS.${name}.currencies`, 'a list of currencies such as EUR');
  }
  const set = omitUndefined(own);
  const none = Object.fromEntries([...NOT_INHERITED].map((option) => [option, undefined]));
  const merged = { ...options, ...none, ...set };
  return namingFields(name, own, () => parseAccount(name, currencies, merged));
}

function parseAccount(name: string, currencies: readonly string[], options: CheckoutServerOptions): ParsedAccount {
  const publicUrl = (): URL => parseHttpUrl('TILLGATE_PUBLIC_URL', options.publicUrl);
  const gatewayUrl = (): URL => parseGatewayUrl(options.gatewayUrl);
  // With a public address, a gateway on this machine is a tunnel to the real one.
  const isSandbox = (): boolean => isLoopback(gatewayUrl().hostname) && !isPublicHost(publicUrl().hostname);
  const signKeys = (): ParsedAccount['gateway']['signKeys'] => parseSignKeys(options.signKey);
  const issuing = (): ParsedAccount['issuing'] => parseIssuing(options);
  const profile = (): ParsedAccount['gateway']['profile'] => toProfileOverrides(options);
  const checks = [
    () => refuseMissingIssuingSettings(options),
    () => checkMerchantId(options),
    () => checkAccountId(options),
    () =>
      refuseUnsafePublicServer({
        publicUrl: publicUrl(),
        signKeys: signKeys(),
        issuingSignKeys: issuing()?.signKeys ?? [],
      }),
    () => createProfile(profile()),
  ];
  return runSettingReaders<ParsedAccount>(checks, {
    name: () => name,
    currencies: () => currencies,
    gateway: () => {
      gatewayUrl();
      const { gatewayUrl: baseUrl, merchantId, accountId } = options;
      return { baseUrl, merchantId, accountId, signKeys: signKeys(), profile: profile() };
    },
    issuerHosts: () => parseIssuerHosts(options),
    allowLoopbackIssuer: isSandbox,
    issuing,
    protection: () => parseProtection(options, { account: name, secret: signKeys()[0], isSandbox: isSandbox() }),
  });
}

/** The gateway's records are told apart by account_id, and a currency chooses one account. */
function refuseShared({ name, gateway, currencies }: ParsedAccount, others: readonly ParsedAccount[]): void {
  const twin = others.find((other) => other.gateway.accountId === gateway.accountId);
  if (twin !== undefined) {
    throw toInvalidSettingError(
      `TILLGATE_ACCOUNTS.${name}.account_id`,
      `another one than that of the account ${twin.name}`,
    );
  }
  const rival = others.find((other) => other.currencies.some((code) => currencies.includes(code)));
  if (rival !== undefined) {
    throw toInvalidSettingError(`TILLGATE_ACCOUNTS.${name}.currencies`, `none of those of the account ${rival.name}`);
  }
}

/**
 * Runs the rules of the settings on an account of the file. A setting that the account has itself, or that it lacks and may
 * not inherit, is named as its field.
 */
function namingFields<T>(name: string, own: AccountOptions, work: () => T): T {
  const options = Object.keys(SETTINGS) as (keyof typeof SETTINGS)[];
  const named = options.filter((option) => own[option] !== undefined || NOT_INHERITED.has(option));
  const rename = (text: string): string =>
    named.reduce((renamed, option) => {
      const setting = SETTINGS[option];
      return renamed.replaceAll(new RegExp(`^${setting}(?=:|$)`, 'gm'), () => settingNameOfAccount(name, setting));
    }, text);
  try {
    return work();
  } catch (error) {
    if (!isCheckoutError(error)) throw error;
    const fields = error.fields?.map((field) => ({ ...field, path: rename(field.path) }));
    throw new CheckoutError(error.code, rename(error.message), {
      cause: error,
      ...(fields === undefined ? {} : { fields }),
    });
  }
}
