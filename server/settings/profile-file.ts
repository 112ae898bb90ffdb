import { readFileSync } from 'node:fs';
import type { ProfileOverrides } from '../gateway/profile/index.ts';
import { toInvalidSettingError } from './setting-values.ts';

/**
 * The overrides in a gateway profile's file.
 * @throws CheckoutError `configuration_invalid` naming the setting, if the file is not JSON
 */
export function readProfile(setting: string, file: string | undefined): ProfileOverrides | undefined {
  if (file === undefined) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ProfileOverrides;
  } catch (cause) {
    throw toInvalidSettingError(setting, 'a file that holds JSON', cause);
  }
}
