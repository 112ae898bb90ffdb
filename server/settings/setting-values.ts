import { readFileSync } from 'node:fs';
import { CheckoutError } from '../../shared/errors.ts';

/** Readers and parsers of single values. Each throws CheckoutError `configuration_invalid` that names the setting. */

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
  if (value === '') throw toInvalidSettingError(`${name}_FILE`, 'a file that is not empty');
  return value;
}

function readText(setting: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw toInvalidSettingError(setting, 'a file that can be read', cause);
  }
}

/** @throws CheckoutError `configuration_invalid` */
export function parseOnOrOff(name: string, text: string): boolean {
  if (text !== 'on' && text !== 'off') throw toInvalidSettingError(name, 'on or off');
  return text === 'on';
}

/** @throws CheckoutError `configuration_invalid` */
export function parseHttpUrl(name: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (
    url === undefined ||
    !/^https?:$/.test(url.protocol) ||
    url.username !== '' ||
    url.password !== '' ||
    url.search !== '' ||
    url.hash !== ''
  ) {
    throw toInvalidSettingError(name, 'an http or https address without user, query or fragment');
  }
  return url;
}

/** @throws CheckoutError `configuration_invalid` */
export function parseWholeNumber(name: string, text: string, max: number): number {
  const value = Number(text);
  if (!/^\d{1,5}$/.test(text) || value > max) throw toInvalidSettingError(name, `a whole number up to ${String(max)}`);
  return value;
}

/** The non-empty entries of a list, or of a text that separates them by commas. */
export function splitList(value: string | readonly string[] | undefined): string[] {
  const entries = typeof value === 'string' ? value.split(',') : (value ?? []);
  return entries.map((entry) => entry.trim()).filter((entry) => entry !== '');
}

/** The error for an invalid setting: one line with its name and the rule. */
export function toInvalidSettingError(setting: string, rule: string, cause?: unknown): CheckoutError {
  return new CheckoutError('configuration_invalid', `${setting}: ${rule}.`, {
    cause,
    fields: [{ path: setting, code: 'format', rule }],
  });
}
