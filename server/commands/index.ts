import { backupCommand } from './backup.ts';
import type { CliCommand } from './command.ts';
import { demoCommand } from './demo.ts';
import { doctorCommand } from './doctor.ts';
import { initCommand } from './init.ts';
import { keyCommand } from './key.ts';
import { migrateCommand } from './migrate.ts';
import { pruneCommand } from './prune.ts';
import { recoverCommand } from './recover.ts';
import { restoreCommand } from './restore.ts';
import { sandboxCommand } from './sandbox.ts';
import { serveCommand } from './serve.ts';

export type { CliCommand } from './command.ts';
export { USAGE } from './usage.ts';

/**
 * The commands of the `tillgate` program, except for calls of the merchant API.
 * Those are in `api/`, which `cli.ts` loads when it needs them.
 */
export const COMMANDS = {
  init: initCommand,
  demo: demoCommand,
  serve: serveCommand,
  sandbox: sandboxCommand,
  doctor: doctorCommand,
  key: keyCommand,
  migrate: migrateCommand,
  prune: pruneCommand,
  backup: backupCommand,
  restore: restoreCommand,
  recover: recoverCommand,
} as const satisfies Record<string, CliCommand>;

export function isCommandName(name: string): name is keyof typeof COMMANDS {
  return Object.hasOwn(COMMANDS, name);
}
