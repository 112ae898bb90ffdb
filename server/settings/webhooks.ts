import { AccountName, DEFAULT_ACCOUNT_NAME } from '../../shared/contract/account-name.ts';
import { WEBHOOK_EVENT_TYPES, type WebhookEventType } from '../webhooks/event-data.ts';
import type { WebhookEndpoint } from '../webhooks/endpoint.ts';
import { createStandardWebhook } from '../webhooks/sign.ts';
import { isAllowedWebhookUrl, WEBHOOK_URL_RULE_TEXT } from '../webhooks/target-url.ts';
import type { CheckoutServerOptions, WebhookEndpointOptions } from './checkout-server-options.ts';
import { createProblemCollector } from './collect-problems.ts';
import { toInvalidSettingError, splitList } from './setting-values.ts';

/** The name of the endpoint of TILLGATE_WEBHOOK_URL. */
const DEFAULT_ENDPOINT = 'default';

/** More would wait for each other's host lookups. */
const MOST_ENDPOINTS = 10;

/**
 * The webhook endpoints: that of TILLGATE_WEBHOOK_URL, `default`, and those of the file after it.
 * @throws CheckoutError `configuration_invalid`
 */
export function parseWebhookEndpoints(options: CheckoutServerOptions): WebhookEndpoint[] {
  const { attempt, refuse } = createProblemCollector();
  // An address without a secret is refused as a missing setting, because its events could not be verified.
  const { webhookUrl: url, webhookSecret: secret, webhooks = {}, accounts = {} } = options;
  const first =
    url === undefined
      ? undefined
      : attempt(() => parseEndpoint(DEFAULT_ENDPOINT, { url, secret: secret ?? [] }, (field) => SETTINGS[field]));
  const others = Object.entries(webhooks).flatMap(([name, given]) => {
    const at = (field: string): string => `TILLGATE_WEBHOOKS.${name}${field === '' ? '' : `.${field}`}`;
    return attempt(() => parseNamedEndpoint(name, given, at, [DEFAULT_ACCOUNT_NAME, ...Object.keys(accounts)])) ?? [];
  });
  const endpoints = [...(first === undefined ? [] : [first]), ...others];
  attempt(() => {
    if (endpoints.length > MOST_ENDPOINTS)
      throw toInvalidSettingError('TILLGATE_WEBHOOKS', `at most ${String(MOST_ENDPOINTS)} endpoints`);
  });
  refuse();
  return endpoints;
}

const SETTINGS: Readonly<Record<string, string>> = {
  url: 'TILLGATE_WEBHOOK_URL',
  secret: 'TILLGATE_WEBHOOK_SECRET',
};

type PathOf = (field: string) => string | undefined;

function parseNamedEndpoint(
  name: string,
  given: WebhookEndpointOptions,
  at: PathOf,
  known: readonly string[],
): WebhookEndpoint {
  if (name === DEFAULT_ENDPOINT || !AccountName.safeParse(name).success) {
    throw refusal(at, '', 'a name of at most 32 lower-case letters, digits, _ and -, other than default');
  }
  const { events, accounts } = given;
  if (splitList(given.secret).length === 0) throw refusal(at, 'secret', 'a secret, because events are signed');
  if (events?.length === 0) throw refusal(at, 'events', 'at least one event, or absent for all');
  const unknown = events?.find((event) => !WEBHOOK_EVENT_TYPES.includes(event as WebhookEventType));
  if (unknown !== undefined) throw refusal(at, 'events', `a list of ${WEBHOOK_EVENT_TYPES.join(', ')}`);
  if (accounts?.length === 0) throw refusal(at, 'accounts', 'at least one account, or absent for all');
  if (accounts !== undefined && !accounts.every((account) => known.includes(account))) {
    throw refusal(at, 'accounts', `a list of ${known.join(', ')}`);
  }
  return {
    ...parseEndpoint(name, given, at),
    ...(events === undefined ? {} : { events: events as WebhookEventType[] }),
    ...(accounts === undefined ? {} : { accounts }),
  };
}

function parseEndpoint(name: string, { url, secret }: WebhookEndpointOptions, at: PathOf): WebhookEndpoint {
  const secrets = splitList(secret);
  if (!isAllowedWebhookUrl(url)) throw refusal(at, 'url', WEBHOOK_URL_RULE_TEXT);
  for (const text of secrets) {
    try {
      createStandardWebhook(text);
    } catch (cause) {
      const rule = 'whsec_ and the base64 of 24 to 64 bytes, several separated by commas';
      throw refusal(at, 'secret', rule, cause);
    }
  }
  return { name, url, secrets };
}

function refusal(at: PathOf, field: string, rule: string, cause?: unknown): Error {
  return toInvalidSettingError(at(field) ?? field, rule, cause);
}
