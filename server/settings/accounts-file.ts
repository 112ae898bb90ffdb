import * as z from '../../shared/zod.ts';
import { readProfile } from './profile-file.ts';
import type { AccountOptions } from './checkout-server-options.ts';
import { readSettingsFile } from './settings-file.ts';
import { readSetting, type Environment } from './setting-values.ts';

const words = z.optional(z.string());

/** An account of the file; a field has the form of the setting with its name. */
const AccountOfFile = z.strictObject({
  merchant_id: z.string(),
  account_id: z.string(),
  sign_key: words,
  sign_key_file: words,
  currencies: z.optional(z.array(z.string())),
  gateway_url: words,
  issuer_hosts: words,
  profile: words,
  risk_data_off: words,
  limits: words,
  card_testing: words,
  issuing_url: words,
  company_id: words,
  issuing_sign_key: words,
  issuing_sign_key_file: words,
});

interface AccountsOfFile {
  accounts: Record<string, AccountOptions>;
  /** The file itself if it holds a key, and the files of keys. */
  secretFiles: string[];
}

/**
 * Reads the file that TILLGATE_ACCOUNTS names; undefined without one.
 * @throws CheckoutError `configuration_invalid` with one line for each field that is wrong
 */
export function readAccounts(environment: Environment): AccountsOfFile | undefined {
  const read = readSettingsFile(environment, 'TILLGATE_ACCOUNTS', AccountOfFile);
  if (read === undefined) return undefined;
  const accounts = Object.fromEntries(
    Object.entries(read.entries).map(([name, account]) => [name, toOptions(name, account)]),
  );
  const entries = Object.values(read.entries);
  const holdsKey = entries.some(({ sign_key: own, issuing_sign_key: issuing }) => Boolean(own) || Boolean(issuing));
  const keyFiles = entries.flatMap((entry) => [entry.sign_key_file ?? [], entry.issuing_sign_key_file ?? []].flat());
  return { accounts, secretFiles: [...(holdsKey ? [read.file] : []), ...keyFiles] };
}

function toOptions(name: string, account: z.infer<typeof AccountOfFile>): AccountOptions {
  const at = (field: string): string => `TILLGATE_ACCOUNTS.${name}.${field}`;
  const keyOf = (field: 'sign_key' | 'issuing_sign_key'): string | undefined => {
    const file = `${field}_file` as const;
    return readSetting({ [at(field)]: account[field], [`${at(field)}_FILE`]: account[file] }, at(field));
  };
  const { merchant_id: merchantId, account_id: accountId, currencies, profile, ...rest } = account;
  return {
    merchantId,
    accountId,
    signKey: keyOf('sign_key') ?? '',
    currencies,
    gatewayUrl: rest.gateway_url,
    issuerHosts: rest.issuer_hosts,
    profile: readProfile(at('profile'), profile),
    riskDataOff: rest.risk_data_off,
    limits: rest.limits,
    cardTesting: rest.card_testing,
    issuingUrl: rest.issuing_url,
    companyId: rest.company_id,
    issuingSignKey: keyOf('issuing_sign_key'),
  };
}
