import { isLoopback } from '../network/index.ts';
import { LOG_LEVELS, type LogLevel } from '../observability/index.ts';
import type { StoreOptions } from '../store/open-store.ts';
import type { CheckoutServerOptions } from './checkout-server-options.ts';
import { createProblemCollector } from './collect-problems.ts';
import { readAccounts } from './accounts-file.ts';
import { readWebhooksFile } from './webhooks-file.ts';
import { parseOptions } from './parse-options.ts';
import { readProfile } from './profile-file.ts';
import { findSecretsReadableByOthers, hasSecretSettings } from './secret-file-modes.ts';
import { readRetentionSettings } from './retention.ts';
import {
  toInvalidSettingError,
  parseOnOrOff,
  readSetting,
  parseWholeNumber,
  type Environment,
} from './setting-values.ts';
import { trackReadSettings } from './unknown-settings.ts';

/**
 * The database of a command, and whether the command may migrate it.
 * @throws CheckoutError `configuration_invalid`
 */
export function readDatabaseSettings(environment: Environment): StoreOptions & { dataDir: string } {
  return {
    databaseUrl: readSetting(environment, 'DATABASE_URL'),
    dataDir: readSetting(environment, 'TILLGATE_DATA_DIR') ?? './tillgate-data',
    migrates: readMigrates(environment),
    accountId: readSetting(environment, 'TILLGATE_ACCOUNT_ID'),
  };
}

function readMigrates(environment: Environment): boolean {
  return parseOnOrOff('TILLGATE_MIGRATE', readSetting(environment, 'TILLGATE_MIGRATE') ?? 'on');
}

/** The settings of `tillgate serve` besides the server's options. */
export interface ServeSettings {
  options: CheckoutServerOptions;
  port: number;
  host: string;
  /** How long it continues to serve after SIGTERM, in ms, so load balancers notice. */
  drainDelay: number;
  /** The time limit of the whole shutdown, in ms. */
  drainLimit: number;
  /** Warnings about secrets that other users can read. */
  warnings: readonly string[];
  /** The names of given settings that nothing reads, such as a misspelt one. */
  unknown: readonly string[];
}

/**
 * Reads the settings of `tillgate serve`. `X_FILE` names a file with the value of X.
 * @param envFile the file that `--env-file` named, whose secrets are in the environment
 * @throws CheckoutError `configuration_invalid` with one line for each setting that is missing or wrong
 */
