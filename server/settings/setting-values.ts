import { readFileSync } from 'node:fs';
import { CheckoutError } from '../../shared/errors.ts';

/** Readers of single settings. Each throws CheckoutError `configuration_invalid` that names the setting. */

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The value of X, or of the file that X_FILE names, which must contain one; undefined if neither is set.
 * @throws CheckoutError `configuration_invalid`
 */
export function readSetting(environment: Environment, name: string): string | undefined {
  const direct = environment[name];
  if (direct !== undefined && direct !== '') return direct;
  const file = environment[`${name}_FILE`];
  if (file === undefined || file === '') return undefined;
  const value = readText(`${name}_FILE`, file).trim();
  // An empty file is a secret that is not written yet. Counted as absent, it would send payments to another database.
  if (value === '') throw invalidSetting(`${name}_FILE`, 'a file that is not empty');
  return value;
}

function readText(setting: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw invalidSetting(setting, 'a file that can be read', cause);
  }
}

/** @throws CheckoutError `configuration_invalid` */
export function onOrOff(name: string, text: string): boolean {
  if (text !== 'on' && text !== 'off') throw invalidSetting(name, 'on or off');
  return text === 'on';
}

/** @throws CheckoutError `configuration_invalid` */
export function webAddress(name: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (
    url === undefined ||
    !/^https?:$/.test(url.protocol) ||
    url.username !== '' ||
    url.password !== '' ||
    url.search !== '' ||
    url.hash !== ''
  ) {
    throw invalidSetting(name, 'an http or https address without user, query or fragment');
  }
  return url;
}

/** @throws CheckoutError `configuration_invalid` */
export function wholeNumber(name: string, text: string, max: number): number {
  const value = Number(text);
  if (!/^\d{1,5}$/.test(text) || value > max) throw invalidSetting(name, `a whole number up to ${String(max)}`);
  return value;
}

/** The non-empty entries of a list, or of a text that separates them by commas. */
export function splitList(value: string | readonly string[] | undefined): string[] {
  const entries = typeof value === 'string' ? value.split(',') : (value ?? []);
  return entries.map((entry) => entry.trim()).filter((entry) => entry !== '');
}

/** An object with the key, or an empty one without a value. */
export function optionalProperty<K extends string, V>(key: K, value: V | undefined): Partial<Record<K, V>> {
  return value === undefined ? {} : ({ [key]: value } as Record<K, V>);
}

/** How an operator finds the value of a required setting. */
const NEEDED: Readonly<Record<string, string>> = {
  TILLGATE_PUBLIC_URL: 'the companion’s address as browsers and the gateway reach it',
  TILLGATE_GATEWAY_URL: 'the gateway’s base address, such as https://gateway.example',
  TILLGATE_MERCHANT_ID: 'your merchant ID at the gateway, at most 7 characters',
  TILLGATE_ACCOUNT_ID: 'your account ID at the gateway, at most 10 characters',
  TILLGATE_SIGN_KEY: 'the key for digests that the gateway gave you',
  TILLGATE_API_KEYS: 'key:scope+scope, such as <key>:pay+refund+read; "npx tillgate key" makes a key',
  TILLGATE_OIDC_ISSUER: 'the issuer of your identity provider, such as https://login.example',
  TILLGATE_OIDC_CLIENT_ID: 'the client ID that your identity provider gave you',
  TILLGATE_OIDC_CLIENT_SECRET: 'the client secret that your identity provider gave you',
  TILLGATE_OIDC_ROLES: 'the scopes of each role, such as {"support": "read+refund"}',
  TILLGATE_WEBHOOK_SECRET: 'whsec_ and the base64 of 24 to 64 bytes; "echo whsec_$(openssl rand -base64 32)" makes one',
};

/** The error for missing settings, with one line for each. */
export function missingSettings(settings: readonly string[]): CheckoutError {
  const fields = settings.map((path) => {
    const hint = NEEDED[path];
    return { path, code: 'required' as const, rule: hint === undefined ? 'must be given' : `must be given: ${hint}` };
  });
  return new CheckoutError('configuration_invalid', fields.map(({ path, rule }) => `${path}: ${rule}.`).join('\n'), {
    fields,
  });
}

/** The error for an invalid setting: one line with its name and the rule. */
export function invalidSetting(setting: string, rule: string, cause?: unknown): CheckoutError {
  return new CheckoutError('configuration_invalid', `${setting}: ${rule}.`, {
    cause,
    fields: [{ path: setting, code: 'format', rule }],
  });
}
