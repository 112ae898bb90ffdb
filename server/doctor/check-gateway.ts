import { randomBytes } from 'node:crypto';
import { createAcquiringClient } from '../gateway/acquiring-client.ts';
import { settingNameOfAccount, type ParsedAccount } from '../settings/index.ts';
import { failed, type Finding, ok, skipped, warning } from './finding.ts';
import { type ProbeResult, probeUrl } from './probe-url.ts';

/**
 * Connects to the gateway, then queries a transaction that does not exist: the gateway verifies the query's digest and
 * moves no money.
 */
export async function checkGateway({
  name,
  gateway: options,
}: Pick<ParsedAccount, 'name' | 'gateway'>): Promise<{ findings: Finding[]; visit: ProbeResult }> {
  const { baseUrl } = options;
  const settingOf = (setting: string): string => settingNameOfAccount(name, setting);
  const visit = await probeUrl(baseUrl);
  if (visit.kind === 'unreachable') {
    const findings = [
      failed(
        'gateway',
        `${baseUrl}: ${visit.reason}`,
        `Check ${settingOf('TILLGATE_GATEWAY_URL')}, and that a firewall lets this machine out.`,
      ),
      skipped('gateway_credentials', 'the gateway cannot be reached'),
    ];
    return { visit, findings };
  }
  const credentials = await checkCredentials(options, settingOf);
  return { visit, findings: [ok('gateway', `${baseUrl} answers`), credentials] };
}

async function checkCredentials(
  options: ParsedAccount['gateway'],
  settingOf: (setting: string) => string,
): Promise<Finding> {
  const client = createAcquiringClient(options);
  const { merchantId, accountId } = options;
  const [sign, merchant, own] = [
    settingOf('TILLGATE_SIGN_KEY'),
    settingOf('TILLGATE_MERCHANT_ID'),
    settingOf('TILLGATE_ACCOUNT_ID'),
  ];
  const account = `merchant ${merchantId}, account ${accountId}`;
  try {
    const answer = await client.queryTransactions({ trades: [`doctor${randomBytes(6).toString('hex')}-00000`] });
    if (answer.kind === 'completed') return ok('gateway_credentials', `the gateway accepts a query of ${account}`);
    const { outcome, reason } = answer;
    if (outcome === 'misconfigured') {
      return failed(
        'gateway_credentials',
        `the gateway refuses the credentials of ${account}: ${reason}`,
        `Check ${sign}, ${merchant} and ${own}, and that they belong to this address.`,
      );
    }
    if (outcome === 'refused') {
      return warning(
        'gateway_credentials',
        `the gateway refuses a query of ${account}: ${reason}`,
        'Ask your acquirer for the meaning of the code. If it means the credentials, add it to configuration_codes of the profile.',
      );
    }
    return failed(
      'gateway_credentials',
      `the query of ${account} got no usable answer: ${reason}`,
      `Check the path in ${settingOf('TILLGATE_GATEWAY_URL')}, and operations.retrievalTrans of the profile.`,
    );
  } finally {
    await client.close();
  }
}
