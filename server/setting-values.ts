import { readFileSync } from 'node:fs';
import { CheckoutError } from '../shared/errors.ts';

/** Readers of single settings. Each throws CheckoutError `configuration_invalid` that names the setting. */

export type Environment = Readonly<Record<string, string | undefined>>;

/** The value of X, or of the file that X_FILE names, which has to hold one; undefined where neither is set. */
export function readSetting(environment: Environment, name: string): string | undefined {
  const direct = environment[name];
  if (direct !== undefined && direct !== '') return direct;
  const file = environment[`${name}_FILE`];
  if (file === undefined || file === '') return undefined;
  const value = readText(`${name}_FILE`, file).trim();
  // A secret that is not there yet: taken for a setting left out, it would have payments go into another database.
  if (value === '') throw wrong(`${name}_FILE`, 'a file that is not empty');
  return value;
}

function readText(setting: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw wrong(setting, 'a file that can be read', cause);
  }
}

export function onOrOff(name: string, text: string): boolean {
  if (text !== 'on' && text !== 'off') throw wrong(name, 'on or off');
  return text === 'on';
}

export function webAddress(name: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (
    url === undefined ||
    !/^https?:$/.test(url.protocol) ||
    url.username !== '' ||
    url.search !== '' ||
    url.hash !== ''
  ) {
    throw wrong(name, 'an http or https address without user, query or fragment');
  }
  return url;
}

export function wholeNumber(name: string, text: string, max: number): number {
  const value = Number(text);
  if (!/^\d{1,5}$/.test(text) || value > max) throw wrong(name, `a whole number up to ${String(max)}`);
  return value;
}

/** Entries of a list, or of a text that separates them by commas, without the empty ones. */
export function listOf(value: string | readonly string[] | undefined): string[] {
  const entries = typeof value === 'string' ? value.split(',') : (value ?? []);
  return entries.map((entry) => entry.trim()).filter((entry) => entry !== '');
}

/** An object with the key only where there is a value. */
export function optional<K extends string, V>(key: K, value: V | undefined): Partial<Record<K, V>> {
  return value === undefined ? {} : ({ [key]: value } as Record<K, V>);
}

/** The error that stops the start: one line that names the setting and says what it should be. */
export function wrong(setting: string, rule: string, cause?: unknown): CheckoutError {
  return new CheckoutError('configuration_invalid', `${setting}: ${rule}.`, {
    cause,
    fields: [{ path: setting, code: rule === 'must be given' ? 'required' : 'format', rule }],
  });
}
