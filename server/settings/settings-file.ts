import { readFileSync } from 'node:fs';
import * as z from '../../shared/zod.ts';
import { CheckoutError, isCheckoutError } from '../../shared/errors.ts';
import { toFieldErrors } from '../../shared/field-errors.ts';
import { parseStrictJson } from '../http/index.ts';
import { readSetting, toInvalidSettingError, type Environment } from './setting-values.ts';

/** A JSON file of entries by their names, such as those of accounts or of webhook endpoints. */
interface SettingsFile<Entry> {
  file: string;
  entries: Record<string, Entry>;
}

/**
 * Reads the file that a setting names; undefined without one.
 * @throws CheckoutError `configuration_invalid` with one line for each field that is wrong, by its path in the file
 */
export function readSettingsFile<Entry>(
  environment: Environment,
  setting: string,
  entry: z.ZodMiniType<Entry>,
): SettingsFile<Entry> | undefined {
  const file = readSetting(environment, setting);
  if (file === undefined) return undefined;
  const given = readJson(setting, file);
  const parsed = z.record(z.string(), entry).safeParse(given);
  if (parsed.success) return { file, entries: parsed.data };
  const fields = toFieldErrors(parsed.error, given).map((fault) => ({ ...fault, path: `${setting}.${fault.path}` }));
  const lines = fields.map(({ path, rule }) => `${path}: ${rule}.`);
  throw new CheckoutError('configuration_invalid', lines.join('\n'), { fields });
}

function readJson(setting: string, file: string): unknown {
  try {
    return parseStrictJson(readFileSync(file, 'utf8'));
  } catch (cause) {
    const isDouble = isCheckoutError(cause) && cause.code === 'duplicate_key';
    throw toInvalidSettingError(
      setting,
      isDouble ? 'a file that names each field once' : 'a file that holds JSON',
      cause,
    );
  }
}
