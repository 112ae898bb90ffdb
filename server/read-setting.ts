import { readFileSync, statSync } from 'node:fs';
import { CheckoutError } from '../shared/errors.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Settings that nobody else may read. */
export const SECRET_SETTINGS = [
  'TILLGATE_SIGN_KEY',
  'TILLGATE_API_KEYS',
  'TILLGATE_ISSUING_SIGN_KEY',
  'TILLGATE_WEBHOOK_SECRET',
  'DATABASE_URL',
] as const;

/** Read and write of group and others. */
const OTHERS = 0o066;

/** Where containers get their secrets: nobody else lives there, and the mode cannot be chosen everywhere. */
const CONTAINER_SECRETS = /^\/(var\/)?run\/secrets\//;

/**
 * The value of a setting; undefined where it is absent or empty. `X_FILE` names a file that holds the value of X.
 * @throws CheckoutError `configuration_invalid` naming the setting whose file cannot be read
 */
export function readSetting(environment: Environment, name: string): string | undefined {
  const direct = environment[name];
  if (direct !== undefined && direct !== '') return direct;
  const file = fileOf(environment, name);
  if (file === undefined) return undefined;
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (cause) {
    const rule = 'a file that can be read';
    throw new CheckoutError('configuration_invalid', `${name}_FILE: ${rule}.`, {
      cause,
      fields: [{ path: `${name}_FILE`, code: 'format', rule }],
    });
  }
}

/** One line for each secret whose file is open to other users of the machine. */
export function findLooseSecrets(environment: Environment): string[] {
  return SECRET_SETTINGS.flatMap((name) => {
    const file = fileOf(environment, name);
    const isUsed = file !== undefined && (environment[name] ?? '') === '';
    if (!isUsed || CONTAINER_SECRETS.test(file) || !isOpen(file)) return [];
    return [`${name}_FILE: others on this machine can use ${file}; chmod 600 keeps it to its owner.`];
  });
}

function fileOf(environment: Environment, name: string): string | undefined {
  const file = environment[`${name}_FILE`];
  return file === undefined || file === '' ? undefined : file;
}

function isOpen(file: string): boolean {
  // Windows knows no such modes.
  if (process.platform === 'win32') return false;
  const { mode = 0 } = statSync(file, { throwIfNoEntry: false }) ?? {};
  return (mode & OTHERS) !== 0;
}
