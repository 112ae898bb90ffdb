import { createInterface } from 'node:readline/promises';
import { CheckoutError } from '../../shared/errors.ts';
import {
  DEFAULT_PORTS,
  type Framework,
  FRAMEWORKS,
  initProject,
  isFramework,
  type ProjectPorts,
} from '../init/index.ts';
import type { CliCommand } from './command.ts';

const NAMES = Object.keys(FRAMEWORKS).join(', ');

export const initCommand: CliCommand = {
  usage: `tillgate init [--framework NAME] [--dir FOLDER] [--port 8787] [--shop-port 3000] [--gateway-port 4002] [--force]

  Writes .env with new keys and the credentials of the sandbox, compose.yaml, and a shop of a few lines: session, page with
  the element, webhook. Frameworks: ${NAMES}. Without --framework it asks, at a terminal.
  --port is the companion's, --shop-port the shop's, --gateway-port the sandbox's.
  Files that are there stay, and then nothing is written; --force overwrites them.`,
  options: {
    framework: { type: 'string' },
    dir: { type: 'string' },
    port: { type: 'string' },
    'shop-port': { type: 'string' },
    'gateway-port': { type: 'string' },
    force: { type: 'boolean' },
  },
  async run(values, print) {
    const given = { framework: textOf(values['framework']), folder: textOf(values['dir']) };
    const ports = readPorts(values);
    const { framework, folder } = given.framework === undefined ? await ask(given.folder) : given;
    const { SANDBOX_CREDENTIALS } = await import('../sandbox/index.ts');
    const project = { framework: toFramework(framework), folder: folder ?? '.', ports };
    const files = initProject({ ...project, overwrites: values['force'] === true, gateway: SANDBOX_CREDENTIALS });
    for (const line of describe(project, files)) print(line);
    return 0;
  },
};

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function readPorts(values: Readonly<Record<string, unknown>>): ProjectPorts {
  const read = (name: string, otherwise: number): number => {
    const port = Number(values[name] ?? otherwise);
    if (Number.isInteger(port) && port > 0 && port <= 65_535) return port;
    throw new CheckoutError('configuration_invalid', `--${name}: a whole number from 1 to 65535.`);
  };
  const ports = {
    companion: read('port', DEFAULT_PORTS.companion),
    shop: read('shop-port', DEFAULT_PORTS.shop),
    gateway: read('gateway-port', DEFAULT_PORTS.gateway),
  };
  if (new Set(Object.values(ports)).size === 3) return ports;
  throw new CheckoutError('configuration_invalid', '--port, --shop-port, --gateway-port: three different ports.');
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
function describe(
  { framework, folder, ports }: { framework: Framework; folder: string; ports: ProjectPorts },
  files: readonly string[],
): string[] {
  const { packages, start } = FRAMEWORKS[framework];
  const commands = [
    ...(folder === '.' ? [] : [`cd ${folder}`]),
    ...(packages.length === 0 ? [] : [`npm install ${packages.join(' ')}`]),
    `npx --no -- tillgate sandbox${ports.gateway === DEFAULT_PORTS.gateway ? '' : ` --port ${String(ports.gateway)}`}`,
    'npx --no -- tillgate serve --env-file .env',
    // Next.js does not take its port from .env.
    framework === 'next' ? `${start} -p ${String(ports.shop)}` : start,
  ];
  return [
    `written to ${folder}: ${files.join(', ')}`,
    'next, each server in a terminal of its own:',
    ...commands.map((command) => `  ${command}`),
    `then open http://localhost:${String(ports.shop)}`,
  ];
}
