#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { CheckoutError, isCheckoutError } from '../shared/errors.ts';
import { COMMANDS, type CliCommand, isCommandName, USAGE } from './commands/index.ts';
import { VERSION } from './version.ts';

const ENV_FILE = '--env-file';

/**
 * Sets the variables of the file that `--env-file FILE` names, where they are not set. Returns that file and the other
 * words.
 */
function loadEnvironment(argv: readonly string[]): { envFile?: string; words: readonly string[] } {
  const at = argv.findIndex((word) => word === ENV_FILE || word.startsWith(`${ENV_FILE}=`));
  if (at === -1) return { words: argv };
  const [word = '', next = ''] = argv.slice(at);
  const isPair = word === ENV_FILE;
  const file = isPair ? next : word.slice(ENV_FILE.length + 1);
  if (file === '') throw new CheckoutError('configuration_invalid', `${ENV_FILE}: the name of a file.`);
  process.loadEnvFile(file);
  return { envFile: file, words: [...argv.slice(0, at), ...argv.slice(at + (isPair ? 2 : 1))] };
}

/** Runs one command; returns the exit code, or undefined while something goes on serving. */
async function main(argv: readonly string[]): Promise<number | undefined> {
  const { envFile, words } = loadEnvironment(argv);
  const [name, ...rest] = words;
  if (name === undefined) return say(USAGE, 2);
  if (['--help', '-h', 'help'].includes(name)) return say(USAGE, 0);
  if (['--version', '-v', 'version'].includes(name)) return say(VERSION, 0);
  if (!isCommandName(name)) return callApi(words);
  const command: CliCommand = await COMMANDS[name]();
  const { values, positionals } = parseArgs({
    args: rest,
    options: { help: { type: 'boolean' }, ...command.options },
    strict: true,
    allowPositionals: true,
  });
  if (values['help'] === true) return say(command.usage, 0);
  if (positionals.length !== (command.positionals ?? []).length) return say(command.usage, 2);
  return command.run({ ...values, 'env-file': envFile }, (line) => process.stdout.write(`${line}\n`), positionals);
}

/** A call of the merchant API; its code is loaded only here, so that a server starts without it. */
async function callApi(argv: readonly string[]): Promise<number> {
  const { findCliCall } = await import('./commands/api/calls.ts');
  const found = findCliCall(argv);
  if (found === undefined) return say(`There is no command of that name.\n\n${USAGE}`, 2);
  const { runCliCall } = await import('./commands/api/run-call.ts');
  return runCliCall(found.call, found.rest, {
    environment: process.env,
    print: (line) => process.stdout.write(`${line}\n`),
    printError: (line) => process.stderr.write(`${line}\n`),
    isWatched: process.stderr.isTTY,
  });
}

function say(text: string, code: number): number {
  (code === 0 ? process.stdout : process.stderr).write(`${text}\n`);
  return code;
}

try {
  const code = await main(process.argv.slice(2));
  if (code !== undefined) process.exitCode = code;
} catch (error) {
  // A line for each thing that is wrong; a stack helps only where the fault is ours.
  const known = isCheckoutError(error) || (error instanceof Error && 'code' in error);
  const text = known ? error.message : error instanceof Error ? (error.stack ?? error.message) : 'failed';
  process.stderr.write(`tillgate: ${known ? text.replaceAll('\n', '\ntillgate: ') : text}\n`);
  process.exitCode = 1;
}
