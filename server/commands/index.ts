import { limitHeapDuringStart } from '../heap-growth.ts';
import type { CliCommand } from './command.ts';

export type { CliCommand } from './command.ts';
export { USAGE } from './usage.ts';

/**
 * Loads a command of the `tillgate` program, except for calls of the merchant API: those are in `api/`, which `cli.ts`
 * loads when it needs them. Each is loaded alone, so that a start reads only the code that it runs.
 */
export const COMMANDS = {
  init: async () => (await import('./init.ts')).initCommand,
  demo: async () => (await import('./demo.ts')).demoCommand,
  serve: async () => {
    limitHeapDuringStart();
    return (await import('./serve.ts')).serveCommand;
  },
  sandbox: async () => (await import('./sandbox.ts')).sandboxCommand,
  doctor: async () => (await import('./doctor.ts')).doctorCommand,
  key: async () => (await import('./key.ts')).keyCommand,
  migrate: async () => (await import('./migrate.ts')).migrateCommand,
  prune: async () => (await import('./prune.ts')).pruneCommand,
  backup: async () => (await import('./backup.ts')).backupCommand,
  restore: async () => (await import('./restore.ts')).restoreCommand,
  recover: async () => (await import('./recover.ts')).recoverCommand,
} as const satisfies Record<string, () => Promise<CliCommand>>;

export function isCommandName(name: string): name is keyof typeof COMMANDS {
  return Object.hasOwn(COMMANDS, name);
}
