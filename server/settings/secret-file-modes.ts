import { readFileSync, statSync } from 'node:fs';
import { parseEnv } from 'node:util';
import type { Environment } from './setting-values.ts';

/** Settings that other users must not read. */
export const SECRET_SETTINGS = [
  'TILLGATE_SIGN_KEY',
  'TILLGATE_API_KEYS',
  'TILLGATE_ISSUING_SIGN_KEY',
  'TILLGATE_WEBHOOK_SECRET',
  'TILLGATE_OIDC_CLIENT_SECRET',
  'DATABASE_URL',
] as const;

/** Read and write permissions of group and others. */
const OTHERS = 0o066;

/** Where containers get their secrets: a container has no other users, and the mode cannot be set everywhere. */
const CONTAINER_SECRETS = /^\/(var\/)?run\/secrets\//;

/**
 * One line for each secret in a file that other users of the machine can read.
 * @param named further files with secrets, each with the setting that names it
 */
export function findSecretsReadableByOthers(
  environment: Environment,
  named: readonly (readonly [setting: string, file: string])[] = [],
): string[] {
  const used = SECRET_SETTINGS.flatMap((name): [setting: string, file: string][] => {
    const file = fileOf(environment, name);
    return file !== undefined && (environment[name] ?? '') === '' ? [[`${name}_FILE`, file]] : [];
  });
  const files = [...used, ...named];
  return files
    .filter(([, file]) => !CONTAINER_SECRETS.test(file) && isOpen(file))
    .map(([name, file]) => `${name}: others on this machine can use ${file}; chmod 600 keeps it to its owner.`);
}

/** Whether a file of settings gives a secret its value. */
export function hasSecretSettings(envFile: string): boolean {
  // A pipe has been read already, and has no mode that others could use.
  if (statSync(envFile, { throwIfNoEntry: false })?.isFile() !== true) return false;
  const given = parseEnv(readFileSync(envFile, 'utf8'));
  return SECRET_SETTINGS.some((name) => (given[name] ?? '') !== '');
}

function fileOf(environment: Environment, name: string): string | undefined {
  const file = environment[`${name}_FILE`];
  return file === undefined || file === '' ? undefined : file;
}

function isOpen(file: string): boolean {
  // Windows has no such modes.
  if (process.platform === 'win32') return false;
  const { mode = 0 } = statSync(file, { throwIfNoEntry: false }) ?? {};
  return (mode & OTHERS) !== 0;
}