export function readServeSettings(given: Environment, envFile?: string): ServeSettings {
  const { environment, findUnknown } = trackReadSettings(given);
  const { attempt, refuse } = createProblemCollector();
  const get = (name: string): string | undefined => attempt(() => readSetting(environment, name));
  // Missing settings are refused with the others.
  const need = (name: string): string => get(name) ?? '';
  const flag = (name: string, otherwise: 'on' | 'off'): boolean | undefined =>
    attempt(() => parseOnOrOff(name, get(name) ?? otherwise));
  const number = (name: string, otherwise: string, max: number): number =>
    attempt(() => parseWholeNumber(name, get(name) ?? otherwise, max)) ?? 0;
  const publicUrl = get('TILLGATE_PUBLIC_URL');
  const port = number('PORT', portOfLocalUrl(publicUrl) ?? '8787', 65_535);
  const host = get('HOST') ?? '0.0.0.0';
  const ofFile = attempt(() => readAccounts(environment));
  const webhooksOfFile = attempt(() => readWebhooksFile(environment));
  const options: CheckoutServerOptions = {
    publicUrl: publicUrl ?? `http://localhost:${String(port)}`,
    gatewayUrl: need('TILLGATE_GATEWAY_URL'),
    merchantId: need('TILLGATE_MERCHANT_ID'),
    accountId: need('TILLGATE_ACCOUNT_ID'),
    signKey: need('TILLGATE_SIGN_KEY'),
    apiKeys: need('TILLGATE_API_KEYS'),
    allowedOrigins: get('TILLGATE_ALLOWED_ORIGINS') ?? '',
    databaseUrl: get('DATABASE_URL'),
    dataDir: get('TILLGATE_DATA_DIR'),
    shopName: get('TILLGATE_SHOP_NAME'),
    shopLogo: get('TILLGATE_SHOP_LOGO'),
    shopLinks: get('TILLGATE_SHOP_LINKS'),
    theme: get('TILLGATE_THEME'),
    trustProxy: number('TILLGATE_TRUST_PROXY', '0', 20),
    issuingUrl: get('TILLGATE_ISSUING_URL'),
    companyId: get('TILLGATE_COMPANY_ID'),
    issuingSignKey: get('TILLGATE_ISSUING_SIGN_KEY'),
    webhookUrl: get('TILLGATE_WEBHOOK_URL'),
    webhookSecret: get('TILLGATE_WEBHOOK_SECRET'),
    webhooks: webhooksOfFile?.webhooks,
    riskUpdates: flag('TILLGATE_RISK_UPDATES', 'on'),
    ordersOnce: flag('TILLGATE_ORDERS_ONCE', 'off'),
    console: flag('TILLGATE_CONSOLE', 'on'),
    consoleKeys: flag('TILLGATE_CONSOLE_KEYS', 'on'),
    oidcIssuer: get('TILLGATE_OIDC_ISSUER'),
    oidcClientId: get('TILLGATE_OIDC_CLIENT_ID'),
    oidcClientSecret: get('TILLGATE_OIDC_CLIENT_SECRET'),
    oidcRoles: get('TILLGATE_OIDC_ROLES'),
    oidcRolesClaim: get('TILLGATE_OIDC_ROLES_CLAIM'),
    oidcName: get('TILLGATE_OIDC_NAME'),
    priceList: get('TILLGATE_PRICE_LIST'),
    limits: get('TILLGATE_LIMITS'),
    cardTesting: get('TILLGATE_CARD_TESTING'),
    migrate: attempt(() => readMigrates(environment)),
    ...attempt(() => readRetentionSettings(environment)),
    logLevel: attempt(() => readLogLevel(get('LOG_LEVEL') ?? 'info')),
    riskDataOff: get('TILLGATE_RISK_DATA_OFF'),
    issuerHosts: get('TILLGATE_ISSUER_HOSTS'),
    profile: attempt(() => readProfile('TILLGATE_PROFILE', get('TILLGATE_PROFILE'))),
    accounts: ofFile?.accounts,
  };
  attempt(() => parseOptions(options));
  const drainDelay = number('TILLGATE_DRAIN_DELAY', '5', 3_600) * 1_000;
  const drainLimit = number('TILLGATE_DRAIN_LIMIT', '75', 3_600) * 1_000;
  if (drainLimit < drainDelay) {
    attempt(() => {
      throw toInvalidSettingError('TILLGATE_DRAIN_LIMIT', 'not less than TILLGATE_DRAIN_DELAY');
    });
  }
  refuse();
  const warnings = findSecretsReadableByOthers(environment, [
    ...(ofFile?.secretFiles ?? []).map((file) => ['TILLGATE_ACCOUNTS', file] as const),
    ...(webhooksOfFile?.secretFiles ?? []).map((file) => ['TILLGATE_WEBHOOKS', file] as const),
    ...(envFile !== undefined && hasSecretSettings(envFile) ? [['--env-file', envFile] as const] : []),
  ]);
  return { options, port, host, drainDelay, drainLimit, warnings, unknown: findUnknown() };
}

/** The port of a public URL that names this machine, without a proxy before it. */
function portOfLocalUrl(publicUrl: string | undefined): string | undefined {
  if (publicUrl === undefined || !URL.canParse(publicUrl)) return undefined;
  const { protocol, hostname, port } = new URL(publicUrl);
  return protocol === 'http:' && isLoopback(hostname) && port !== '' ? port : undefined;
}

function readLogLevel(text: string): LogLevel {
  const level = LOG_LEVELS.find((known) => known === text);
  if (level === undefined) throw toInvalidSettingError('LOG_LEVEL', `one of ${LOG_LEVELS.join(', ')}`);
  return level;
}
