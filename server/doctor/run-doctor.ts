import { DEFAULT_ACCOUNT_NAME } from '../../shared/contract/account-name.ts';
import { type Environment, type ParsedOptions, readDatabaseSettings } from '../settings/index.ts';
import { checkAllowedOrigins, checkCompanion, checkPublicAddress } from './check-addresses.ts';
import { checkClock } from './check-clock.ts';
import { checkDatabase } from './check-database.ts';
import { checkGateway } from './check-gateway.ts';
import { checkShopPage } from './check-page.ts';
import { checkSettings } from './check-settings.ts';
import { checkWebhooks } from './check-webhooks.ts';
import { type Finding, skipped } from './finding.ts';

export interface DoctorOptions {
  environment: Environment;
  /** The file of settings that `--env-file` named. */
  envFile?: string | undefined;
  /** The address of a page of the shop that has the element. */
  page?: string | undefined;
  /** Whether test events are sent to the webhook endpoint. */
  sendsWebhook?: boolean;
  /** Clock in ms since the epoch. */
  now?: () => number;
}

/** Runs every check; without valid settings only that of the settings. Moves no money and changes no settings. */
export async function runDoctor({
  environment,
  envFile,
  page,
  sendsWebhook = false,
  now = Date.now,
}: DoctorOptions): Promise<Finding[]> {
  const { findings, parsed } = checkSettings(environment, envFile);
  if (parsed === undefined) return findings;
  const companion = await checkCompanion(parsed.publicUrl);
  const database = await checkDatabase(readDatabaseSettings(environment));
  const gateways = [];
  for (const account of parsed.accounts) gateways.push(await checkGateway(account));
  const visits = gateways.map(({ visit }, index) => [gatewayOf(parsed.accounts[index]?.name), visit] as const);
  return [
    ...findings,
    checkPublicAddress(parsed),
    companion.finding,
    checkAllowedOrigins(parsed.allowedOrigins),
    ...database,
    ...gateways.flatMap(({ findings: own }) => own),
    checkClock({ ...Object.fromEntries(visits), 'the companion': companion.visit }, now),
    ...(await checkWebhooks(parsed.webhooks, { sends: sendsWebhook, now })),
    ...(page === undefined
      ? [skipped('page', 'no page was given: run with --page and the address of your checkout')]
      : await checkShopPage(page, { ...parsed, issuerHosts: issuerHostsOf(parsed) })),
  ];
}

function gatewayOf(account: string | undefined): string {
  return account === DEFAULT_ACCOUNT_NAME ? 'the gateway' : `the gateway of ${String(account)}`;
}

function issuerHostsOf({ accounts }: Pick<ParsedOptions, 'accounts'>): string[] {
  return [...new Set(accounts.flatMap(({ issuerHosts }) => issuerHosts))];
}
