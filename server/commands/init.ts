import { createInterface } from 'node:readline/promises';
import { CheckoutError } from '../../shared/errors.ts';
import { type Framework, FRAMEWORKS, initProject, isFramework } from '../init/index.ts';
import type { CliCommand } from './command.ts';

const NAMES = Object.keys(FRAMEWORKS).join(', ');

export const initCommand: CliCommand = {
  usage: `tillgate init [--framework NAME] [--dir FOLDER] [--force]

  Writes .env with new keys and the credentials of the sandbox, compose.yaml, and a shop of a few lines: session, page with
  the element, webhook. Frameworks: ${NAMES}. Without --framework it asks, at a terminal.
  Files that are there stay, and then nothing is written; --force overwrites them.`,
  options: { framework: { type: 'string' }, dir: { type: 'string' }, force: { type: 'boolean' } },
  async run(values, print) {
    const given = { framework: textOf(values['framework']), folder: textOf(values['dir']) };
    const { framework, folder } = given.framework === undefined ? await ask(given.folder) : given;
    const { SANDBOX_CREDENTIALS } = await import('../sandbox/index.ts');
    const project = { framework: toFramework(framework), folder: folder ?? '.' };
    const files = initProject({ ...project, overwrites: values['force'] === true, gateway: SANDBOX_CREDENTIALS });
    for (const line of describe(project, files)) print(line);
    return 0;
  },
};

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function toFramework(name = ''): Framework {
  if (isFramework(name)) return name;
  throw new CheckoutError('configuration_invalid', `--framework: one of ${NAMES}.`);
}

async function ask(folder: string | undefined): Promise<{ framework: string | undefined; folder: string | undefined }> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return { framework: undefined, folder };
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const framework = (await terminal.question(`Framework (${NAMES}) [node]: `)).trim() || 'node';
    return { framework, folder: folder ?? ((await terminal.question('Folder [.]: ')).trim() || '.') };
  } finally {
    terminal.close();
  }
}

/** What was written, and the commands that come next. */
function describe({ framework, folder }: { framework: Framework; folder: string }, files: readonly string[]): string[] {
  const { packages, start } = FRAMEWORKS[framework];
  const commands = [
    ...(folder === '.' ? [] : [`cd ${folder}`]),
    ...(packages.length === 0 ? [] : [`npm install ${packages.join(' ')}`]),
    'npx --no -- tillgate sandbox',
    'npx --no -- tillgate serve --env-file .env',
    start,
  ];
  return [
    `written to ${folder}: ${files.join(', ')}`,
    'next, each server in a terminal of its own:',
    ...commands.map((command) => `  ${command}`),
    'then open http://localhost:3000',
  ];
}
