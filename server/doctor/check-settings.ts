import { isCheckoutError } from '../../shared/errors.ts';
import {
  isPublishedSecret,
  parseApiKeys,
  parseOptions,
  type Environment,
  type ParsedAccount,
  type ParsedOptions,
  readServeSettings,
  type ServeSettings,
  settingNameOfAccount,
} from '../settings/index.ts';
import { failed, type Finding, ok, warning } from './finding.ts';

type ApiKeyEntries = ReturnType<typeof parseApiKeys>;

/** One finding for each setting that is missing or wrong, or the settings with what is noteworthy about them. */
export function checkSettings(
  environment: Environment,
  envFile?: string,
): { findings: Finding[]; parsed: ParsedOptions | undefined } {
  try {
    const settings = readServeSettings(environment, envFile);
    const parsed = parseOptions(settings.options);
    return { findings: describeSettings(settings, parsed, environment['TILLGATE_API_KEY']), parsed };
  } catch (error) {
    if (!isCheckoutError(error) || error.code !== 'configuration_invalid') throw error;
    const advice = 'Correct the setting: server/docs/settings.md lists each.';
    return {
      findings: error.message.split('\n').map((line) => failed('settings', line, advice)),
      parsed: undefined,
    };
  }
}

function describeSettings(
  { unknown, warnings, options }: ServeSettings,
  { accounts }: ParsedOptions,
  shopKey: string | undefined,
): Finding[] {
  const entries = parseApiKeys(
    options.apiKeys,
    accounts.map(({ name }) => name),
  );
  return [
    ok('settings', 'every setting has a valid value'),
    unknown.length === 0
      ? ok('settings_unknown', 'each TILLGATE_ variable is a setting')
      : warning(
          'settings_unknown',
          `no setting has this name: ${unknown.join(', ')}`,
          'Check the spelling, or remove it.',
        ),
    warnings.length === 0
      ? ok('secrets_readable', 'no file of a secret is readable for other users')
      : warning('secrets_readable', warnings.join(' '), 'Run chmod 600 on the file.'),
    checkApiKeys(entries),
    ...(shopKey === undefined ? [] : [checkShopKey(shopKey, entries)]),
    ...accounts.map(checkSignKeys),
  ];
}

function checkSignKeys({ name, gateway: { signKeys } }: ParsedAccount): Finding {
  const setting = settingNameOfAccount(name, 'TILLGATE_SIGN_KEY');
  return signKeys.some(isPublishedSecret)
    ? warning(
        'sign_key',
        `${setting} has the key of the sandbox, which everybody knows`,
        'Set the key that your acquirer gave you before you go live.',
      )
    : ok('sign_key', `${setting}: ${count(signKeys.length, 'sign key')}, none of them published`);
}

/** Weak keys are refused as a setting. */
function checkApiKeys(entries: ApiKeyEntries): Finding {
  const scopes = entries.map((entry) => entry.scopes.join('+')).join(', ');
  const isPublished = entries.some(({ key }) => isPublishedSecret(key));
  if (!isPublished) return ok('api_keys', `${count(entries.length, 'API key')} of sufficient strength: ${scopes}`);
  return warning(
    'api_keys',
    'TILLGATE_API_KEYS has the key of the demo, which everybody knows',
    'Make a key with `npx tillgate key --scopes pay+refund+read`.',
  );
}

/** The key that the shop and the commands send, where the same environment has it. */
function checkShopKey(key: string, entries: ApiKeyEntries): Finding {
  if (entries.some((entry) => entry.key === key)) {
    return ok('shop_api_key', 'TILLGATE_API_KEY is one of TILLGATE_API_KEYS');
  }
  const advice = 'Copy the part of an entry before its scopes, without the colon, and restart the shop.';
  return failed('shop_api_key', 'TILLGATE_API_KEY is not one of TILLGATE_API_KEYS', advice);
}

function count(number: number, what: string): string {
  return `${String(number)} ${what}${number === 1 ? '' : 's'}`;
}
